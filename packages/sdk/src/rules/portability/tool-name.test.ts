import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { portabilityToolName } from "./tool-name.ts";

describe("portability/tool-name", () => {
  it("allows 64 characters and no more", () => {
    expect(remarks(portabilityToolName, { name: "n".repeat(64) })).toEqual([]);
    expect(remarks(portabilityToolName, { name: "n".repeat(65) })).toHaveLength(1);
  });

  it.each(["get forecast", "météo", "a/b", "a\n"])("refuses %j", (name) => {
    expect(remarks(portabilityToolName, { name }).map(({ pointer }) => pointer)).toEqual(["/name"]);
  });
});
