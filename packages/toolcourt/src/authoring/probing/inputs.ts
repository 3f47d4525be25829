import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { deepInput, edgesOf } from "./edges.ts";
import { type Expectation, expectationFor, isInput } from "./expectation.ts";
import type { PreparedTool } from "./prepare-tool.ts";
import type { ProbeKind } from "./report.ts";

/** One input, the reason to try it, and the expected behavior. */
export interface PlannedInput {
  readonly probe: ProbeKind;
  readonly input: JsonObject;
  readonly expectation: Expectation;
  /** The result shown in the contract, if the input is one of its examples. */
  readonly example?: { readonly expectedResult?: JsonValue };
}

/** Shares of the call budget per kind of input. */
const validShare = 0.3;
const edgeShare = 0.15;
const nearShare = 0.2;
const invalidShare = 0.4;

export interface InputPlan {
  readonly inputs: readonly PlannedInput[];
  /** Number of keywords for which no input breaks only that keyword. */
  readonly unbroken: number;
}

type Drawn = Omit<PlannedInput, "expectation">;

/** Plans all inputs of a tool. Deterministic for a seed. */
export async function planInputs(tool: PreparedTool, calls: number): Promise<InputPlan> {
  const seen = new Set<JsonValue>();
  const inputs: PlannedInput[] = [];
  const valid = await validInputs(tool, share(calls, validShare));
  const { broken, unbroken } = await breaches(tool, share(calls, invalidShare));
  const drawn: readonly Drawn[] = [
    ...examplesOf(tool),
    ...valid.map((input): Drawn => ({ probe: "valid", input })),
    ...(await oddities(tool, valid, share(calls, edgeShare))),
    { probe: "unknown", input: { ...valid[0], [strangeName]: "a" } },
    ...[...broken, ...(await nearMisses(tool, valid, share(calls, nearShare)))].map(
      (input): Drawn => ({ probe: "invalid", input }),
    ),
  ];
  for (const each of drawn) {
    const identity = identityOf(each.input);
    if (seen.has(identity)) continue;
    seen.add(identity);
    inputs.push({ ...each, expectation: await expectationOf(each, tool) });
  }
  return { inputs, unbroken };
}

async function validInputs({ valid }: PreparedTool, max: number): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const value of valid.valid(max)) if (isInput(value)) found.push(value);
  return found;
}

/** Returns inputs that the schema allows but a program may not expect. */
async function oddities(
  tool: PreparedTool,
  valid: readonly JsonObject[],
  max: number,
): Promise<readonly Drawn[]> {
  const deep = await deepInput(valid, tool.valid.accepts);
  const found = [
    ...(deep === undefined ? [] : [deep]),
    ...(await edges(tool, valid[0] ?? {}, max)),
  ];
  return found.map((input) => ({ probe: "valid", input }));
}

/** Returns the near misses that the schema refuses. */
async function nearMisses(
  { inputs, contract }: PreparedTool,
  valid: readonly JsonObject[],
  max: number,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const properties = own(contract.input, "properties");
  const names = properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
  for (const input of nearMissesOf(valid, names)) {
    if (found.length === max) break;
    if ((await expectationFor(input, inputs)).kind === "refuse") found.push(input);
  }
  return found;
}

const strangeName = "unknownArgument";

function share(calls: number, part: number): number {
  return Math.max(1, Math.floor(calls * part));
}

async function expectationOf(
  { input, example }: Drawn,
  { inputs }: PreparedTool,
): Promise<Expectation> {
  const expectation = await expectationFor(input, inputs);
  if (expectation.kind !== "accept" || !isFailure(example?.expectedResult)) return expectation;
  return { kind: "refuse", broken: [], isUnknownOnly: false };
}

/** Tells whether an example's expected result is a refusal. */
function isFailure(expected: JsonValue | undefined): boolean {
  if (expected === undefined || !isJsonObject(expected)) return false;
  const error = own(expected, "error");
  return own(expected, "isError") === true || isJsonObject(error) || typeof error === "string";
}

function* examplesOf({ contract }: PreparedTool): Generator<Drawn> {
  for (const { params, expectedResult } of contract.terms.examples ?? []) {
    yield { probe: "examples", input: params, example: { expectedResult } };
  }
  const inSchema = own(contract.input, "examples");
  for (const input of isJsonArray(inSchema) ? inSchema : []) {
    if (isInput(input)) yield { probe: "examples", input, example: {} };
  }
}

async function edges(
  { valid, contract }: PreparedTool,
  min: JsonObject,
  max: number,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const input of edgesOf(contract.input, min)) {
    if (found.length === max) break;
    if (await valid.accepts(input)) found.push(input);
  }
  return found;
}

interface Breaches {
  readonly broken: readonly JsonObject[];
  readonly unbroken: number;
}

async function breaches({ invalid }: PreparedTool, max: number): Promise<Breaches> {
  const broken: JsonObject[] = [];
  let unbroken = 0;
  for await (const breach of invalid.invalid()) {
    if (breach.kind === "unbroken") unbroken += 1;
    else if (isInput(breach.value) && broken.length < max) broken.push(breach.value);
  }
  return { broken, unbroken };
}

/**
 * Yields the smallest valid input with one argument at a time replaced by a near miss. Near misses
 * are another type, a missing value, other case, or a wrapped value. The schema decides which of
 * them are invalid.
 */
export function* nearMissesOf(
  inputs: readonly JsonObject[],
  names: readonly string[],
): Generator<JsonObject> {
  const [min = {}] = inputs;
  const known = names.map((name) => ({
    name,
    value: own(inputs.find((input) => Object.hasOwn(input, name)) ?? {}, name),
  }));
  for (const change of changes) {
    for (const { name, value } of known) {
      const changed = change(value);
      if (changed !== undefined) yield { ...min, [name]: changed };
    }
  }
}

/** Returns undefined if there is nothing to change. */
type Change = (value: JsonValue | undefined) => JsonValue | undefined;

const changes: readonly Change[] = [
  likeness,
  (value) => (value === null ? undefined : null),
  onTexts((text) => text.toUpperCase()),
  onTexts((text) => text.toLowerCase()),
  onTexts((text) => `${text}\n`),
  onTexts((text) => `!${text}!`),
  onTexts((text) => ` ${text}`),
  (value) => (typeof value === "number" ? value + 0.5 : undefined),
];

/** Applies a change to every text in a value, at any depth. */
function onTexts(change: (text: string) => string): Change {
  const changed: Change = (value) => {
    if (typeof value === "string") return change(value);
    if (value === undefined || !isJsonArray(value)) return undefined;
    return value.map((item) => changed(item) ?? item);
  };
  return changed;
}

function likeness(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return [value];
  if (value === null) return "null";
  if (value !== undefined && isJsonArray(value)) return Object.fromEntries(value.entries());
  return value === undefined ? undefined : JSON.stringify(value);
}
