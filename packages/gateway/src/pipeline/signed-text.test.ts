import { describe, expect, it } from "vitest";
import { openText, type SignatureKind, signText } from "./signed-text.ts";

const kind: SignatureKind = {
  key: Buffer.alloc(32, 1),
  mark: "one.v1.",
  domain: "one\0",
  maxLength: 200,
};
const signed = signText(kind, "Grüße") ?? "";

describe("a signed text", () => {
  it("round-trips", () => {
    expect(openText(kind, signed)).toEqual({ kind: "ours", text: "Grüße" });
  });

  it("is forged if a character after its mark is changed, missing or added", () => {
    const changed = Array.from({ length: signed.length - kind.mark.length }, (_, index) => {
      const at = kind.mark.length + index;
      const other = signed[at] === "A" ? "B" : "A";
      return `${signed.slice(0, at)}${other}${signed.slice(at + 1)}`;
    });
    const all = [...changed, signed.slice(0, -1), `${signed}A`, `${signed}.A`, kind.mark];

    expect(new Set(all.map((each) => openText(kind, each).kind))).toEqual(new Set(["forged"]));
  });

  it("is not valid as another kind, even with the same key", () => {
    const other = { ...kind, mark: "two.v1." };
    const otherDomain = { ...kind, domain: "two\0" };

    expect([openText(other, signed), openText(other, ""), openText(otherDomain, signed)]).toEqual([
      { kind: "foreign" },
      { kind: "foreign" },
      { kind: "forged" },
    ]);
  });

  it("is forged if signed with another key", () => {
    const theirs = { ...kind, key: Buffer.alloc(32, 2) };

    expect(openText(kind, signText(theirs, "Grüße") ?? "")).toEqual({ kind: "forged" });
  });

  it("is neither signed nor opened above the maximum length", () => {
    const endless = signText({ ...kind, maxLength: 10_000 }, "x".repeat(500)) ?? "";

    expect(signText(kind, "x".repeat(500))).toBeUndefined();
    expect(openText(kind, endless)).toEqual({ kind: "forged" });
  });
});
