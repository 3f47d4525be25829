import { describe, expect, it } from "vitest";
import { createRoundSeal, type RoundState } from "./round-state.ts";

const seal = createRoundSeal(Buffer.alloc(32, 1));
const state: RoundState = {
  tenant: null,
  principal: "login:ada",
  tool: "get-forecast",
  args_hash: "a",
  contract_hash: "c",
  round: 1,
  expires_at: 5,
  nested: "the tool's own",
};

describe("the state of a round", () => {
  it("comes back as it was", () => {
    const { nested: _nested, ...bare } = state;

    expect(seal.open(seal.close(state))).toEqual(state);
    expect(seal.open(seal.close(bare))).toEqual(bare);
  });

  it.each(["x", "\u0001", '"', "\u{1F600}", "\u20ac"])(
    "comes back as it was however the tool writes: 64 KB of %j",
    (character) => {
      const count = Math.floor(65_536 / Buffer.byteLength(character));
      const large = { ...state, nested: character.repeat(count) };

      expect(seal.open(seal.close(large))).toEqual(large);
    },
  );

  it("is nothing once a character of it is another, missing or too many", () => {
    const sealed = seal.close(state);
    const changed = Array.from({ length: sealed.length }, (_, at) => {
      const other = sealed[at] === "A" ? "B" : "A";
      return `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
    });

    const forged = [...changed, sealed.slice(0, -1), `${sealed}A`, `${sealed}.A`, "", "x"];

    expect(forged.filter((each) => seal.open(each) !== undefined)).toEqual([]);
  });

  it("is nothing when somebody else has signed it, or when it is longer than any of ours", () => {
    const other = createRoundSeal(Buffer.alloc(32, 2));
    const endless = seal.close({ ...state, nested: "x".repeat(1_048_576) });

    expect([seal.open(other.close(state)), seal.open(endless)]).toEqual([undefined, undefined]);
  });
});
