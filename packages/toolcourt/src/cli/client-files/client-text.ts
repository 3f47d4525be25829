import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createPositions } from "@toolcourt/contracts/internal/judge/position";
import { scanJson, skipBlanks } from "@toolcourt/contracts/internal/judge/scan-json";
import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { plainJson } from "../../authoring/scaffolding/clients/plain-json.ts";
import { usage } from "../command.ts";

/** Tells whether a file is TOML. All others are JSON, most of them with comments. */
function isToml(file: string): boolean {
  return file.endsWith(".toml");
}

/** Reads the text of a client's file. Refuses it at the first place that cannot be read. */
export async function readClientText(text: string, file: string): Promise<JsonValue> {
  return isToml(file) ? readToml(text, file) : readJson(text, file);
}

function readJson(given: string, file: string): JsonValue {
  const text = plainJson(given);
  const from = text.startsWith("\uFEFF") ? 1 : 0;
  const scanned = scanJson(text, from);
  const end = scanned.kind === "value" ? skipBlanks(text, scanned.end) : from;
  if (scanned.kind === "value" && end === text.length) return parseJson(text.slice(from));
  const flaw =
    scanned.kind === "flaw" ? scanned.flaw : { offset: end, expected: "the end of the file" };
  throw new Refusal("json-invalid", {
    file,
    ...createPositions(text)(flaw.offset),
    expected: flaw.expected,
  });
}

async function readToml(text: string, file: string): Promise<JsonValue> {
  const { ParseError, parseToml } = await import("./toml.ts");
  try {
    return parseToml(text).value;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { line, column } = createPositions(text)(error.index);
    throw usage(`${file}:${line}:${column} is not valid TOML from here on.`);
  }
}
