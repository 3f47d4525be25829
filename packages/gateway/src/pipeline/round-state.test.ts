import { describe, expect, it } from "vitest";
import { RoundSeal, type RoundState } from "./round-state.ts";

const seal = new RoundSeal(Buffer.alloc(32, 1));
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

function closed(given: RoundState, by = seal): string {
  return by.close(given) ?? "";
}

describe("the state of a round", () => {
  it("round-trips", () => {
    const { nested: _nested, ...bare } = state;

    expect(seal.open(closed(state))).toEqual(state);
    expect(seal.open(closed(bare))).toEqual(bare);
  });

  it.each(["x", "\u0001", '"', "\u{1F600}", "\u20ac"])(
    "round-trips for any text of the tool: 64 KB of %j",
    (character) => {
      const count = Math.floor(65_536 / Buffer.byteLength(character));
      const large = {
        ...state,
        principal: `login:${"p".repeat(12_000)}`,
        nested: character.repeat(count),
      };

      expect(seal.open(closed(large))).toEqual(large);
    },
  );

  it("is rejected if changed, signed with another key, or not a state", () => {
    const sealed = closed(state);
    const theirs = closed(state, new RoundSeal(Buffer.alloc(32, 2)));
    const forged = [`${sealed}A`, `A${sealed}`, sealed.slice(0, -1), theirs, "", "x"];

    expect(forged.filter((each) => seal.open(each) !== undefined)).toEqual([]);
  });

  it("is not created above the size that clients return", () => {
    expect(seal.close({ ...state, nested: "x".repeat(1_048_576) })).toBeUndefined();
  });
});
