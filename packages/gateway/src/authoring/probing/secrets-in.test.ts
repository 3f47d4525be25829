import { describe, expect, it } from "vitest";
import { secretsIn } from "./secrets-in.ts";

const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("secrets in a result", () => {
  it("are named by their kind, and not shown", () => {
    const found = secretsIn([`Use ${token} for it.`], "{}");

    expect(found).toHaveLength(1);
    expect(found.join(" ")).not.toContain("ghp_");
  });

  it("are none where the caller sent them", () => {
    expect(secretsIn([`You said ${token}.`], JSON.stringify({ text: token }))).toEqual([]);
  });
});
