import { digestOf, isJsonObject, own, type ToolContract } from "@toolcourt/sdk";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import type { SchemaRefusal } from "../packages/contracts/src/schemas/admission/admit.ts";
import { createSchemaEngine, type SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Row } from "./area.ts";
import { offenderRow, quantileRows, rateRow } from "./tools-figures.ts";

interface Tally {
  readonly refused: string[];
  readonly crashed: string[];
  /** Refusals without a location or a reason. */
  readonly nameless: string[];
  readonly times: number[];
}

/**
 * Compiles real input schemas. Nearly all compile, and every refusal gives a location and a reason.
 */
export async function measureCompiling(
  contracts: readonly ToolContract[],
): Promise<readonly Row[]> {
  const withSchema = contracts.filter(({ asReceived }) =>
    isJsonObject(own(asReceived, "inputSchema")),
  );
  if (withSchema.length === 0) return [];
  await using engine = createSchemaEngine({ clock: systemClock });
  const tally: Tally = { refused: [], crashed: [], nameless: [], times: [] };
  const seen = new Map<string, boolean>();
  let compiled = 0;
  for (const contract of withSchema) {
    const digest = digestOf(contract.input);
    // The engine would answer from its cache the second time, which is not the measurement.
    const fine = seen.get(digest) ?? (await compile(contract, engine, tally));
    seen.set(digest, fine);
    if (fine) compiled += 1;
  }
  return [
    {
      what: "real input schemas",
      figure: withSchema.length,
      unit: "count",
      note: `${seen.size} different ones`,
    },
    rateRow("real input schemas that compile", [compiled, withSchema.length], {
      at: "least",
      value: 0.997,
    }),
    {
      what: "real input schemas refused",
      figure: tally.refused.length,
      unit: "count",
      ...firstOf(tally.refused),
    },
    offenderRow("refusals without a place or a rule", tally.nameless),
    offenderRow("real input schemas that crash the engine", tally.crashed),
    ...quantileRows("admission and compilation", tally.times, { at: "most", value: 100 }),
  ];
}

async function compile(
  contract: ToolContract,
  engine: SchemaEngine,
  tally: Tally,
): Promise<boolean> {
  const name = `${contract.server}/${contract.name}`;
  const started = performance.now();
  const compilation = await engine.compile(contract.input, "input").catch(() => undefined);
  tally.times.push(performance.now() - started);
  if (compilation?.kind === "compiled") return true;
  if (compilation === undefined) tally.crashed.push(name);
  else noteRefusal(name, compilation.refusals, tally);
  return false;
}

function noteRefusal(name: string, refusals: readonly SchemaRefusal[], tally: Tally): void {
  const [first] = refusals;
  tally.refused.push(`${name}${first?.pointer ?? ""} ${first?.rule ?? ""}`);
  const isNamed =
    first !== undefined && refusals.every(({ rule, message }) => rule !== "" && message !== "");
  if (!isNamed) tally.nameless.push(name);
}

function firstOf(offenders: readonly string[]): Pick<Row, "note"> {
  const [first] = offenders;
  return first === undefined ? {} : { note: first };
}
