import { parseJson } from "@toolcourt/sdk";
import { objectionsBetween } from "../packages/contracts/src/comparison/objections.ts";
import { documentOf, type SchemaDocument } from "../packages/contracts/src/generation/layer.ts";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { capabilityChecks } from "../packages/contracts/src/schemas/admission/admit.ts";
import { createSchemaEngine, type SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Row } from "./area.ts";
import { type SuiteSchema, suiteSchemas } from "./suite.ts";

/** All pairs take half a minute, so we sample one schema in three. */
const oneIn = 3;

interface Judged {
  readonly name: string;
  readonly dialect: string;
  readonly document: SchemaDocument;
  /** The values that the schema accepts, as text. */
  readonly accepted: ReadonlySet<string>;
}

/**
 * Checks proofs that one schema accepts everything another does. The values come from the official
 * suite, independent of the prover; its schemas differ in every way.
 */
export async function measureProofs(folder: string): Promise<readonly Row[]> {
  const schemas = suiteSchemas(folder).filter((_, index) => index % oneIn === 0);
  if (schemas.length === 0) return [];
  await using engine = createSchemaEngine({ clock: systemClock, checks: capabilityChecks });
  const judged = await judgeAll(schemas, engine);
  const pairs = judged.flatMap((from) =>
    judged.flatMap((into) =>
      from !== into && from.dialect === into.dialect ? [[from, into]] : [],
    ),
  );
  const proven = pairs.filter(([from, into]) => isProven(from, into));
  const wrong = proven.filter(
    ([from, into]) => from?.accepted.isSubsetOf(into?.accepted ?? new Set()) !== true,
  );
  const [first] = wrong;
  return [
    { what: "pairs of schemas of the official suite", figure: pairs.length, unit: "count" },
    { what: "pairs proven compatible", figure: proven.length, unit: "count" },
    {
      what: "proofs that a value of the suite contradicts",
      figure: wrong.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      ...(first === undefined
        ? {}
        : { note: `first: ${first.map(({ name }) => name).join(" into ")}` }),
    },
  ];
}

function isProven(from: Judged | undefined, into: Judged | undefined): boolean {
  if (from === undefined || into === undefined) return false;
  return objectionsBetween(from.document, into.document, false).length === 0;
}

async function judgeAll(
  schemas: readonly SuiteSchema[],
  engine: SchemaEngine,
): Promise<readonly Judged[]> {
  const texts = new Set(
    schemas.flatMap(({ values }) => values.map((value) => JSON.stringify(value))),
  );
  const values = [...texts].map((text) => ({ text, value: parseJson(text) }));
  const judged: Judged[] = [];
  for (const { name, dialect, schema } of schemas) {
    const compilation = await engine.compile(schema, "output");
    if (compilation.kind === "refused") continue;
    const accepted = new Set<string>();
    for (const { text, value } of values) {
      if ((await compilation.validate(value)).kind === "valid") accepted.add(text);
    }
    judged.push({ name, dialect, document: documentOf(schema, "output"), accepted });
  }
  return judged;
}
