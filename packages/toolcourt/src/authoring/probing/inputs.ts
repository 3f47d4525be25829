import { identityOf } from "@toolcourt/contracts/internal/schemas/identity";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { deepInput } from "./deep.ts";
import { edgesOf } from "./edges.ts";
import { type Expectation, expectationFor, isInput } from "./expectation.ts";
import { nearMissesOf } from "./near-misses.ts";
import type { ProbeKind } from "./probe-kinds.ts";
import type { ToolBench } from "./tool-bench.ts";

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
export async function planInputs(bench: ToolBench, calls: number): Promise<InputPlan> {
  const seen = new Set<JsonValue>();
  const inputs: PlannedInput[] = [];
  const valid = await validInputs(bench, share(calls, validShare));
  const { broken, unbroken } = await breaches(bench, share(calls, invalidShare));
  const drawn: readonly Drawn[] = [
    ...examplesOf(bench),
    ...valid.map((input): Drawn => ({ probe: "valid", input })),
    ...(await oddities(bench, valid, share(calls, edgeShare))),
    { probe: "unknown", input: { ...valid[0], [strangeName]: "a" } },
    ...[...broken, ...(await nearMisses(bench, valid, share(calls, nearShare)))].map(
      (input): Drawn => ({ probe: "invalid", input }),
    ),
  ];
  for (const each of drawn) {
    const identity = identityOf(each.input);
    if (seen.has(identity)) continue;
    seen.add(identity);
    inputs.push({ ...each, expectation: await expectationOf(each, bench) });
  }
  return { inputs, unbroken };
}

async function validInputs({ valid }: ToolBench, most: number): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for await (const value of valid.valid(most)) if (isInput(value)) found.push(value);
  return found;
}

/** Returns inputs that the schema allows but a program may not expect. */
async function oddities(
  bench: ToolBench,
  valid: readonly JsonObject[],
  most: number,
): Promise<readonly Drawn[]> {
  const deep = await deepInput(valid, bench.valid.accepts);
  const found = [
    ...(deep === undefined ? [] : [deep]),
    ...(await edges(bench, valid[0] ?? {}, most)),
  ];
  return found.map((input) => ({ probe: "valid", input }));
}

/** Returns the near misses that the schema refuses. */
async function nearMisses(
  { inputs, contract }: ToolBench,
  valid: readonly JsonObject[],
  most: number,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const properties = own(contract.input, "properties");
  const names = properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
  for (const input of nearMissesOf(valid, names)) {
    if (found.length === most) break;
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
  { inputs }: ToolBench,
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

function* examplesOf({ contract }: ToolBench): Generator<Drawn> {
  for (const { params, expectedResult } of contract.terms.examples ?? []) {
    yield { probe: "examples", input: params, example: { expectedResult } };
  }
  const inSchema = own(contract.input, "examples");
  for (const input of isJsonArray(inSchema) ? inSchema : []) {
    if (isInput(input)) yield { probe: "examples", input, example: {} };
  }
}

async function edges(
  { valid, contract }: ToolBench,
  least: JsonObject,
  most: number,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  for (const input of edgesOf(contract.input, least)) {
    if (found.length === most) break;
    if (await valid.accepts(input)) found.push(input);
  }
  return found;
}

interface Breaches {
  readonly broken: readonly JsonObject[];
  readonly unbroken: number;
}

async function breaches({ invalid }: ToolBench, most: number): Promise<Breaches> {
  const broken: JsonObject[] = [];
  let unbroken = 0;
  for await (const breach of invalid.invalid()) {
    if (breach.kind === "unbroken") unbroken += 1;
    else if (isInput(breach.value) && broken.length < most) broken.push(breach.value);
  }
  return { broken, unbroken };
}
