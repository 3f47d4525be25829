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
    .map(shaper<Trace>("id", "kind", "queries", "calls"));
  const listed = isJsonArray(tools) ? tools : [];
  const asTool = shaper<AnnotatedTool>("name", "inputSchema", "ours");
  return { name, tools: listed.map(asTool), traces };
}

/** The data set is fixed, so only its outline is checked. */
function shaper<Shape extends object>(
  ...keys: readonly (keyof Shape & string)[]
): (value: unknown) => Shape {
  const isShape = (value: unknown): value is Shape =>
    isJsonObject(value) && keys.every((key) => Object.hasOwn(value, key));
  return (value) => {
    if (isShape(value)) return value;
    throw new Error(`A row of the data lacks one of ${keys.join(", ")}.`);
  };
}

/** Returns the contract of a tool as an overlay, converted mechanically from its annotations. */
export function overlayOf({ ours }: AnnotatedTool): JsonObject {
  const input = Object.entries(ours.arguments).filter(([, { role }]) => knownRoles.has(role));
  const output = Object.entries(ours.results).map(([pointer, origin]) => {
    // A mixed field can hold a stranger's text. An echo repeats arguments, which the gateway sees.
    const isOwn = origin === "first-party" || origin === "echo";
    const sensitivity = ours.sensitive?.includes(pointer) === true && { sensitivity: "pii" };
    return [pointer, { origin: isOwn ? "first-party" : "third-party", ...sensitivity }] as const;
  });
  return {
    terms: {
      effect: ours.effect,
      reach: ours.reachesOut ? "outside" : "internal",
      input: Object.fromEntries(input.map(([pointer, mark]) => [pointer, { ...mark }])),
      output: Object.fromEntries(output),
    },
  };
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
