import { match } from "./match.ts";
import type { Signer, Verifier } from "./note.ts";

/** What a checkpoint says: the log of this origin had this many rows, and this is the root of their tree. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** A checkpoint as a signed note. The origin is the name of the key. */
export function signCheckpoint(signer: Signer, { size, root }: Omit<Checkpoint, "origin">): string {
  return signer.sign(`${signer.name}\n${size}\n${root.toString("base64")}\n`);
}

/** The name under which a checkpoint was signed, as it says. */
export function originOf(note: string): string {
  return note.slice(0, note.indexOf("\n"));
}

/** Undefined where none of the keys signed the note, or where it is no checkpoint. */
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
