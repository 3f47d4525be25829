import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { Refusal } from "../errors/refusal.ts";
import { flawed } from "./flawed.ts";
import { scanJson, skipBlanks } from "./scan-json.ts";

/** One unparsed entry of a tool list. Judged on its own, independent of its neighbors. */
export interface ToolEntry {
  readonly tool: JsonValue;
  /** Offset of the tool in its text. */
  readonly offset: number;
  /** The server named in the row, in files with one tool per line. Default: none. */
  readonly server?: string;
}

/** The tools of a text, and whether the server has more. */
export interface ToolList {
  readonly entries: readonly ToolEntry[];
  /** Whether the text is one page of an answer that names a next page. */
  readonly hasMore: boolean;
}

/**
 * Reads the tools of a text. Accepts an array, an object with `tools`, a `tools/list` answer with
 * or without its JSON-RPC envelope, or one tool per line. Refuses duplicate keys: JSON parsers
 * disagree on which one counts, and we must see what others see.
 */
export function readToolList(text: string, file: string): ToolList {
  const values = readValues(text, file);
  const [first] = values;
  if (values.length === 1 && first !== undefined) return ofDocument(text, file, first);
  return { entries: values.map(ofLine), hasMore: false };
}

/**
 * Reads the tools of a text in any accepted form.
 *
 * @example
 * ```ts
 * readTools('{"tools":[{"name":"get-card"}]}', "tools.json");
 * // [{ tool: { name: "get-card" }, offset: 10 }]
 * ```
 */
export function readTools(text: string, file: string): readonly ToolEntry[] {
  return readToolList(text, file).entries;
}

interface Value {
  readonly value: JsonValue;
  readonly offset: number;
}

/** Reads one value, or several that each start on their own line. */
function readValues(text: string, file: string): readonly Value[] {
  const values: Value[] = [];
  for (let at = skipBlanks(text, 0); at < text.length || values.length === 0; ) {
    const scanned = scanJson(text, at);
    if (scanned.kind === "flaw") throw flawed(text, file, scanned.flaw);
    values.push({ value: parse(text.slice(at, scanned.end)), offset: at });
    at = skipBlanks(text, scanned.end);
    if (at < text.length && !text.slice(scanned.end, at).includes("\n")) {
      const expected = "the end of the file or a new line";
      throw flawed(text, file, { kind: "syntax", offset: at, expected });
    }
  }
  return values;
}

function parse(text: string): JsonValue {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `JSON.parse` gives is JSON
  return JSON.parse(text) as JsonValue;
}

function ofDocument(text: string, file: string, document: Value): ToolList {
  const list = listIn(document.value);
  if (list === undefined) {
    if (looksLikeTool(document.value)) return { entries: [ofLine(document)], hasMore: false };
    throw new Refusal("tools-missing", { file });
  }
  const { tools, path, hasMore } = list;
  const offsets = offsetsIn(text, document.offset, path);
  const entries = tools.map((tool, index) => ({ tool, offset: offsets[index] ?? document.offset }));
  return { entries, hasMore };
}

interface List {
  readonly tools: readonly JsonValue[];
  readonly path: readonly string[];
  readonly hasMore: boolean;
}

function listIn(value: JsonValue): List | undefined {
  if (isJsonArray(value)) return { tools: value, path: [], hasMore: false };
  for (const envelope of [[], ["result"]]) {
    const page = envelope.reduce<JsonValue | undefined>(below, value);
    const tools = below(page, "tools");
    const hasMore = typeof below(page, "nextCursor") === "string";
    if (isJsonArray(tools)) return { tools, path: [...envelope, "tools"], hasMore };
  }
  return undefined;
}

function below(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) ? own(value, key) : undefined;
}

function offsetsIn(text: string, from: number, path: readonly string[]): readonly number[] {
  const offsets: number[] = [];
  scanJson(text, from, (frames, offset) => {
    if (frames.length !== path.length + 1) return;
    if (path.every((key, index) => frames[index]?.step === key)) offsets.push(offset);
  });
  return offsets;
}

function looksLikeTool(value: JsonValue): boolean {
  return isJsonObject(value) && typeof own(value, "name") === "string";
}

// In files with one tool per line, the row names the server. It is not part of the server's data.
function ofLine({ value, offset }: Value): ToolEntry {
  const server = below(value, "server");
  if (!isJsonObject(value) || typeof server !== "string") return { tool: value, offset };
  return { tool: without(value, "server"), offset, server };
}

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
