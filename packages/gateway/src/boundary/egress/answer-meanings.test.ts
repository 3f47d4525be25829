import { describe, expect, it } from "vitest";
import { headersSayPartial, isQuotaUsedUp, quotaResetMs } from "./answer-meanings.ts";

describe("headersSayPartial", () => {
  const meanings = { partial: { "x-limit-hit": "true" } };

  it.each([
    [{ "x-limit-hit": "true" }, true],
    [{ "x-limit-hit": " True " }, true],
    [{ "x-limit-hit": "false" }, false],
    [{ "x-limit-hit": "" }, false],
    [{ "x-other": "true" }, false],
    [{}, false],
  ])("for %j is %s", (headers, expected) => {
    expect(headersSayPartial(headers, meanings)).toBe(expected);
  });

  it("is false without a declaration", () => {
    expect(headersSayPartial({ "x-limit-hit": "true" })).toBe(false);
  });
});

describe("a quota", () => {
  const quota = { remaining: "x-left", resetsAfter: "x-resets" };

  it.each([
    ["0", true],
    [" 0 ", true],
    ["00", true],
    ["1", false],
    ["10", false],
    ["", false],
    ["none", false],
    ["-0", false],
  ])("with %j left is used up: %s", (left, expected) => {
    expect(isQuotaUsedUp({ "x-left": left }, quota)).toBe(expected);
  });

  it("is not used up if it is not declared or not reported", () => {
    expect(isQuotaUsedUp({ "x-left": "0" }, undefined)).toBe(false);
    expect(isQuotaUsedUp({}, quota)).toBe(false);
  });

  it("resets after the reported time, if there is one", () => {
    expect(quotaResetMs({ "x-resets": "00:00:05" }, quota)).toBe(5_000);
    expect(quotaResetMs({ "x-resets": "soon" }, quota)).toBeUndefined();
    expect(quotaResetMs({ "x-resets": "5" }, undefined)).toBeUndefined();
  });
});
