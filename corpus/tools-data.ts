import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";

/** A tool as its server listed it, without fields added by the data's collectors. */
export interface RealTool {
  readonly server: string;
  readonly tool: JsonObject;
}

export function realTools(dataFolder: string): readonly RealTool[] {
  return rowsIn(join(dataFolder, "real-tools"))
    .filter((row) => isJsonObject(row))
    .map((row) => ({ server: textOf(row["server"]), tool: withoutNotes(row) }));
}

function withoutNotes(row: JsonObject): JsonObject {
  const kept = Object.entries(row).filter(([key]) => !collectorsNotes.has(key));
  return Object.fromEntries(kept);
}

const collectorsNotes = new Set(["server", "live"]);

/** One poisoned or benign description, with its collectors' label. */
export interface CollectedText {
  readonly text: string;
  readonly label: string;
  readonly category: string;
  /** Where its collectors found it. Files of one category are one source. */
  readonly source: string;
}

/**
 * Returns rows with a description, and bare texts. Other rows are questions to a model, not
 * definitions.
 */
export function collectedTexts(dataFolder: string): readonly CollectedText[] {
  const folder = join(dataFolder, "poisoned");
  return filesIn(folder).flatMap((file) =>
    rowsOf(join(folder, file)).flatMap((row) => collectedText(row, file)),
  );
}

function collectedText(row: JsonValue, file: string): readonly CollectedText[] {
  if (typeof row === "string") return [{ text: row, label: "", category: "", source: file }];
  if (!isJsonObject(row) || typeof row["description"] !== "string") return [];
  const { description, source } = row;
  const category = textOf(row["category"]);
  const place = textOf(source) || file;
  return [
    {
      text: description,
      label: textOf(row["label"]),
      category,
      source: category === "" ? place : dirname(place),
    },
  ];
}

export interface LabelledText {
  readonly id: string;
  readonly text: string;
  readonly kind: "hidden text" | "terminal sequence";
  readonly expect: string;
}

/** Returns the attack cases about text, recognized by form, from any file. */
export function labelledTexts(dataFolder: string): readonly LabelledText[] {
  return rowsIn(join(dataFolder, "attack-cases")).flatMap((row): readonly LabelledText[] => {
    if (!isJsonObject(row)) return [];
    const { id, text, expect, class: kind } = row;
    if (typeof text !== "string" || typeof expect !== "string") return [];
    const labelled = { id: textOf(id), text, expect };
    if (typeof kind === "string") return [{ ...labelled, kind: "hidden text" }];
    return aboutTerminals.test(expect) ? [{ ...labelled, kind: "terminal sequence" }] : [];
  });
}

const aboutTerminals = /\bterminal\b|^pass-through$/;

/** Returns the rows of every `.jsonl` and the entries of every `.json` list in a folder. */
function rowsIn(folder: string): readonly JsonValue[] {
  return filesIn(folder).flatMap((file) => rowsOf(join(folder, file)));
}

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

function rowsOf(file: string): readonly JsonValue[] {
  const text = (): string => readFileSync(file, "utf8");
  if (file.endsWith(".jsonl")) {
    return text()
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => parseJson(line));
  }
  if (!file.endsWith(".json")) return [];
  const value = parseJson(text());
  return isJsonArray(value) ? value : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
