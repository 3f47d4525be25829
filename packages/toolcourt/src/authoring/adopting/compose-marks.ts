import type { ResultGuess } from "@toolcourt/sdk";
import { type Document, isMap, isScalar, type YAMLMap } from "yaml";
import type { ProposedMarks } from "./propose-marks.ts";

/** Writes the reason beside each proposed mark, and those that need a person as a comment. */
export function explainMarks(document: Document, proposed: ProposedMarks = noMarks): void {
  const { reasons, unconfirmed } = proposed;
  const terms: unknown = document.get("terms", true);
  if (!isMap(terms)) return;
  for (const [term, byPointer] of Object.entries(reasons)) {
    const marks: unknown = terms.get(term, true);
    if (isMap(marks)) explainEach(marks, byPointer);
  }
  const lines = unconfirmed.flatMap(lineOf);
  if (lines.length > 0 && typeof terms.comment !== "string") {
    terms.comment = [question, ...lines].join("\n");
  }
}

const noMarks: ProposedMarks = { terms: {}, reasons: {}, unconfirmed: [] };

function explainEach(marks: YAMLMap, reasons: Readonly<Record<string, string>>): void {
  for (const { key, value } of marks.items) {
    const reason = isScalar(key) ? reasons[String(key.value)] : undefined;
    if (reason === undefined || !isMap(value)) continue;
    value.flow = true;
    value.comment = ` ${reason}`;
  }
}

const question = ` Fields that probably only the server's own systems write. Values in them would be trusted as
 destinations. If only those systems can, add them to \`output\` above:`;

// The names are the server's, and a comment has no text of strangers but plain words.
const plain = /^[\w/*.-]{1,100}$/;

function lineOf({ pointer, kind, because }: ResultGuess): readonly string[] {
  if (!plain.test(pointer)) return [];
  const mark = `{ origin: first-party${kind === undefined ? "" : `, kind: ${kind}`} }`;
  return [`   ${pointer}: ${mark} # ${because}`];
}
