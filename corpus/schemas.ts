import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { capabilityChecks } from "../packages/contracts/src/schemas/admission/admit.ts";
import { createSchemaEngine, type SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Area, Row } from "./area.ts";
import { measureHostile } from "./hostile.ts";
import { measureOverhead } from "./overhead.ts";
import { sentenceFor } from "./sentence.ts";
import { measureSuite } from "./suite.ts";

/** The schema engine: correctness, robustness, and cost. */
export const schemasArea: Area = {
  name: "schemas",
  measure: async (folder) => {
    // The suite tests capability, so it uses names that we would not admit.
    await using capable = createSchemaEngine({ clock: systemClock, checks: capabilityChecks });
    await using engine = createSchemaEngine({ clock: systemClock });
    const suite = await measureSuite(folder, capable);
    await warm(engine);
    const hostile = await measureHostile(folder, engine);
    return suite.length + hostile.length === 0
      ? []
      : [...suite, ...hostile, ...(await overheadRows())];
  },
};

/** Loads the compilers, as in a running gateway. Their load time is not a property of a schema. */
async function warm(engine: SchemaEngine): Promise<void> {
  await engine.compile({ type: "object", properties: { a: { $ref: "#" } } }, "output");
  await engine.compile({ type: "object", properties: { a: { pattern: "^a+$" } } }, "input");
  const harmless = { id: "", name: "", expect: "", schema: { type: "object" }, data: undefined };
  await sentenceFor("reject")?.(harmless, engine);
}

async function overheadRows(): Promise<readonly Row[]> {
  const { bareUs, engineUs } = await measureOverhead();
  return [
    { what: "validate 20 fields, bare Ajv", figure: bareUs, unit: "µs" },
    {
      what: "validate 20 fields, more than bare Ajv",
      figure: engineUs - bareUs,
      unit: "µs",
      bound: { at: "most", value: 3 },
    },
  ];
}
