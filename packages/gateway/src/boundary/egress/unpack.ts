import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";
import { EgressFailure } from "./egress-failure.ts";
import { transportFailure } from "./transport-failure.ts";

type Unpack = (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer<ArrayBuffer>>;

/** What we can unpack, asked for or not. */
const ways: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Goes with every request as `accept-encoding`. */
export const acceptedEncodings = "gzip, br, deflate";

/** Unpacks a body and stops at `maxBytes`: a small file can hold a large one. */
export async function unpack(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return body;
  // Packed twice is refused along with what is unknown: nobody does it but to make little look like less.
  const way = Object.hasOwn(ways, name) ? ways[name] : undefined;
  if (way === undefined) throw new EgressFailure("garbled");
  try {
    return await way(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw transportFailure(error, "garbled");
  }
}
