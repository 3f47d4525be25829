import { hash } from "node:crypto";
import type { Definition } from "./content.ts";
import type { Note } from "./draft.ts";
import { readPlainText } from "./plain-text.ts";
import { readDraft } from "./read-draft.ts";

export type WrittenReading =
  | {
      readonly kind: "draft";
      readonly definition: Definition;
      /** SHA-256 of the text. */
      readonly documentDigest: string;
    }
  | { readonly kind: "unreadable"; readonly problems: readonly Note[] };

const maxCharacters = 1_000_000;

/** Parses the text of a handwritten or edited draft, in JSON or YAML. */
export function readWritten(text: string): WrittenReading {
  if (text.length > maxCharacters) {
    return unreadable(`The draft has more than ${maxCharacters} characters.`);
  }
  const reading = readPlainText(text);
  if (reading.kind === "unreadable") return unreadable(`The draft ${reading.reason}`);
  const draft = readDraft(reading.value);
  if (draft.kind === "unreadable") return draft;
  const documentDigest = `sha256:${hash("sha256", text, "hex")}`;
  return { kind: "draft", definition: draft.draft, documentDigest };
}

function unreadable(message: string): WrittenReading {
  return { kind: "unreadable", problems: [{ pointer: "", message }] };
}
