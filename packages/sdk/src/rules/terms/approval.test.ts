import { describe, expect, it } from "vitest";
import { contract, contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsApproval } from "./approval.ts";

const open = contractOf({
  server: "cards",
  tool: { name: "drop-deck", annotations: { destructiveHint: true } },
});

describe("terms/approval", () => {
  it("believes a server that admits a change", () => {
    expect(remarks(termsApproval, open).map(({ pointer }) => pointer)).toEqual(["/terms/approval"]);
  });

  it("leaves a tool with no declared effect to another rule", () => {
    const silent = contractOf({ server: "cards", tool: { name: "drop-deck" } });

    expect(remarks(termsApproval, silent)).toEqual([]);
  });

  it("accepts an explicit none if permissions guard the tool", () => {
    const terms = { approval: "none", permissions: ["cards:create"] } as const;

    expect(remarks(termsApproval, { effect: "write", terms })).toEqual([]);
  });

  it("repairs by requiring approval at the client", () => {
    const overlay = termsApproval.repair?.(open);

    expect(overlay).toEqual({ terms: { approval: "caller" } });
    const mended = contractOf({
      server: "cards",
      tool: open.asReceived,
      ...(overlay && { overlay }),
    });
    expect(remarks(termsApproval, mended)).toEqual([]);
  });

  it("has nothing to repair in a read-only tool", () => {
    expect(termsApproval.repair?.(contract())).toBeUndefined();
  });
});
