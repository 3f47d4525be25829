import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { isJsonArray, isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { Edge } from "./tree.ts";

/** A tree up to its last signed row, and that row's hash. */
export interface SignedEdge extends Edge {
  readonly hash: string;
}

/**
 * Remembers how far one origin's log was signed. A restart need not reread all of it, and detects
 * an older store in its place. The file belongs beside the key and not into the store: write access
 * to it decides what is signed.
 */
export interface EdgeFile {
  readonly path: string;
  readonly origin: string;
}

/** Returns the edge file beside a log's key. */
export function edgeBeside(keyPath: string, { name }: { readonly name: string }): EdgeFile {
  return { path: `${keyPath}.edge`, origin: name };
}

/**
 * Returns undefined if there is no usable edge for this log. Then the log is read from its
 * beginning.
 */
export async function loadEdge({ path, origin }: EdgeFile): Promise<SignedEdge | undefined> {
  try {
    return edgeOf(parseJson(await readFile(path, "utf8")), origin);
  } catch {
    return undefined;
  }
}

export async function saveEdge({ path, origin }: EdgeFile, edge: SignedEdge): Promise<void> {
  const { size, hash } = edge;
  const peaks = edge.peaks.map((peak) => peak.toString("hex"));
  // Gateways that share a key may save concurrently.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const text = JSON.stringify({ origin, size, hash, peaks });
    await writeFile(unfinished, `${text}\n`, { mode: 0o600, flag: "wx", flush: true });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
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
