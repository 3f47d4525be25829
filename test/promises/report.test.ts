import { describe, expect, it } from "vitest";
import { isKept } from "./promise.ts";
import { createRandom } from "./random.ts";
import { figureLines, keepsAll } from "./report.ts";

const promise = { id: "P2", text: "No record is lost." } as const;
const lost = (value: number) => ({ label: "records lost", value, must: { is: 0 } });

describe("promise report", () => {
  it.each([
    [{ is: 3 }, true],
    [{ is: 4 }, false],
    [{ atMost: 3 }, true],
    [{ atMost: 2 }, false],
    [{ atLeast: 3 }, true],
    [{ atLeast: 4 }, false],
  ])("compares the figure 3 with its bound %j", (must, kept) => {
    expect(isKept({ label: "calls", value: 3, must })).toBe(kept);
  });

  it("treats a figure that is NaN as a broken promise", () => {
    expect(isKept({ label: "slowest", value: Number.NaN, must: { atMost: 5 } })).toBe(false);
  });

  it("reports a promise as broken by one figure of one proof", () => {
    const proofs = [0, 1].map((value) => ({ title: "kills", seconds: 1, figures: [lost(value)] }));

    expect(keepsAll({ promise, proofs: proofs.slice(0, 1) })).toBe(true);
    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("reports a promise as broken by a proof that could not run", () => {
    const proofs = [{ title: "kills", seconds: 1, figures: [], failure: "It did not start." }];

    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("reports a promise as broken by a proof without figures", () => {
    const proofs = [{ title: "kills", seconds: 1, figures: [] }];

    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("prints each figure with its bound and marks broken ones", () => {
    const lines = figureLines({ title: "kills", seconds: 1, figures: [lost(0), lost(1)] });

    expect(lines.map((line) => line.trim().replaceAll(/ +/g, " "))).toEqual([
      "0 records lost (must be 0)",
      "BROKEN 1 records lost (must be 0)",
    ]);
  });
});

it("repeats the random numbers for the same seed", () => {
  const [one, same, other] = [1, 1, 2].map((seed) => createRandom(seed).next());

  expect(one).toBe(same);
  expect(one).not.toBe(other);
});
