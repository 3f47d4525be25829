import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityToolName } from "./tool-name.ts";

describe("portability/tool-name", () => {
  it("allows at most 64 characters", () => {
    expect(remarks(portabilityToolName, { name: "n".repeat(64) })).toEqual([]);
    expect(remarks(portabilityToolName, { name: "n".repeat(65) })).toHaveLength(1);
  });

  it.each(["get forecast", "météo", "a/b", "a\n"])("reports %j", (name) => {
    expect(remarks(portabilityToolName, { name }).map(({ pointer }) => pointer)).toEqual(["/name"]);
  });
});
