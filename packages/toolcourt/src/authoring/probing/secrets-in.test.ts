import { describe, expect, it } from "vitest";
import { secretsIn } from "./secrets-in.ts";

const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("secretsIn", () => {
  it("names the kinds of secrets without showing them", () => {
    const found = secretsIn([`Use ${token} for it.`], "{}");

    expect(found).toHaveLength(1);
    expect(found.join(" ")).not.toContain("ghp_");
  });

  it("ignores secrets that the caller sent", () => {
    expect(secretsIn([`You said ${token}.`], JSON.stringify({ text: token }))).toEqual([]);
  });
});
