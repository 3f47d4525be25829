import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsApproval } from "./approval.ts";

const silent = contractOf({ server: "cards", tool: { name: "drop-deck" } });

describe("terms/approval", () => {
  it("counts a tool of unknown effect among those that change something", () => {
    expect(remarks(termsApproval, silent).map(({ pointer }) => pointer)).toEqual([
      "/terms/approval",
    ]);
  });

  it("accepts a stated none where permissions guard the tool", () => {
    const terms = { approval: "none", permissions: ["cards:create"] } as const;

    expect(remarks(termsApproval, { effect: "write", terms })).toEqual([]);
  });

  it("repairs by asking the person at the client", () => {
    const overlay = termsApproval.repair?.(silent);

    expect(overlay).toEqual({ terms: { approval: "caller" } });
    const mended = contractOf({
      server: "cards",
      tool: silent.asReceived,
      ...(overlay && { overlay }),
    });
    expect(remarks(termsApproval, mended)).toEqual([]);
  });

  it("has nothing to repair in a tool that only reads", () => {
    expect(termsApproval.repair?.(contract())).toBeUndefined();
  });
});
