import { describe, expect, it } from "vitest";
import { CallList } from "./history-state.ts";
import type { PastCall } from "./question.ts";

const day = 86_400_000;

function past(callId: string, at: number, state: PastCall["state"]): PastCall {
  return {
    callId,
    tool: "pay",
    server: "bank",
    effect: "write",
    reach: "internal",
    at,
    state,
    noted: {},
  };
}

describe("the calls of a history", () => {
  it("stay as long as a window can reach, and no call that never ended keeps the others", () => {
    const calls = new CallList();
    calls.put(past("killed", 0, "running"));
    for (let at = 1; at <= 200; at += 1) calls.put(past(`c-${at}`, at * day, "ran"));

    expect(calls.all.length).toBeLessThanOrEqual(60);
    expect(calls.all.filter(({ at }) => at > 170 * day)).toHaveLength(30);
    expect(calls.find("killed")).toBeUndefined();
  });

  it("keep their places when others are forgotten", () => {
    const calls = new CallList();
    for (let at = 1; at <= 100; at += 1) calls.put(past(`c-${at}`, at * day, "ran"));
    calls.put(past("now", 100 * day, "running"));
    for (let at = 101; at <= 125; at += 1) calls.put(past(`c-${at}`, at * day, "ran"));
    calls.put(past("now", 100 * day, "ran"));

    expect(calls.all.filter(({ callId }) => callId === "now")).toEqual([
      past("now", 100 * day, "ran"),
    ]);
    expect(calls.before("now")).toBe(calls.all);
  });

  it("can leave out one that runs", () => {
    const calls = new CallList();
    calls.put(past("one", 1, "running"));
    calls.put(past("two", 2, "ran"));

    expect(calls.before("one").map(({ callId }) => callId)).toEqual(["two"]);
  });
});
