import { describe, expect, it } from "vitest";
import { type Evidence, judgeRow, numberProblems } from "./judge-rows.ts";
import { readRows } from "./read-rows.ts";

const table = `# S9: an example

# Its first part
S9-1 src/a.ts src/b.ts
  src/a.test.ts > a > answers 1 > 0
  src/b.test.ts > refuses
S9-2 waits: needs more time
`;

const evidence: Evidence = {
  hasFile: (path) => path !== "src/gone.ts",
  titlesIn: (file) =>
    file === "src/a.test.ts"
      ? [
          { path: "a > answers", isSkipped: false },
          { path: "a > sleeps", isSkipped: true },
          { path: "$id keeps its promises > in form %#", isSkipped: false },
        ]
      : undefined,
  reaches: (file, code) => file === "src/a.test.ts" && code === "src/a.ts",
};

function problemsOf(row: string): readonly string[] {
  return readRows(row).flatMap((each) => judgeRow(each, evidence).problems);
}

describe("readRows", () => {
  it("reads numbers, code, tests and what a row waits for", () => {
    expect(readRows(table)).toEqual([
      {
        number: "S9-1",
        code: ["src/a.ts", "src/b.ts"],
        proofs: [
          { file: "src/a.test.ts", title: "a > answers 1 > 0" },
          { file: "src/b.test.ts", title: "refuses" },
        ],
      },
      { number: "S9-2", code: [], proofs: [], waitsFor: "needs more time" },
    ]);
  });

  it("refuses a line that is no test", () => {
    expect(() => readRows("S9-1 src/a.ts\n  src/a.test.ts answers\n")).toThrow("S9-1: expected");
  });
});

describe("judgeRow", () => {
  it.each([
    ["code and a test that loads it", "S9-1 src/a.ts\n  src/a.test.ts > a > answers"],
    ["the end of a title", "S9-1 src/a.ts\n  src/a.test.ts > answers"],
    [
      "one of the objects of describe.each",
      "S9-1 src/a.ts\n  src/a.test.ts > x/y keeps its promises > in form %#",
    ],
    ["what it waits for", "S9-1 waits: needs more time"],
  ])("accepts %s", (_, row) => {
    expect(problemsOf(row)).toEqual([]);
  });

  it.each([
    ["S9-1", ["names no code", "names no test"]],
    ["S9-1 src/a.ts", ["names no test"]],
    ["S9-1\n  src/a.test.ts > answers", ["names no code"]],
    ["S9-1 src/gone.ts\n  src/a.test.ts > answers", ["there is no file src/gone.ts"]],
    ["S9-1 src/a.ts\n  src/a.test.ts > a", ['src/a.test.ts has no test "a"']],
    ["S9-1 src/a.ts\n  src/a.test.ts > swers", ['src/a.test.ts has no test "swers"']],
    ["S9-1 src/a.ts\n  src/a.test.ts > sleeps", ['src/a.test.ts skips "sleeps"']],
    [
      "S9-1 src/a.ts\n  src/none.test.ts > answers",
      ["there is no file src/none.test.ts", "no test of it reaches src/a.ts"],
    ],
    ["S9-1 src/b.ts\n  src/a.test.ts > answers", ["no test of it reaches src/b.ts"]],
  ])("reports the flaws of %j", (row, problems) => {
    expect(problemsOf(row)).toEqual(problems);
  });
});

it("numberProblems reports numbers that are missing, doubled or unknown", () => {
  const rows = readRows("S9-1 a\nS9-1 a\nS9-7 a\n");

  expect(numberProblems(rows, ["S9-1", "S9-2"])).toEqual([
    "S9-2 has no row",
    "S9-1 has two rows",
    "S9-7 is no requirement",
  ]);
});
