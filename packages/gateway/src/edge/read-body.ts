import type { IncomingMessage } from "node:http";

export type BodyReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "not-text" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a body up to a limit. Stops reading once the body exceeds it. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyReading> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      resolve({ kind: "too-large" });
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.once("error", reject);
    request.once("end", () => resolve(decoded(chunks)));
  });
}

function decoded(chunks: readonly Buffer[]): BodyReading {
  const [first, ...more] = chunks;
  try {
    const bytes = more.length === 0 ? first : Buffer.concat(chunks);
    return { kind: "text", text: utf8.decode(bytes) };
  } catch {
    return { kind: "not-text" };
  }
}
