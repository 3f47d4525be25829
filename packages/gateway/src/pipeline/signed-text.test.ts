import { describe, expect, it } from "vitest";
import { createSignedTexts, type SignatureKind } from "./signed-text.ts";

const kind: SignatureKind = {
  key: Buffer.alloc(32, 1),
  mark: "one.v1.",
  domain: "one\0",
  longest: 200,
};
const texts = createSignedTexts(kind);
const signed = texts.close("Grüße") ?? "";

describe("a signed text", () => {
  it("round-trips", () => {
    expect(texts.open(signed)).toEqual({ kind: "ours", text: "Grüße" });
  });

  it("is forged if a character after its mark is changed, missing or added", () => {
    const changed = Array.from({ length: signed.length - kind.mark.length }, (_, index) => {
      const at = kind.mark.length + index;
      const other = signed[at] === "A" ? "B" : "A";
      return `${signed.slice(0, at)}${other}${signed.slice(at + 1)}`;
    });
    const all = [...changed, signed.slice(0, -1), `${signed}A`, `${signed}.A`, kind.mark];

    expect(new Set(all.map((each) => texts.open(each).kind))).toEqual(new Set(["forged"]));
  });

  it("is not valid as another kind, even with the same key", () => {
    const other = createSignedTexts({ ...kind, mark: "two.v1." });
    const otherDomain = createSignedTexts({ ...kind, domain: "two\0" });

    expect([other.open(signed), other.open(""), otherDomain.open(signed)]).toEqual([
      { kind: "foreign" },
      { kind: "foreign" },
      { kind: "forged" },
    ]);
  });

  it("is forged if signed with another key", () => {
    const theirs = createSignedTexts({ ...kind, key: Buffer.alloc(32, 2) });

    expect(texts.open(theirs.close("Grüße") ?? "")).toEqual({ kind: "forged" });
  });

  it("is neither signed nor opened above the maximum length", () => {
    const endless = createSignedTexts({ ...kind, longest: 10_000 }).close("x".repeat(500)) ?? "";

    expect(texts.close("x".repeat(500))).toBeUndefined();
    expect(texts.open(endless)).toEqual({ kind: "forged" });
  });
});
