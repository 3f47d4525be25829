import { isJsonObject, type JsonSchema, type JsonValue, readContract } from "@toolcourt/sdk";
import { builtinRules, type Finding, lintContract } from "@toolcourt/sdk/rules";
import type { SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import { schemaRules } from "../packages/contracts/src/schemas/rules.ts";
import { type Hazard, numberIn } from "./hazard.ts";

/** Resolves to whether a hostile schema was handled as its label asks. */
export type Sentence = (hazard: Hazard, engine: SchemaEngine) => Promise<boolean>;

const maxMs = 250;

/** Checks by the words of a label. The more specific patterns come first. */
const sentences: readonly (readonly [RegExp, Sentence])[] = [
  [/must not see each other|two tools with/, twinsAreApart],
  [/pollut|pwned|execut/, isHarmless],
  [/must be invalid/, async (hazard, engine) => (await verdictOn(hazard, engine)) === "invalid"],
  [/must be valid/, async (hazard, engine) => (await verdictOn(hazard, engine)) === "valid"],
  [
    /or close|and close|closed/,
    async (hazard, engine) =>
      isRefused(hazard, engine).then(async (refused) => refused || isClosed(hazard, engine)),
  ],
  [/bounded|within|at most/, isBounded],
  [
    /exclude|quarantine/,
    async (hazard) => findings(hazard).some(({ severity }) => severity === "error"),
  ],
  [/flag|warn/, async (hazard) => findings(hazard).some(aboutInput)],
  [/reject|refuse|deny|block/, isRefused],
  [/accept|allow|compile/, async (hazard, engine) => !(await isRefused(hazard, engine))],
];

export function sentenceFor(label: string): Sentence | undefined {
  return sentences.find(([pattern]) => pattern.test(label))?.[1];
}

/** Asks the engine first: only admitted schemas are small enough for every rule. */
async function isRefused(hazard: Hazard, engine: SchemaEngine): Promise<boolean> {
  if (isJsonObject(hazard.schema)) {
    const compilation = await engine.compile(hazard.schema, "input");
    if (compilation.kind === "refused") return true;
  }
  return findings(hazard).some((finding) => finding.severity === "error" && aboutInput(finding));
}

async function isBounded(hazard: Hazard, engine: SchemaEngine): Promise<boolean> {
  const allowedMs = numberIn(/<=\s*\d+ ms/.exec(hazard.expect)?.[0] ?? "") ?? maxMs;
  if (!isJsonObject(hazard.schema)) return isRefused(hazard, engine);
  const compilation = await engine.compile(hazard.schema, "output");
  if (compilation.kind === "refused") return true;
  const start = performance.now();
  await compilation.validate(hazard.data ?? {});
  return performance.now() - start <= allowedMs;
}

/**
 * Returns whether the schema is refused, or used without prototype pollution and without code
 * execution.
 */
async function isHarmless(hazard: Hazard, engine: SchemaEngine): Promise<boolean> {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  for (const purpose of ["input", "output"] as const) await verdictOn(hazard, engine, purpose);
  return Object.getOwnPropertyNames(Object.prototype).join() === before && !("pwned" in globalThis);
}

async function isClosed(hazard: Hazard, engine: SchemaEngine): Promise<boolean> {
  const strangers: readonly JsonValue[] = [{ "no such argument": 1 }, [], "text"];
  const verdicts = await Promise.all(
    strangers.map((data) => verdictOn({ ...hazard, data }, engine, "input")),
  );
  return verdicts.every((verdict) => verdict === "invalid");
}

/** Checks that two tools with one name but different schemas are each judged by their own. */
async function twinsAreApart(hazard: Hazard, engine: SchemaEngine): Promise<boolean> {
  if (!isJsonObject(hazard.schema)) return false;
  const twin = { ...hazard, schema: { $id: hazard.schema["$id"] ?? "", type: "number" } };
  const verdicts = [
    await verdictOn({ ...hazard, data: {} }, engine),
    await verdictOn({ ...twin, data: {} }, engine),
    await verdictOn({ ...twin, data: 1 }, engine),
  ];
  return verdicts.join() === "valid,invalid,valid";
}

async function verdictOn(
  { schema, data }: Hazard,
  engine: SchemaEngine,
  purpose: "input" | "output" = "output",
): Promise<"valid" | "invalid" | "refused"> {
  if (!isJsonObject(schema)) return "refused";
  const compilation = await engine.compile(schema, purpose);
  return compilation.kind === "refused" ? "refused" : (await compilation.validate(data ?? {})).kind;
}

function findings({ schema }: Hazard): readonly Finding[] {
  const reading = readContract({ server: "hostile", tool: { ...harmless, inputSchema: schema } });
  if (reading.kind === "unreadable") {
    return [
      { rule: "contract", severity: "error", requirements: [], ...reading, pointer: "/input" },
    ];
  }
  return lintContract(reading.contract, {
    rules: [...builtinRules, ...schemaRules],
    profiles: ["core"],
    scene: { namesakes: () => 1, now: 0 },
  });
}

function aboutInput({ pointer }: Finding): boolean {
  return pointer.startsWith("/input");
}

const output: JsonSchema = {
  type: "object",
  properties: { found: { type: "boolean", description: "Whether it was found" } },
  required: ["found"],
  additionalProperties: false,
};

const harmless = {
  name: "find-thing",
  description: "Says whether a thing is known. Use it when a person asks for a thing.",
  outputSchema: output,
};
