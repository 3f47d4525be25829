import { match } from "./match.ts";
import type { Signer, Verifier } from "./note.ts";

/** The content of a checkpoint: the size of an origin's log and the root of its tree. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** Signs a checkpoint as a note. The origin is the key's name. */
export function signCheckpoint(signer: Signer, { size, root }: Omit<Checkpoint, "origin">): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString("base64")}\n`);
}

/** Returns the origin that a checkpoint claims. */
export function originOf(note: string): string {
  return note.slice(0, note.indexOf("\n"));
}

/** Returns undefined if none of the keys signed the note, or if it is not a checkpoint. */
export function openCheckpoint(
  note: string,
  verifiers: readonly Verifier[],
): Checkpoint | undefined {
  for (const { name, open } of verifiers) {
    const found = match(form, open(note) ?? "", ["origin", "size", "root"]);
    if (found?.origin === name) {
      return { origin: name, size: Number(found.size), root: Buffer.from(found.root, "base64") };
    }
  }
  return undefined;
}

const form = /^(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n$/u;
