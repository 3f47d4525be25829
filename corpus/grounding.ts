import type { Row } from "./area.ts";
import { attributionFiles } from "./grounding-attribution.ts";
import { extractiveRows } from "./grounding-extractive.ts";
import { paraphraseRows } from "./grounding-paraphrase.ts";
import { subjectRows } from "./grounding-subjects.ts";

/** The verifier of summaries: what it lets through that its evidence does not bear, and what it keeps out that it does. */
export function groundingRows(folder: string): readonly Row[] {
  const files = attributionFiles(folder);
  return [
    ...files.flatMap((file) => paraphraseRows(file)),
    ...extractiveRows(files.flatMap(({ rows }) => rows)),
    ...subjectRows(folder),
  ];
}
