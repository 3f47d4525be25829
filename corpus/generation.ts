import { digestOf, isJsonObject, type JsonSchema } from "@toolcourt/sdk";
import {
  createGenerator,
  type ValueGenerator,
} from "../packages/contracts/src/generation/create-generator.ts";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { capabilityChecks } from "../packages/contracts/src/schemas/admission/admit.ts";
import type { Purpose } from "../packages/contracts/src/schemas/checker.ts";
import { createSchemaEngine, type SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Area, Row } from "./area.ts";
import { suiteSchemas } from "./suite.ts";
import { type RealTool, realTools } from "./tools-data.ts";

/** Generated values: schema coverage, speed, and whether each keyword can be violated. */
export const generationArea: Area = {
  name: "generation",
  measure: async (folder) => [
    ...(await measureReal(schemasOf(realTools(folder)).filter((_, at) => at % realOneIn === 0))),
    ...(await measureSuite(folder)),
  ],
};

interface Named {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Returns each distinct schema once. */
function schemasOf(tools: readonly RealTool[]): readonly Named[] {
  const found = new Map<string, Named>();
  for (const { server, tool } of tools) {
    const { name, inputSchema: schema } = tool;
    if (!isJsonObject(schema)) continue;
    found.set(digestOf(schema), {
      name: `${server}/${typeof name === "string" ? name : ""}`,
      schema,
    });
  }
  return [...found.values()];
}

const seed = 1;
/** Compiling takes longer than generating, so we sample one schema in five. */
const realOneIn = 5;
const valuesForEach = 12;
/** Violating every keyword takes many values, so we sample the schemas. */
const brokenOneIn = 12;
const wanted = 10_000;

interface Tally {
  readonly empty: string[];
  readonly refused: string[];
  readonly unbroken: string[];
  values: number;
  broken: number;
  ms: number;
}

async function measureReal(schemas: readonly Named[]): Promise<readonly Row[]> {
  if (schemas.length === 0) return [];
  await using engine = createSchemaEngine({ clock: systemClock });
  const tally: Tally = { empty: [], refused: [], unbroken: [], values: 0, broken: 0, ms: 0 };
  for (const [index, named] of schemas.entries()) {
    const generator = await countValid(
      named,
      { engine, purpose: "input", count: valuesForEach },
      tally,
    );
    if (index % brokenOneIn === 0) await countBroken(named, generator, tally);
  }
  return [
    {
      what: "different real input schemas tried",
      figure: schemas.length,
      unit: "count",
      note: `one in ${realOneIn}`,
    },
    shareRow("real input schemas with a valid input", schemas.length, tally),
    { what: "valid inputs made", figure: tally.values, unit: "count" },
    {
      what: "10,000 valid inputs, compiling included",
      figure: (tally.ms / tally.values) * wanted,
      unit: "ms",
      bound: { at: "most", value: 60_000 },
    },
    {
      what: "keywords broken one by one",
      figure: tally.broken / (tally.broken + tally.unbroken.length),
      unit: "rate",
      bound: { at: "least", value: 0.98 },
      ...noteOf(tally.unbroken),
    },
  ];
}

interface Means {
  readonly engine: SchemaEngine;
  readonly purpose: Purpose;
  readonly count: number;
}

/** Counts generated values. All of them are valid: the generator checks each with the engine. */
async function countValid(
  { name, schema }: Named,
  { engine, purpose, count }: Means,
  tally: Tally,
): Promise<ValueGenerator | undefined> {
  const started = performance.now();
  const generation = await createGenerator(schema, { engine, seed, purpose });
  if (generation.kind === "refused") {
    tally.refused.push(name);
    return undefined;
  }
  const values = await Array.fromAsync(generation.generator.valid(count));
  tally.ms += performance.now() - started;
  tally.values += values.length;
  if (values.length === 0) tally.empty.push(name);
  return generation.generator;
}

async function countBroken(
  { name }: Named,
  generator: ValueGenerator | undefined,
  tally: Tally,
): Promise<void> {
  if (generator === undefined) return;
  for await (const breach of generator.invalid()) {
    if (breach.kind === "broken") tally.broken += 1;
    else tally.unbroken.push(`${name}${breach.schemaPointer}/${breach.keyword}`);
  }
}

/** Measures the satisfiable schemas of the official suite, which are harder than real ones. */
async function measureSuite(folder: string): Promise<readonly Row[]> {
  const schemas = suiteSchemas(folder).filter(({ isSatisfied }) => isSatisfied);
  if (schemas.length === 0) return [];
  await using engine = createSchemaEngine({ clock: systemClock, checks: capabilityChecks });
  const tally: Tally = { empty: [], refused: [], unbroken: [], values: 0, broken: 0, ms: 0 };
  for (const named of schemas)
    await countValid(named, { engine, purpose: "output", count: 1 }, tally);
  return [
    { what: "schemas of the official suite", figure: schemas.length, unit: "count" },
    shareRow("schemas of the official suite with a valid value", schemas.length, tally),
  ];
}

function shareRow(what: string, all: number, { empty, refused }: Tally): Row {
  const without = [...refused.map((name) => `${name} (refused)`), ...empty];
  return {
    what,
    figure: 1 - without.length / all,
    unit: "rate",
    bound: { at: "least", value: 0.95 },
    ...(without.length === 0 ? {} : { note: `without: ${without.join(", ")}` }),
  };
}

function noteOf(unbroken: readonly string[]): Pick<Row, "note"> {
  const [first] = unbroken;
  return first === undefined ? {} : { note: `first unbroken: ${first}` };
}
