import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import type { PlannableTool } from "../packages/host/src/planner/prepared-tool.ts";

/** One question of a BFCL (Berkeley Function Calling Leaderboard) file. */
export interface BfclRow {
  readonly id: string;
  readonly question: string;
  readonly tools: readonly PlannableTool[];
  /** The expected call, if there is exactly one: its tool and the allowed values per argument. */
  readonly gold?: { readonly tool: string; readonly values: JsonObject };
}

export interface BfclFile {
  readonly name: string;
  readonly kind: "irrelevant" | "relevant" | "one tool" | "several tools";
  readonly rows: readonly BfclRow[];
  /** Skipped questions: several turns, several calls, literals of another language. */
  readonly leftOut: number;
}

/** Returns every file below the folder whose lines are questions of this form, under any name. */
export function bfclFiles(folder: string): readonly BfclFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.jsonl?$/.test(path) && basename(dirname(path)) !== "possible_answer")
    .toSorted()
    .flatMap((path) => fileOf(join(folder, path)));
}

function fileOf(path: string): readonly BfclFile[] {
  const lines = linesOf(path);
  const first = lines[0];
  if (first === undefined || !("question" in first && "function" in first)) return [];
  const name = basename(path).replace(/\.jsonl?$/, "");
  const answers = answersFor(path);
  const rows = lines.flatMap((line) => rowOf(line, answers));
  const isIrrelevant = /irrelevance/i.test(name);
  const orStoreUnusable = rows.filter(({ gold }) => gold !== undefined || answers.size === 0);
  const isOneTool = orStoreUnusable.every(({ tools }) => tools.length === 1);
  const kind = isIrrelevant
    ? "irrelevant"
    : answers.size === 0
      ? "relevant"
      : isOneTool
        ? "one tool"
        : "several tools";
  return [{ name, kind, rows: orStoreUnusable, leftOut: lines.length - orStoreUnusable.length }];
}

function linesOf(path: string): readonly JsonObject[] {
  const text = readFileSync(path, "utf8");
  // The first line decides whether a file is JSONL, so other large documents are not parsed.
  if (!text.startsWith('{"id"')) return [];
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const value = read(line);
      return isJsonObject(value) ? [value] : [];
    });
}

function read(line: string): JsonValue | undefined {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function answersFor(path: string): ReadonlyMap<string, JsonArrayOfCalls> {
  const beside = join(dirname(path), "possible_answer", basename(path));
  try {
    return new Map(
      linesOf(beside).flatMap(({ id, ground_truth: truth }) =>
        typeof id === "string" && isJsonArray(truth) ? [[id, truth] as const] : [],
      ),
    );
  } catch {
    return new Map();
  }
}

type JsonArrayOfCalls = readonly JsonValue[];

function rowOf(
  line: JsonObject,
  answers: ReadonlyMap<string, JsonArrayOfCalls>,
): readonly BfclRow[] {
  const { id, question, function: functions } = line;
  if (typeof id !== "string" || !isJsonArray(question) || !isJsonArray(functions)) return [];
  if (question.length !== 1 || /java/i.test(id)) return [];
  const tools = functions.filter((one) => isJsonObject(one)).map((one) => toolOf(one));
  const gold = goldOf(answers.get(id));
  const row = { id, question: wordsOf(question[0] ?? null), tools };
  return [gold === undefined ? row : { ...row, gold }];
}

/** Returns the user's words. A system prompt is not part of the question. */
function wordsOf(turn: JsonValue): string {
  const messages = isJsonArray(turn) ? turn : [turn];
  return messages
    .filter((message) => isJsonObject(message))
    .filter(({ role }) => role === "user")
    .map(({ content }) => (typeof content === "string" ? content : ""))
    .join("\n");
}

function goldOf(calls: JsonArrayOfCalls | undefined): BfclRow["gold"] {
  const [call, ...more] = (calls ?? []).filter((one) => isJsonObject(one));
  if (call === undefined || more.length > 0) return undefined;
  const [entry] = Object.entries(call);
  if (entry === undefined || !isJsonObject(entry[1])) return undefined;
  return { tool: entry[0], values: entry[1] };
}

function toolOf({ name, description, parameters }: JsonObject): PlannableTool {
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    input: isJsonObject(parameters) ? schemaOf(parameters) : {},
  };
}

const types: Readonly<Record<string, string>> = { dict: "object", float: "number", tuple: "array" };

/**
 * Translates the benchmark's own types: `dict`, `float`, `tuple`, and `any`, which means no type.
 */
function schemaOf(schema: JsonObject): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): readonly [string, JsonValue][] => {
      if (key === "type" && value === "any") return [];
      if (key === "type" && typeof value === "string") return [[key, types[value] ?? value]];
      return [[key, below(value)]];
    }),
  );
}

function below(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map((one) => below(one));
  return isJsonObject(value) ? schemaOf(value) : value;
}
