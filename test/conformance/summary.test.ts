import { describe, expect, it } from "vitest";
import { readRequired, readSummary } from "./summary.ts";

const page = `=== SUMMARY ===
✓ ping: 2 passed, 0 failed
✗ tools-list: 1 passed, 3 failed
✗ auth/basic-cimd: 0 passed, 1 failed, 1 warnings

Total: 3 passed, 4 failed

Expected failures (in baseline):
  ~ auth/basic-cimd
`;

describe("readSummary", () => {
  it("reads scenarios with their checks and expected failures", () => {
    expect(readSummary(page)).toEqual([
      { name: "ping", passed: 2, failed: 0, expected: false },
      { name: "tools-list", passed: 1, failed: 3, expected: false },
      { name: "auth/basic-cimd", passed: 0, failed: 1, expected: true },
    ]);
  });

  it("returns nothing if the suite stopped early", () => {
    expect(readSummary("Error: connect ECONNREFUSED")).toEqual([]);
  });
});

const list = `Required for 2026-07-28 (3 scenarios, frozen; run at the 2026-07-28 wire):

Server scenarios (test against a server):
  - ping
  - tools-list

Client scenarios (test against a client):
  - auth/basic-cimd

Run and reported, but never scored:
  extension (1):
    - tasks-lifecycle [server]
`;

describe("readRequired", () => {
  it.each([
    { side: "server", names: ["ping", "tools-list"] },
    { side: "client", names: ["auth/basic-cimd"] },
  ] as const)("returns the scenarios required of a $side", ({ side, names }) => {
    expect([...readRequired(list, side)]).toEqual(names);
  });
});
