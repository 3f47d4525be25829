import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";

/** One recorded call, and who made it. */
export interface TraceCall {
  readonly query: number;
  readonly by: "user" | "attack";
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result?: JsonObject;
  readonly error?: string;
}

export interface Trace {
  readonly id: string;
  readonly suite: string;
  readonly kind: string;
  readonly variant?: string;
  readonly queries: readonly { readonly prompt: string }[];
  readonly calls: readonly TraceCall[];
  /** The attack succeeds if all calls of one list ran. */
  readonly fires_if?: readonly (readonly number[])[];
}

/** A tool with the annotations of the data set. */
export interface AnnotatedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly ours: {
    readonly effect: "read" | "write" | "destroy";
    readonly reachesOut: boolean;
    readonly arguments: Readonly<Record<string, { readonly role: string; readonly kind?: string }>>;
    readonly results: Readonly<Record<string, string>>;
    readonly sensitive?: readonly string[];
  };
}

export interface Suite {
  readonly name: string;
  readonly tools: readonly AnnotatedTool[];
  readonly traces: readonly Trace[];
}

/** Reads every suite that lies in the folder. */
export function readSuites(folder: string): readonly Suite[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .filter((name) => existsSync(join(folder, name, "tools.json")))
    .map((name) => readSuite(join(folder, name), name));
}

function readSuite(folder: string, name: string): Suite {
  const file = parseJson(readFileSync(join(folder, "tools.json"), "utf8"));
  const tools = isJsonObject(file) ? own(file, "tools") : undefined;
  const traces = readdirSync(folder)
    .filter((each) => each.endsWith(".jsonl"))
    .toSorted()
    .flatMap((each) => readFileSync(join(folder, each), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => parseJson(line))
    .filter((row) => isTrace(row));
  const listed = isJsonArray(tools) ? tools.filter((tool) => isAnnotated(tool)) : [];
  return { name, tools: listed, traces };
}

function isTrace(row: unknown): row is Trace {
  return hasAll(row, ["id", "kind", "queries", "calls"]);
}

function isAnnotated(row: unknown): row is AnnotatedTool {
  return hasAll(row, ["name", "inputSchema", "ours"]);
}

/** The data set is ours and fixed, so only its outline is checked. A row is never left out. */
function hasAll(row: unknown, keys: readonly string[]): true {
  if (typeof row === "object" && row !== null && keys.every((key) => Object.hasOwn(row, key))) {
    return true;
  }
  throw new Error(`A row of the data lacks one of ${keys.join(", ")}.`);
}

/** Returns the contract of a tool as an overlay, converted mechanically from its annotations. */
export function overlayOf({ ours }: AnnotatedTool): JsonObject {
  const { effect, reachesOut, sensitive = [] } = ours;
  const input = Object.entries(ours.arguments).flatMap(
    ([pointer, { role, kind }]): Marks =>
      knownRoles.has(role) ? [[pointer, kind === undefined ? { role } : { role, kind }]] : [],
  );
  const output = Object.entries(ours.results).map(([pointer, origin]): Marks[number] => [
    pointer,
    {
      // A mixed field can hold a stranger's text. An echo repeats arguments, which the gateway sees.
      origin: origin === "first-party" || origin === "echo" ? "first-party" : "third-party",
      ...(sensitive.includes(pointer) && { sensitivity: "pii" }),
    },
  ]);
  return {
    terms: {
      effect,
      reach: reachesOut ? "outside" : "internal",
      ...(input.length > 0 && { input: Object.fromEntries(input) }),
      ...(output.length > 0 && { output: Object.fromEntries(output) }),
    },
  };
}

type Marks = readonly (readonly [pointer: string, mark: JsonObject])[];

const knownRoles = new Set([
  "destination",
  "target",
  "counterparty",
  "amount",
  "credential",
  "privilege",
  "own-data",
  "identifier",
  "content",
  "query",
  "code",
]);
