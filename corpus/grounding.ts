import type { Row } from "./area.ts";
import { attributionFiles } from "./grounding-attribution.ts";
import { extractiveRows } from "./grounding-extractive.ts";
import { paraphraseRows } from "./grounding-paraphrase.ts";
import { subjectRows } from "./grounding-subjects.ts";

/** The summary verifier: its false accepts and false rejects. */
export function groundingRows(folder: string): readonly Row[] {
  const files = attributionFiles(folder);
  return [
    ...files.flatMap((file) => paraphraseRows(file)),
    ...extractiveRows(files.flatMap(({ rows }) => rows)),
    ...subjectRows(folder),
  ];
}
