import { readFile, rename, writeFile } from "node:fs/promises";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Edge } from "./tree.ts";

/** A tree as far as it was signed, and the hash of its last row. */
export interface SignedEdge extends Edge {
  readonly hash: string;
}

/** Remembers how far the log was signed, so that a new start need not read all of it again. */
export interface EdgeFile {
  /** Undefined where there is none, or none that can be used: then the log is read from its beginning. */
  readonly load: () => Promise<SignedEdge | undefined>;
  readonly save: (edge: SignedEdge) => Promise<void>;
}

/** The file belongs beside the key and not into the store: whoever can change it decides what is signed. */
export function createEdgeFile(path: string): EdgeFile {
  return {
    load: async () => {
      try {
        return edgeOf(parseJson(await readFile(path, "utf8")));
      } catch {
        return undefined;
      }
    },
    save: async ({ size, hash, peaks }) => {
      const text = JSON.stringify({ size, hash, peaks: peaks.map((peak) => peak.toString("hex")) });
      await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}

function edgeOf(value: JsonValue): SignedEdge | undefined {
  if (!isJsonObject(value)) return undefined;
  const size = Number(own(value, "size"));
  const peaks = own(value, "peaks");
  if (!isJsonArray(peaks) || !Number.isSafeInteger(size)) return undefined;
  const [hash, ...hashes] = [own(value, "hash"), ...peaks].filter(isHash);
  if (hash === undefined || hashes.length !== onesIn(size)) return undefined;
  return { size, hash, peaks: hashes.map((peak) => Buffer.from(peak, "hex")) };
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

function onesIn(size: number): number {
  return size.toString(2).replaceAll("0", "").length;
}
