import { afterAll, describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { createSchemaEngine } from "../../packages/contracts/src/schemas/engine.ts";
import {
  findingsOf,
  type TestReport,
} from "../../packages/toolcourt/src/authoring/probing/report.ts";
import { visit, visitAgain } from "./visit.ts";
import { broken, correct } from "./zoo.ts";

const engine = createSchemaEngine({ clock: systemClock });
afterAll(() => engine[Symbol.asyncDispose]());

// Enough for every defect. The corpus tests them longer and with more seeds.
const visited = { engine, seed: 1, calls: 50 };

function rulesIn(report: TestReport): ReadonlySet<string> {
  return new Set(findingsOf(report).map(({ rule }) => rule));
}

describe.each(Object.entries(broken))("the broken server %s", (_, exhibit) => {
  it("is reported for its one defect, which the finding can reproduce", async () => {
    const report = await visit(exhibit, visited);
    const [first] = findingsOf(report);

    expect(rulesIn(report)).toEqual(new Set([exhibit.breaks]));
    const again = first && (await visitAgain(exhibit, first, visited));
    expect(again && rulesIn(again)).toEqual(new Set([exhibit.breaks]));
  });
});

describe.each(Object.entries(correct))("the correct server %s", (_, exhibit) => {
  it("causes no finding, although it is called", async () => {
    const report = await visit(exhibit, visited);

    expect(findingsOf(report)).toEqual([]);
    expect(report.tools.map(({ calls }) => calls > 0)).not.toContain(false);
  });
});
