import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Edge } from "./tree.ts";

/** A tree up to its last signed row, and that row's hash. */
export interface SignedEdge extends Edge {
  readonly hash: string;
}

/**
 * Remembers how far the log was signed. A restart need not reread all of it, and detects an older
 * store in its place.
 */
export interface EdgeFile {
  /**
   * Returns undefined if there is no usable edge for this log. Then the log is read from its
   * beginning.
   */
  readonly load: () => Promise<SignedEdge | undefined>;
  readonly save: (edge: SignedEdge) => Promise<void>;
}

/**
 * Creates the edge file of one origin's log. It belongs beside the key and not into the store:
 * write access to it decides what is signed.
 */
export function createEdgeFile(path: string, origin: string): EdgeFile {
  return {
    load: async () => {
      try {
        return edgeOf(parseJson(await readFile(path, "utf8")), origin);
      } catch {
        return undefined;
      }
    },
    save: async ({ size, hash, peaks }) => {
      const hashes = peaks.map((peak) => peak.toString("hex"));
      const text = JSON.stringify({ origin, size, hash, peaks: hashes });
      // Gateways that share a key may save concurrently.
      const unfinished = `${path}.${randomUUID()}`;
      try {
        await writeFile(unfinished, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

/** Returns the edge file beside a log's key. */
export function edgeBeside(keyPath: string, { name }: { readonly name: string }): EdgeFile {
  return createEdgeFile(`${keyPath}.edge`, name);
}

function edgeOf(value: JsonValue, origin: string): SignedEdge | undefined {
  if (!isJsonObject(value) || own(value, "origin") !== origin) return undefined;
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
