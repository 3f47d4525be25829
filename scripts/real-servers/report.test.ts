import { describe, expect, it } from "vitest";
import { listServers } from "./list.ts";
import type { Measured } from "./measure.ts";
import { missedBounds, reportLines, totalsOf } from "./report.ts";

function measured(differences: Partial<Measured> = {}): Measured {
  const counts = { tools: 20, callable: 20, withApproval: 5, held: [], heldAfter: [] };
  return { server: "crm", version: "1.0.0", set: "A", ...counts, ...differences };
}

const held = { tool: "a", because: "unreviewed text/instructions", command: "toolcourt lock" };

describe("missedBounds", () => {
  it("misses none at exactly 95 % callable and 75 % without approval", () => {
    expect(missedBounds([measured({ callable: 19, withApproval: 4, held: [held] })])).toEqual([]);
    expect(missedBounds([measured()])).toEqual([]);
  });

  it.each<[Partial<Measured>, string]>([
    [{ callable: 18, withApproval: 0 }, "Fewer than 95.0 % are callable."],
    [{ withApproval: 6 }, "Fewer than 75.0 % are callable without approval."],
    [{ held: [{ tool: "a", because: "drifted" }] }, "No command is named for 1 held tools."],
    [{ heldAfter: ["a"] }, "1 tools are held after the named commands."],
    [{ because: "server-unreachable", tools: 0, callable: 0, withApproval: 0 }, "No server lists"],
  ])("is missed with %j", (differences, problem) => {
    expect(missedBounds([measured(differences)])).toEqual([expect.stringContaining(problem)]);
  });
});

describe("reportLines", () => {
  it("shows a row a server, and totals of all sets", () => {
    const away = {
      set: "B",
      because: "server-unreachable: it ended",
      tools: 0,
      callable: 0,
    } as const;
    const lines = reportLines([
      measured({ callable: 18, held: [held, held] }),
      measured({ ...away, server: "erp", withApproval: 0 }),
    ]);

    expect(lines[1]).toMatch(/^crm +1\.0\.0 +A +20 +18 +5 +2 unreviewed text\/instructions$/);
    expect(lines[2]).toMatch(/^erp .* - +- +- +server-unreachable: it ended$/);
    expect(lines.at(-1)).toContain("all: 1 of 2 servers list 20 tools, 18 callable (90.0 %)");
  });
});

it("counts servers that list nothing only as servers", () => {
  expect(totalsOf([])).toMatchObject({ servers: 0, listing: 0, callableShare: 1 });
});

describe("listServers", () => {
  it("has at least 24 servers of exact versions, each once, in all sets", () => {
    const all = listServers([]);

    expect(all.length).toBeGreaterThanOrEqual(24);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.every(({ version }) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
    expect(new Set(all.map(({ set }) => set))).toEqual(new Set(["A", "B", "C"]));
  });

  it("refuses a name that it does not know", () => {
    expect(() => listServers(["nothing"])).toThrow('There is no server "nothing"');
    expect(listServers(["stripe-mcp"])).toMatchObject([{ package: "@stripe/mcp" }]);
  });
});
