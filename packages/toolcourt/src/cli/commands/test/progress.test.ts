import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createTestProgress, fitWidth } from "./progress.ts";

const ignore = (): void => undefined;

function setUp(columns = 100) {
  const clock = createFakeClock();
  const lines: string[] = [];
  const progress = (text: string): void => void lines.push(text);
  const terminal = { out: ignore, err: ignore, progress, columns, color: false };
  return { clock, lines, show: createTestProgress({ terminal, clock, budget }) };
}

const budget = { timeMs: 300_000, callsPerTool: 100 };
const first = { tool: "search", done: 0, tools: 4, calls: 1 };

describe("createTestProgress", () => {
  it("shows the tool, the calls and an upper bound of the time left", () => {
    const { show, lines } = setUp();

    show(first);

    expect(lines).toEqual(["[....................] 1/4  1 call  at most 5 min left  search"]);
  });

  it("estimates the time left from the finished tools", async () => {
    const { clock, show, lines } = setUp();

    await clock.advance(10_000);
    show({ ...first, done: 1, calls: 80 });

    expect(lines).toEqual(["[#####...............] 2/4  80 calls  about 30 s left  search"]);
  });

  it("advances within a tool, as far as its calls allow", async () => {
    const { clock, show, lines } = setUp();
    const only = { ...first, tools: 1 };

    show(only);
    await clock.advance(10_000);
    show({ ...only, calls: 51 });
    await clock.advance(10_000);
    show({ ...only, calls: 1_001 });

    expect(lines).toEqual([
      "[....................] 1/1  1 call  at most 5 min left  search",
      "[##########..........] 1/1  51 calls  about 10 s left  search",
      "[###################.] 1/1  1001 calls  about 2 s left  search",
    ]);
  });

  it("never estimates more time than the budget has", async () => {
    const { clock, show, lines } = setUp();

    await clock.advance(200_000);
    show({ ...first, done: 1 });

    expect(lines.join("\n")).toContain("at most 100 s left");
  });

  it("redraws a few times a second, and at once for each new tool", async () => {
    const { clock, show, lines } = setUp();

    for (const calls of [1, 2, 3]) show({ ...first, calls });
    show({ ...first, done: 1 });
    await clock.advance(100);
    show({ ...first, done: 1, calls: 9 });

    expect(lines.map((line) => line.slice(23, 36))).toEqual([
      "1/4  1 call  ",
      "2/4  1 call  ",
      "2/4  9 calls ",
    ]);
  });

  it.each([0, 40, 100, 300])("stays on one line of %i columns for any tool name", (columns) => {
    const { show, lines } = setUp(columns);

    show({ ...first, tool: `\u001b[2J\n${"日".repeat(100)}` });

    expect(lines.join("").length).toBeLessThan(columns === 0 ? 80 : Math.min(columns, 80));
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
  });
});

describe("fitWidth", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["abc", 1, "…"],
    ["e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
    ["👩‍👩‍👧👩‍👩‍👧", 4, "👩‍👩‍👧👩‍👩‍👧"],
    ["👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"],
    ["🇨🇭🇨🇭", 4, "🇨🇭🇨🇭"],
    ["☀️☀", 3, "☀️☀"],
    ["ｱｲｳ", 3, "ｱｲｳ"],
    ["「。」", 5, "「。…"],
    ["각각", 4, "각각"],
  ])("shortens %s to %i columns: %s", (text, columns, shown) => {
    expect(fitWidth(text, columns)).toBe(shown);
  });
});
