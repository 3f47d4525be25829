import {
  digestOf,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  readContract,
  type ToolContract,
} from "@toolcourt/sdk";
import {
  compareTools,
  type ToolComparison,
} from "../packages/contracts/src/comparison/compare-tools.ts";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { createSchemaEngine, type SchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import type { Area, Row } from "./area.ts";
import { breakingEdits } from "./diff-breaking.ts";
import { harmlessEdits } from "./diff-harmless.ts";
import type { Edit } from "./diff-kinds.ts";
import { measureProofs } from "./diff-proofs.ts";
import { membersAt, replaceAt, spotsIn } from "./diff-spots.ts";
import { type RealTool, realTools } from "./tools-data.ts";

/** Differences between versions: edits of known effect, applied to real tools. */
export const diffArea: Area = {
  name: "diff",
  measure: async (folder) => [
    ...(await measureDiff(chosen(realTools(folder)))),
    ...(await measureProofs(folder)),
  ],
};

const wanted = 200;
/** Extra tools, because the engine refuses some. */
const spare = 10;
const editsForEach = 5;

/** Picks tools with distinct, editable schemas from across the corpus. */
function chosen(tools: readonly RealTool[]): readonly RealTool[] {
  const seen = new Set<string>();
  const editable = tools.filter(({ tool: { inputSchema } }) => {
    if (!isJsonObject(inputSchema) || membersAt(inputSchema).length === 0) return false;
    const digest = digestOf(inputSchema);
    return !seen.has(digest) && seen.add(digest);
  });
  const every = Math.max(1, Math.floor(editable.length / (wanted + spare)));
  return editable.filter((_, index) => index % every === 0).slice(0, wanted + spare);
}

interface Edited {
  readonly name: string;
  readonly before: ToolContract;
  readonly after: ToolContract;
}

/** Yields the wanted number of edits. Varies kinds and places before it repeats any. */
function* editsOf(
  { server, tool }: RealTool,
  edits: readonly Edit[],
  turn: number,
): Generator<Edited> {
  const { inputSchema } = tool;
  if (!isJsonObject(inputSchema)) return;
  const before = contractOf(tool, server);
  const spots = spotsIn(inputSchema);
  const seen = new Set([digestOf(inputSchema)]);
  for (let round = 0; round < spots.length; round += 1) {
    for (const index of edits.keys()) {
      const edit = edits[(index + turn) % edits.length];
      const spot = spots[(round + index * 7 + turn) % spots.length];
      if (edit === undefined || spot === undefined) continue;
      const changed = edit.apply(spot.schema, spot.path.length === 0);
      if (changed === undefined) continue;
      const after = { ...tool, inputSchema: replaceAt(inputSchema, spot.path, changed) };
      const digest = digestOf(after.inputSchema);
      if (seen.has(digest)) continue;
      seen.add(digest);
      yield {
        name: `${server}/${before.name}: ${edit.name} at /${spot.path.join("/")}`,
        before,
        after: contractOf(after, server),
      };
    }
  }
}

function contractOf(tool: JsonObject, server: string): ToolContract {
  const read = readContract({ server, tool });
  if (read.kind === "unreadable") throw new Error(`${server} has a tool that cannot be read.`);
  return read.contract;
}

interface Tally {
  readonly missed: string[];
  readonly alarms: string[];
  readonly falseWitnesses: string[];
  readonly times: number[];
  schemas: number;
  breaking: number;
  harmless: number;
  verdicts: number;
}

async function measureDiff(tools: readonly RealTool[]): Promise<readonly Row[]> {
  if (tools.length === 0) return [];
  await using engine = createSchemaEngine({ clock: systemClock });
  const tally: Tally = {
    missed: [],
    alarms: [],
    falseWitnesses: [],
    times: [],
    schemas: 0,
    breaking: 0,
    harmless: 0,
    verdicts: 0,
  };
  for (const [turn, real] of tools.entries()) {
    const { inputSchema } = real.tool;
    if (tally.schemas === wanted) break;
    if (!isJsonObject(inputSchema) || !(await isUsable(inputSchema, engine))) continue;
    tally.schemas += 1;
    for (const edited of editsOf(real, breakingEdits, turn).take(editsForEach)) {
      await judgeBreaking(edited, engine, tally);
    }
    for (const edited of editsOf(real, harmlessEdits, turn).take(editsForEach)) {
      await judgeHarmless(edited, engine, tally);
    }
  }
  return rowsOf(tally);
}

async function judgeBreaking(edited: Edited, engine: SchemaEngine, tally: Tally): Promise<void> {
  tally.breaking += 1;
  const { changes } = await timed(edited, engine, tally);
  if (!changes.some(({ kind }) => kind === "breaking")) tally.missed.push(edited.name);
}

async function judgeHarmless(edited: Edited, engine: SchemaEngine, tally: Tally): Promise<void> {
  tally.harmless += 1;
  const { difference } = await timed(edited, engine, tally);
  const isRight = difference === "cosmetic" || difference === "compatible";
  if (!isRight) tally.alarms.push(`${edited.name}: ${difference}`);
}

async function isUsable(schema: JsonSchema, engine: SchemaEngine): Promise<boolean> {
  return (await engine.compile(schema, "input")).kind === "compiled";
}

async function timed(
  { name, before, after }: Edited,
  engine: SchemaEngine,
  tally: Tally,
): Promise<ToolComparison> {
  const started = performance.now();
  const comparison = await compareTools(before, after, { engine, seed: 1 });
  tally.times.push(performance.now() - started);
  for (const change of comparison.changes) {
    if (change.kind !== "breaking") continue;
    tally.verdicts += 1;
    const [worked, works] = [
      await accepts(before.input, change.witness, engine),
      await accepts(after.input, change.witness, engine),
    ];
    if (!worked || works) tally.falseWitnesses.push(name);
  }
  return comparison;
}

async function accepts(
  schema: JsonSchema,
  value: JsonValue,
  engine: SchemaEngine,
): Promise<boolean> {
  const compilation = await engine.compile(schema, "input");
  return compilation.kind === "compiled" && (await compilation.validate(value)).kind === "valid";
}

function rowsOf(tally: Tally): readonly Row[] {
  const { missed, alarms, falseWitnesses, times, breaking, harmless } = tally;
  const wrong = [...missed, ...alarms];
  return [
    { what: "real tools edited", figure: tally.schemas, unit: "count" },
    { what: "breaking edits", figure: breaking, unit: "count" },
    { what: "harmless edits", figure: harmless, unit: "count" },
    {
      what: "edits classified right",
      figure: 1 - wrong.length / (breaking + harmless),
      unit: "rate",
      bound: { at: "least", value: 0.99 },
      ...(wrong.length === 0 ? {} : { note: `wrong: ${wrong.slice(0, 3).join("; ")}` }),
    },
    { what: "breaking edits not called so", figure: missed.length, unit: "count" },
    { what: "harmless edits called anything worse", figure: alarms.length, unit: "count" },
    { what: "breaking verdicts", figure: tally.verdicts, unit: "count" },
    {
      what: "breaking verdicts whose witness does not hold",
      figure: falseWitnesses.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
    },
    {
      what: "one comparison, on average",
      figure: times.reduce((sum, each) => sum + each, 0) / times.length,
      unit: "ms",
    },
  ];
}
