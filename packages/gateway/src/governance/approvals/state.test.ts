import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AskedState, StateSeal } from "./state.ts";

const key = Buffer.alloc(32, 1);
const state: AskedState = {
  approval: "a1",
  digest: "d1",
  tenant: null,
  principal: "ada",
  tool: "transfer",
  args_hash: "h1",
  contract_hash: "c1",
  expires_at: 2_000,
};

function sealAt(now: number, with_ = key) {
  return new StateSeal(with_, { now: () => now });
}

function sealed(differences: Partial<AskedState> = {}): string {
  return sealAt(1_000).close({ ...state, ...differences }) ?? "";
}

describe("the state that a client returns", () => {
  it("round-trips, with the tool's own state nested in it", () => {
    const nested = { inputResponses: { k: { action: "accept" } }, requestState: "theirs" };

    expect(sealAt(1_000).open(sealed({ nested }))).toEqual({
      kind: "ours",
      state: { ...state, nested },
    });
  });

  it("is the tool's if we did not sign it", () => {
    expect(sealAt(1_000).open("theirs")).toEqual({ kind: "foreign" });
  });

  it("is valid until it expires", () => {
    expect(sealAt(1_999).open(sealed()).kind).toBe("ours");
    expect(sealAt(2_000).open(sealed()).kind).toBe("expired");
  });

  it("is refused under another key", () => {
    expect(sealAt(1_000, Buffer.alloc(32, 2)).open(sealed()).kind).toBe("forged");
  });

  it("is refused if any character changes", () => {
    const good = sealed();
    const mark = good.indexOf(".v1.") + 4;
    fc.assert(
      fc.property(
        fc.integer({ min: mark, max: good.length - 1 }),
        fc.base64String(),
        (at, with_) => {
          const changed = good.slice(0, at) + with_ + good.slice(at + 1);
          fc.pre(changed !== good);

          expect(sealAt(1_000).open(changed).kind).toBe("forged");
        },
      ),
    );
  });

  it("is neither signed nor opened above the size limit", () => {
    const huge = "x".repeat(1_048_576);

    expect(sealAt(1_000).close({ ...state, nested: { requestState: huge } })).toBeUndefined();
    expect(sealAt(1_000).open(`toolcourt-approval.v1.${huge}`).kind).toBe("forged");
  });
});
