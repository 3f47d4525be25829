import type { IncomingMessage } from "node:http";

export type BodyReading =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "too-large" }
  | { readonly kind: "not-text" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a body up to a limit. What is larger is not read to its end. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<BodyReading> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return { kind: "too-large" };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) return { kind: "not-text" };
    size += chunk.length;
    if (size > maxBytes) return { kind: "too-large" };
    chunks.push(chunk);
  }
  try {
    return { kind: "text", text: utf8.decode(Buffer.concat(chunks)) };
  } catch {
    return { kind: "not-text" };
  }
}
