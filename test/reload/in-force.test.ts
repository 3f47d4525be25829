import { describe, expect, it } from "vitest";
import { InForce, judge, slopeOf } from "./in-force.ts";

const keys = new Set(["k"]);
const [withA, withB] = [
  { tools: new Set(["a"]), keys },
  { tools: new Set(["b"]), keys },
];

/** The tool `a` until the change, which is ordered at 100 and confirmed at 200, then `b`. */
function changed(): InForce {
  const inForce = new InForce(withA);
  inForce.replace(withB, 100, 200);
  return inForce;
}

const call = { tool: "a", key: "k", code: "answered" };

describe("InForce", () => {
  it.each([
    ["answer", 50, 99],
    ["either", 50, 100],
    ["either", 200, 300],
    ["refusal", 201, 300],
  ])("expects %s of a call from %d to %d", (expected, beganAt, endedAt) => {
    expect(changed().expectedOf({ ...call, beganAt, endedAt })).toBe(expected);
  });

  it("expects a refusal of an unknown key", () => {
    const stranger = { ...call, key: "x", beganAt: 1, endedAt: 2 };

    expect(changed().expectedOf(stranger)).toBe("refusal");
  });
});

describe("judge", () => {
  it("finds calls that failed, passed or came to nothing", () => {
    const refused = { ...call, code: "tool-unknown", beganAt: 1, endedAt: 2 };
    const passed = { ...call, beganAt: 300, endedAt: 301 };
    const cut = { ...call, code: "cut", beganAt: 150, endedAt: 160 };

    expect(judge([refused, passed, cut], changed())).toEqual({
      failed: [refused],
      passed: [passed],
      odd: [cut],
      decided: 2,
    });
  });
});

describe("slopeOf", () => {
  it("is the growth of a step", () => {
    expect(slopeOf([1, 3, 5, 7])).toBe(2);
    expect(slopeOf([4, 4, 4])).toBe(0);
    expect(slopeOf([4])).toBe(0);
  });
});
