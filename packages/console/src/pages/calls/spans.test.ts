import { describe, expect, it } from "vitest";
import { spansOf } from "./spans.ts";

describe("the life of a call", () => {
  it("is divided by the moments on record", () => {
    const times = [
      { name: "requested", at: 1_000 },
      { name: "decided", at: 1_600 },
      { name: "opened", at: 1_900 },
      { name: "closed", at: 2_000 },
    ] as const;

    expect(spansOf({ times, ms: 99.5 })).toEqual([
      { name: "waiting", at: 1_000, ms: 600, from: 0, width: 60 },
      { name: "approved", at: 1_600, ms: 300, from: 60, width: 30 },
      { name: "call", at: 1_900, ms: 99.5, from: 90, width: 10 },
    ]);
  });

  it("shows a call without an outcome, and one that took no time", () => {
    const opened = { name: "opened", at: 5 } as const;

    expect(spansOf({ times: [opened], ms: null })).toMatchObject([{ ms: undefined, width: 1 }]);
    expect(spansOf({ times: [opened, { name: "closed", at: 5 }], ms: 0.2 })).toEqual([
      { name: "call", at: 5, ms: 0.2, from: 0, width: 1 },
    ]);
  });

  it("leaves out what a clock that was put back makes impossible", () => {
    const times = [
      { name: "closed", at: 1 },
      { name: "opened", at: 5 },
    ] as const;

    expect(spansOf({ times, ms: 3 })).toEqual([]);
  });
});
