import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { createSchemaEngine } from "../packages/contracts/src/schemas/engine.ts";
import {
  findingsOf,
  type TestFinding,
} from "../packages/toolcourt/src/authoring/probing/report.ts";
import type { Exhibit } from "../test/zoo/server.ts";
import { type Visit, visit, visitAgain } from "../test/zoo/visit.ts";
import { broken, correct } from "../test/zoo/zoo.ts";
import type { Area, Row } from "./area.ts";
import { measureOfficial } from "./zoo-official.ts";

/** Server testing: its findings in deliberately broken servers and in sound ones. */
export const zooArea: Area = {
  name: "zoo",
  // In parallel: the official servers are processes that mostly wait.
  measure: async () => (await Promise.all([measureZoo(), measureOfficial()])).flat(),
};

const callsForEach = 50;
const brokenSeed = 101;
const correctSeeds = Array.from({ length: 20 }, (_, index) => 201 + index);

async function measureZoo(): Promise<readonly Row[]> {
  await using engine = createSchemaEngine({ clock: systemClock });
  const means = { engine, calls: callsForEach };
  return [...(await measureBroken(means)), ...(await measureCorrect(means))];
}

type Means = Omit<Visit, "seed" | "again">;

interface Tally {
  readonly missed: string[];
  readonly beside: string[];
  readonly unrepeated: string[];
  visits: number;
}

async function measureBroken(means: Means): Promise<readonly Row[]> {
  const tally: Tally = { missed: [], beside: [], unrepeated: [], visits: 0 };
  for (const [name, exhibit] of Object.entries(broken)) {
    await countBroken(name, exhibit, { ...means, seed: brokenSeed, tally });
  }
  const { missed, beside, unrepeated, visits } = tally;
  return [
    {
      what: "servers with one defect each",
      figure: Object.keys(broken).length,
      unit: "count",
      bound: { at: "least", value: 25 },
    },
    shareRow("defects found, each by its rule", missed, visits),
    shareRow("defects that show again as the finding says", unrepeated, visits),
    noneRow("findings beside the defect", beside),
  ];
}

async function countBroken(
  name: string,
  exhibit: Exhibit,
  { tally, ...visited }: Visit & { readonly tally: Tally },
): Promise<void> {
  const called = `${name} with seed ${visited.seed}`;
  const findings = findingsOf(await visit(exhibit, visited));
  const isExpected = ({ rule }: TestFinding): boolean => rule === exhibit.breaks;
  const defect = findings.find(isExpected);
  const others = findings.filter((finding) => !isExpected(finding));
  tally.visits += 1;
  tally.beside.push(...others.map(({ rule }) => `${rule} in ${called}`));
  if (defect === undefined) {
    tally.missed.push(called);
    tally.unrepeated.push(called);
    return;
  }
  const again = findingsOf(await visitAgain(exhibit, defect, visited));
  if (!again.some(isExpected)) tally.unrepeated.push(called);
}

async function measureCorrect(means: Means): Promise<readonly Row[]> {
  const alarms: string[] = [];
  let calls = 0;
  for (const [name, exhibit] of Object.entries(correct)) {
    for (const seed of correctSeeds) {
      const report = await visit(exhibit, { ...means, seed });
      calls += report.tools.reduce((sum, tool) => sum + tool.calls, 0);
      const said = findingsOf(report).map(({ rule }) => `${rule} in ${name} with seed ${seed}`);
      alarms.push(...said);
    }
  }
  return [
    {
      what: "correct servers",
      figure: Object.keys(correct).length,
      unit: "count",
      bound: { at: "least", value: 10 },
      note: `${correctSeeds.length} seeds each`,
    },
    { what: "calls of correct servers", figure: calls, unit: "count" },
    noneRow("false alarms", alarms),
  ];
}

function shareRow(what: string, without: readonly string[], all: number): Row {
  return {
    what,
    figure: 1 - without.length / all,
    unit: "rate",
    bound: { at: "exactly", value: 1 },
    ...firstOf(without),
  };
}

function noneRow(what: string, found: readonly string[]): Row {
  return {
    what,
    figure: found.length,
    unit: "count",
    bound: { at: "exactly", value: 0 },
    ...firstOf(found),
  };
}

function firstOf(names: readonly string[]): Pick<Row, "note"> {
  const [first] = names;
  return first === undefined ? {} : { note: `first: ${first}` };
}
