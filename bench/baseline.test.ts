import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Baseline,
  describeRegressions,
  findRegressions,
  readBaseline,
  type Times,
  writeBaseline,
} from "./baseline.ts";

const checkout = {
  commit: "0123456789012345678901234567890123456789",
  date: "2026-11-17T12:00:00.000Z",
  machine: { cpu: "a processor", cores: 2, node: "24.21.0", load: 0.1 },
};
const baseline: Baseline = {
  ...checkout,
  note: "a new client",
  timesRaw: { memory: 2, "sqlite-read": 3 },
};

/** Measures what is in the table, one line per run, and notes the rows of each. */
function measuring(...runs: readonly Readonly<Record<string, number>>[]) {
  const asked: (readonly string[])[] = [];
  const measure = (rows: readonly string[]): Promise<Times> => {
    const times = runs[asked.length] ?? {};
    asked.push(rows);
    return Promise.resolve(new Map(rows.map((row) => [row, times[row]])));
  };
  return { asked, measure };
}

const rows = ["memory", "sqlite-read"];

describe("findRegressions", () => {
  it("measures once if no row costs over 15 % more", async () => {
    const { asked, measure } = measuring({ memory: 2.29, "sqlite-read": 1 });
    expect(await findRegressions(baseline, rows, measure)).toEqual([]);
    expect(asked).toEqual([rows]);
  });

  it("finds a row that costs more twice in a row", async () => {
    const { asked, measure } = measuring({ memory: 2.4, "sqlite-read": 3 }, { memory: 2.5 });
    const found = await findRegressions(baseline, rows, measure);
    expect(found).toEqual([{ row: "memory", before: 2, after: 2.5 }]);
    expect(asked).toEqual([rows, ["memory"]]);
  });

  it("forgives a row that costs more only once", async () => {
    const { measure } = measuring({ memory: 2.4, "sqlite-read": 3 }, { memory: 2.1 });
    expect(await findRegressions(baseline, rows, measure)).toEqual([]);
  });

  it("measures a row with wrong answers again, and finds it if it still has no figure", async () => {
    const { measure } = measuring({ "sqlite-read": 3 }, {});
    const found = await findRegressions(baseline, rows, measure);
    expect(found).toEqual([{ row: "memory", before: 2, after: undefined }]);
  });

  it("refuses a row that the baseline does not have", async () => {
    const { measure } = measuring({ sse: 2 });
    await expect(findRegressions(baseline, ["sse"], measure)).rejects.toThrow("--move-baseline");
  });
});

describe("describeRegressions", () => {
  it("names the row, both costs, the baseline and the next command", () => {
    const text = describeRegressions(baseline, [{ row: "memory", before: 2, after: 2.5 }]);
    expect(text).toContain("memory: 2.50 times the raw proxy, 2.00 before");
    expect(text).toContain("01234567 (a new client)");
    expect(text).toContain("npm run bench -- --short");
  });
});

describe("a baseline file", () => {
  let folder = "";
  let file = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bench-baseline-"));
    file = join(folder, "baseline.json");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is read as it was written, with two digits", () => {
    const found = new Map([["memory", 2.345_6]]);
    writeBaseline(file, { checkout, note: "why", found });
    expect(readBaseline(file)).toEqual({ ...checkout, note: "why", timesRaw: { memory: 2.35 } });
  });

  it("is not written if a row has no figure", () => {
    const found = new Map([["memory", undefined]]);
    expect(() => writeBaseline(file, { checkout, note: "why", found })).toThrow("memory");
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ["no JSON", "{"],
    ["no note", JSON.stringify({ ...baseline, note: "" })],
    ["a short commit", JSON.stringify({ ...baseline, commit: "0123456" })],
    ["an unknown key", JSON.stringify({ ...baseline, rows: {} })],
  ])("is refused with the next command if it has %s", (_, text) => {
    writeFileSync(file, text);
    expect(() => readBaseline(file)).toThrow(/baseline\.json[^]+--move-baseline/);
  });

  it("is refused with the next command if there is none", () => {
    expect(() => readBaseline(file)).toThrow(/baseline\.json[^]+--move-baseline/);
  });
});
