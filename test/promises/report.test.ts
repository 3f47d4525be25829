import { describe, expect, it } from "vitest";
import { isKept } from "./promise.ts";
import { createRandom } from "./random.ts";
import { figureLines, keepsAll } from "./report.ts";

const promise = { id: "P2", text: "No record is lost." } as const;
const lost = (value: number) => ({ label: "records lost", value, must: { is: 0 } });

describe("the report on a promise", () => {
  it.each([
    [{ is: 3 }, true],
    [{ is: 4 }, false],
    [{ atMost: 3 }, true],
    [{ atMost: 2 }, false],
    [{ atLeast: 3 }, true],
    [{ atLeast: 4 }, false],
  ])("holds the figure 3 against its bound %j", (must, kept) => {
    expect(isKept({ label: "calls", value: 3, must })).toBe(kept);
  });

  it("takes a figure that is no number for a broken promise", () => {
    expect(isKept({ label: "slowest", value: Number.NaN, must: { atMost: 5 } })).toBe(false);
  });

  it("says that a promise is broken by one figure of one proof", () => {
    const proofs = [0, 1].map((value) => ({ title: "kills", seconds: 1, figures: [lost(value)] }));

    expect(keepsAll({ promise, proofs: proofs.slice(0, 1) })).toBe(true);
    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("says that a promise is broken by a proof that could not be carried out", () => {
    const proofs = [{ title: "kills", seconds: 1, figures: [], failure: "It did not start." }];

    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("says that a promise is broken by a proof that shows nothing", () => {
    const proofs = [{ title: "kills", seconds: 1, figures: [] }];

    expect(keepsAll({ promise, proofs })).toBe(false);
  });

  it("prints each figure with its bound, and marks what is broken", () => {
    const lines = figureLines({ title: "kills", seconds: 1, figures: [lost(0), lost(1)] });

    expect(lines.map((line) => line.trim().replaceAll(/ +/g, " "))).toEqual([
      "0 records lost (must be 0)",
      "BROKEN 1 records lost (must be 0)",
    ]);
  });
});

it("gives the same chance for the same seed", () => {
  const [one, same, other] = [1, 1, 2].map((seed) => createRandom(seed).next());

  expect(one).toBe(same);
  expect(one).not.toBe(other);
});
