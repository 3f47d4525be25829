import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import { EgressFailure } from "./egress-failure.ts";
import { transportFailure } from "./transport-failure.ts";

/** What we can unpack, asked for or not. */
const decoders = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const satisfies Readonly<Record<string, () => Transform>>;

/** Goes with every request as `accept-encoding`. */
export const acceptedEncodings = "gzip, br, deflate";

export interface Packed {
  readonly body: Readable;
  /** The `content-encoding` of the answer. */
  readonly encoding: string | undefined;
  readonly maxBytes: number;
}

/** Unpacks a body while it comes in and stops at `maxBytes`, packed or not: a small file can hold a large one. */
export async function readBody({ body, encoding, maxBytes }: Packed): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const gather = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    let seen = 0;
    for await (const chunk of source) {
      seen += chunk.length;
      if (seen > maxBytes) throw new EgressFailure("response-too-large");
      chunks.push(chunk);
    }
  };
  // A body that is let go of reports that too, after nobody listens any more.
  body.on("error", () => undefined);
  try {
    const decoder = decoderFor(encoding);
    // What is packed is counted twice: packing can also be used to send much that unpacks to nothing.
    if (decoder === undefined) await gather(body);
    else await pipeline(body, (source) => capped(source, maxBytes), decoder, gather);
  } catch (error) {
    body.destroy();
    throw transportFailure(error, "cut-short");
  }
  return Buffer.concat(chunks);
}

async function* capped(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.length;
    if (seen > maxBytes) throw new EgressFailure("response-too-large");
    yield chunk;
  }
}

function decoderFor(encoding = "identity"): Transform | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  // Packed twice is refused along with what is unknown: nobody does it but to make little look like less.
  if (!isKnown(name)) throw new EgressFailure("garbled");
  return decoders[name]();
}

function isKnown(name: string): name is keyof typeof decoders {
  return Object.hasOwn(decoders, name);
}
