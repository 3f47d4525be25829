import type { JsonSchema, JsonValue } from "@toolcourt/sdk";
import { Ajv2020 } from "ajv/dist/2020.js";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { createSchemaEngine } from "../packages/contracts/src/schemas/engine.ts";

export interface Overhead {
  readonly bareUs: number;
  readonly engineUs: number;
}

const rounds = 15;
const callsPerRound = 20_000;

/**
 * Compares the engine's validation of a typical output with bare Ajv, in turns on the same machine.
 * The best round counts: in the others another process had the CPU.
 */
export async function measureOverhead(): Promise<Overhead> {
  const bare = new Ajv2020({ strict: false, logger: false }).compile(schema);
  await using engine = createSchemaEngine({ clock: systemClock });
  const compilation = await engine.compile(schema, "output");
  if (compilation.kind === "refused") throw new Error("The typical schema was refused.");
  const { validate } = compilation;
  const bareTimes: number[] = [];
  const engineTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bareTimes.push(timeOf(() => bare(value)));
    engineTimes.push(timeOf(() => validate(value)));
  }
  return { bareUs: Math.min(...bareTimes), engineUs: Math.min(...engineTimes) };
}

function timeOf(call: () => unknown): number {
  const start = performance.now();
  for (let i = 0; i < callsPerRound; i += 1) call();
  return ((performance.now() - start) * 1_000) / callsPerRound;
}

const kinds: readonly { readonly schema: JsonSchema; readonly value: JsonValue }[] = [
  { schema: { type: "string", minLength: 1, maxLength: 200 }, value: "Geneva" },
  { schema: { type: "number", minimum: -100, maximum: 100 }, value: 21.5 },
  { schema: { type: "boolean" }, value: true },
  { schema: { enum: ["sunny", "cloudy", "rainy"] }, value: "cloudy" },
  { schema: { type: "array", items: { type: "string" } }, value: ["a", "b", "c"] },
];

const fields = Array.from({ length: 20 }, (_, i) => ({
  name: `field${i}`,
  ...kinds[i % kinds.length],
}));

const schema: JsonSchema = {
  type: "object",
  properties: Object.fromEntries(fields.map((field) => [field.name, field.schema ?? {}])),
  required: fields.map((field) => field.name),
  additionalProperties: false,
};

const value: JsonValue = Object.fromEntries(
  fields.map((field) => [field.name, field.value ?? null]),
);
