import { describe, expect, it } from "vitest";
import { readSummary } from "./summary.ts";

const page = `=== SUMMARY ===
✓ ping: 2 passed, 0 failed
✗ tools-list: 1 passed, 3 failed
✓ auth/basic-cimd: 12 passed, 0 failed, 1 warnings
✗ tasks-lifecycle: 1 passed, 8 failed

Total: 16 passed, 11 failed

Not scored for 2026-07-28: 1 scenario(s) run, 1 failing. These do not affect conformance.
  ✗ tasks-lifecycle (extension)
`;

describe("the suite's last page", () => {
  it("is read into scenarios with their checks", () => {
    expect(readSummary(page).slice(0, 3)).toEqual([
      { name: "ping", passed: 2, failed: 0, scored: true },
      { name: "tools-list", passed: 1, failed: 3, scored: true },
      { name: "auth/basic-cimd", passed: 12, failed: 0, scored: true },
    ]);
  });

  it("tells which of them are not scored", () => {
    expect(readSummary(page).at(-1)).toMatchObject({ name: "tasks-lifecycle", scored: false });
  });

  it("is empty where the suite did not get that far", () => {
    expect(readSummary("Error: connect ECONNREFUSED")).toEqual([]);
  });
});
