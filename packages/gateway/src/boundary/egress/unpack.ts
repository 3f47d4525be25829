import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { EgressFailure } from "./egress-failure.ts";
import { transportFailure } from "./transport-failure.ts";

type Unpack = (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer<ArrayBuffer>>;

/** Supported encodings, including ones we do not ask for. */
const ways: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Sent with every request as `accept-encoding`. */
export const acceptedEncodings = "gzip, br, deflate";

/** Decompresses a body up to `maxBytes`: guards against decompression bombs. */
export async function unpack(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return body;
  // Refuses unknown and double encodings. Double compression has no use except in decompression
  // bombs.
  const way = Object.hasOwn(ways, name) ? ways[name] : undefined;
  if (way === undefined) throw new EgressFailure("garbled");
  try {
    return await way(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw transportFailure(error, "garbled");
  }
}
