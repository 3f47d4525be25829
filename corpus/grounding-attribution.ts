import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isJsonArray, isJsonObject, parseJson } from "@toolcourt/sdk";

/** A claim, the text of its references, and whether annotators found it supported. */
export interface AttributionRow {
  readonly claim: string;
  readonly references: readonly string[];
  readonly isBorne: boolean;
}

export interface AttributionFile {
  readonly name: string;
  readonly rows: readonly AttributionRow[];
}

/**
 * Returns every JSONL file below the folder whose rows have a claim, references and a label, under
 * any name.
 */
export function attributionFiles(folder: string): readonly AttributionFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .toSorted()
    .flatMap((path) => {
      const lines = readFileSync(join(folder, path), "utf8").split("\n");
      const isOfKind = lines[0]?.includes('"attribution_label"') ?? false;
      const rows = isOfKind ? lines.flatMap((line) => rowOf(line)) : [];
      return rows.length === 0 ? [] : [{ name: basename(path, ".jsonl"), rows }];
    });
}

function rowOf(line: string): readonly AttributionRow[] {
  const value = line.trim() === "" ? null : parseJson(line);
  if (!isJsonObject(value)) return [];
  const { claim, references = null, attribution_label: label } = value;
  if (typeof claim !== "string" || typeof label !== "string" || !isJsonArray(references)) return [];
  const texts = references.filter((one) => typeof one === "string");
  return [{ claim, references: texts, isBorne: label === "attributable" }];
}
