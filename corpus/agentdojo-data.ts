import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, parseJson, valueAt } from "@toolcourt/sdk";

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
  const tools = valueAt(file, "/tools");
  const traces = readdirSync(folder)
    .filter((each) => each.endsWith(".jsonl"))
    .toSorted()
    .flatMap((each) => readFileSync(join(folder, each), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => parseJson(line))
    .filter(createIsShape<Trace>("id", "kind", "queries", "calls"));
  const listed = isJsonArray(tools) ? tools : [];
  const isTool = createIsShape<AnnotatedTool>("name", "inputSchema", "ours");
  return { name, tools: listed.filter(isTool), traces };
}

/** The data set is fixed, so only its outline is checked. */
function createIsShape<Shape extends object>(
  ...keys: readonly (keyof Shape & string)[]
): (value: unknown) => value is Shape {
  return (value): value is Shape => {
    if (isJsonObject(value) && keys.every((key) => Object.hasOwn(value, key))) return true;
    throw new Error(`A row of the data lacks one of ${keys.join(", ")}.`);
  };
}

/** Returns the contract of a tool as an overlay, converted mechanically from its annotations. */
export function overlayOf({ ours }: AnnotatedTool): JsonObject {
  const { effect, reachesOut, sensitive = [] } = ours;
  const input: Record<string, JsonObject> = {};
  for (const [pointer, { role, kind }] of Object.entries(ours.arguments)) {
    if (knownRoles.has(role)) input[pointer] = { role, ...(kind !== undefined && { kind }) };
  }
  const output: Record<string, JsonObject> = {};
  for (const [pointer, origin] of Object.entries(ours.results)) {
    output[pointer] = {
      // A mixed field can hold a stranger's text. An echo repeats arguments, which the gateway sees.
      origin: origin === "first-party" || origin === "echo" ? "first-party" : "third-party",
      ...(sensitive.includes(pointer) && { sensitivity: "pii" }),
    };
  }
  return { terms: { effect, reach: reachesOut ? "outside" : "internal", input, output } };
}

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
