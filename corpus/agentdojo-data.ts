import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";

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
    .map((line) => checked<Trace>(parseJson(line), ["id", "kind", "queries", "calls"]));
  const listed = Array.isArray(tools) ? tools : [];
  return {
    name,
    tools: listed.map((tool) => checked<AnnotatedTool>(tool, ["name", "inputSchema", "ours"])),
    traces,
  };
}

/** The data set is ours and fixed, so only its outline is checked. */
function checked<Shape>(value: JsonValue, keys: readonly string[]): Shape {
  if (!isJsonObject(value) || keys.some((key) => !Object.hasOwn(value, key))) {
    throw new Error(`A row of the data lacks one of ${keys.join(", ")}.`);
  }
  return value as unknown as Shape;
}

/** Returns the contract of a tool as an overlay, converted mechanically from its annotations. */
export function overlayOf({ ours }: AnnotatedTool): JsonObject {
  const { effect, reachesOut, sensitive = [] } = ours;
  const input = Object.entries(ours.arguments).flatMap(([pointer, { role, kind }]) =>
    knownRoles.has(role) ? [[pointer, kind === undefined ? { role } : { role, kind }]] : [],
  );
  const output = Object.entries(ours.results).map(([pointer, origin]) => [
    pointer,
    {
      // A mixed field can hold a stranger's text. An echo repeats arguments, which the gateway sees.
      origin: origin === "first-party" || origin === "echo" ? "first-party" : "third-party",
      ...(sensitive.includes(pointer) && { sensitivity: "pii" }),
    },
  ]);
  return {
    ...(input.length > 0 && { input: Object.fromEntries(input) }),
    ...(output.length > 0 && { output: Object.fromEntries(output) }),
    terms: { effect, reach: reachesOut ? "outside" : "internal" },
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
