import { describe, expect, it } from "vitest";
import { durationMs, retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 0, 1);

describe("retryAfterMs", () => {
  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:30 GMT" }, 0],
    [{ "retry-after-ms": "250" }, 250],
    [{ "x-ms-retry-after-ms": "250" }, 250],
    [{ "x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after": "12" }, 12_000],
    [{ "x-ratelimit-reset": String(now / 1_000 + 5) }, 5_000],
    [{ "x-ratelimit-reset-after": "1.5" }, 1_500],
    [{ "ratelimit-reset": "3" }, 3_000],
    [{ "retry-after": "999999999" }, 86_400_000],
    [{ "retry-after": "9".repeat(400) }, 86_400_000],
    [{ "retry-after-ms": "99999999999999" }, 86_400_000],
    [{ "retry-after": "Thursday, 01-Jan-26 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu Jan  1 00:00:30 2026" }, 30_000],
    [{ "x-ratelimit-reset": String(now + 5_000) }, 5_000],
    [{ "retry-after": "1", "x-ms-retry-after-ms": "9000" }, 9_000],
  ])("reads %j", (headers, ms) => {
    expect(retryAfterMs(headers, now)).toBe(ms);
  });

  it.each([
    {},
    { "retry-after": "-1" },
    { "retry-after": "soon" },
    { "retry-after": "1e9" },
    { "x-ratelimit-remaining": "0" },
  ])("returns no delay for %j", (headers) => {
    expect(retryAfterMs(headers, now)).toBeUndefined();
  });
});

describe("durationMs", () => {
  it.each([
    ["00:00:05", 5_000],
    [" 00:00:05 ", 5_000],
    ["0:1:5", 65_000],
    ["01:02:03", 3_723_000],
    ["00:00:00.25", 250],
    ["00:00:00", 0],
    ["12", 12_000],
    ["1.00:00:01", 86_400_000],
    ["9999:00:00", 86_400_000],
    ["99999999999", 86_400_000],
  ])("reads %j as %d ms", (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each([undefined, "", "soon", "-5", "00:05", "00:60:00", "00:00:60", "00:00:-1", "1:2:3:4"])(
    "reads nothing in %j",
    (text) => {
      expect(durationMs(text)).toBeUndefined();
    },
  );
});
