import { isJsonArray, isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { sharedData } from "../../../packages/testing/src/shared-data.ts";

/** A text written to mislead a model. */
export interface Poison {
  readonly text: string;
  /** A unique marker at both ends of the text. */
  readonly canary: string;
}

const data = sharedData("poisoned", "");

export const missing = data.missing;

/** Returns all benchmark descriptions except the benign ones. */
export function poisons(): readonly Poison[] {
  const texts = data
    .files()
    .filter(({ name }) => !name.includes("benign"))
    .flatMap(({ name, bytes }) => textsIn(name, Buffer.from(bytes).toString()))
    .filter((text) => text.trim() !== "");
  return [...new Set(texts)].map((text, index) => {
    const canary = `pzn${String(index).padStart(4, "0")}q`;
    return { text: `${canary} ${text} ${canary}`, canary };
  });
}

function textsIn(name: string, file: string): readonly string[] {
  if (name.endsWith(".jsonl")) {
    return file
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => textOf(parseJson(line)));
  }
  const all = parseJson(file);
  return isJsonArray(all) ? all.flatMap(textOf) : [];
}

function textOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (!isJsonObject(value)) return [];
  const text = own(value, "description") ?? own(value, "prompt");
  return typeof text === "string" ? [text] : [];
}

/**
 * Returns the texts that left a trace in the received data: their canary, or a run of their words.
 */
export function traces(poison: readonly Poison[], received: string): readonly Poison[] {
  return poison.filter(
    ({ text, canary }) =>
      received.includes(canary) || pieces(text).some((piece) => received.includes(piece)),
  );
}

const pieceLength = 24;

/**
 * Returns runs of the text as they appear in JSON. A test without poison showed that our own output
 * contains none.
 */
function pieces(text: string): readonly string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const found: string[] = [];
  for (let at = 10; at + pieceLength <= escaped.length - 10; at += pieceLength) {
    found.push(escaped.slice(at, at + pieceLength));
  }
  return found;
}
