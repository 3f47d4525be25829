import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { createRandom } from "../promises/random.ts";
import { readCorpus } from "./corpus.ts";
import { noCoverage } from "./coverage.ts";
import { fuzzTarget } from "./fuzzer.ts";
import { mutate } from "./mutate.ts";
import { promised, type Target } from "./target.ts";
import { targetNames, targets } from "./targets/index.ts";
import * as planted from "./targets/planted.ts";

const deps = { words: ["word"], others: [Buffer.from("other")], maxLength: 100 };

function changed(seed: number): readonly Buffer[] {
  const random = createRandom(seed);
  return Array.from({ length: 200 }, () => mutate(Buffer.from("input"), { ...deps, random }));
}

describe("mutate", () => {
  it("repeats itself with the same seed, and stays within the length", () => {
    expect(changed(1)).toEqual(changed(1));
    expect(changed(1)).not.toEqual(changed(2));
    expect(Math.max(...changed(1).map(({ length }) => length))).toBeLessThanOrEqual(100);
  });
});

const program = resolve(import.meta.dirname, "../../scripts/fuzz.ts");

function run(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done, reject) => {
    const child = spawn(execPath, ["--conditions=@toolcourt/source", program, ...args]);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => done({ code, output }));
  });
}

const plain: Target = { fuzz: () => undefined, words: [], seeds: [], covers: /nothing/ };

describe("fuzzTarget", () => {
  // A process of its own: the coverage of this one belongs to the test run.
  it("finds what lies behind several conditions by its coverage", { timeout: 60_000 }, async () => {
    const { code, output } = await run(["--only=planted", "--seed=1", "--time=50"]);

    expect(output).toMatch(/The planted fault was reached/);
    expect(output).toMatch(/: "fuzz!/);
    expect(code).toBe(1);
  });

  it("does not find it in as many inputs without coverage", async () => {
    const options = { seed: 1, maxMs: 60_000, maxRuns: 100_000, corpus: [], coverage: noCoverage };
    const { runs, finding } = await fuzzTarget(planted, options);

    expect(finding).toBeUndefined();
    expect(runs).toBeGreaterThanOrEqual(100_000);
  });

  it("reports an input that holds the event loop", async () => {
    const target: Target = {
      ...plain,
      seeds: ["slow"],
      fuzz: () => {
        let sum = 0;
        for (let at = 0; at < 30_000_000; at += 1) sum += at;
        promised(sum > 0, "The sum is counted.");
      },
    };
    const options = { seed: 1, maxMs: 0, corpus: [], maxInputMs: 1, coverage: noCoverage };
    const { finding } = await fuzzTarget(target, options);

    expect(String(finding?.error)).toMatch(/takes \d+ ms/);
  });
});

describe.each(targetNames.map((name) => [name, targets[name]] as const))(
  "the corpus of %s",
  (name, load) => {
    it("breaks no promise, and is small", async () => {
      const corpus = await readCorpus(name);
      const target: Target = await load();

      for (const input of corpus) await target.fuzz(input);

      expect(corpus.length).toBeGreaterThan(3);
      expect(corpus.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(200_000);
    });
  },
);
