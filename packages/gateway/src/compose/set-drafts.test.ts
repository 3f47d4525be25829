import { contractDigest, type JsonObject, type Overlay, termsKey } from "@toolcourt/sdk";
import { draftOfOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import type { Uncallable, Withheld } from "../http-tools/drafts/approved-drafts.ts";
import { forSet } from "../http-tools/operations/for-set.ts";
import { type HttpTool, pinned } from "../http-tools/operations/http-tool.ts";
import { createIsApproved, createWhyNoTool, type DraftedSet } from "./set-drafts.ts";

const http: HttpTool = draftOfOperation({ operationId: "list_pets", responses: {} });

function setOf(differences: Partial<DraftedSet["drafts"]> = {}): DraftedSet {
  const drafts = { approved: () => [http], whyNot: () => undefined, ...differences };
  return { name: "shop", connection: { kind: "argument" }, drafts };
}

function contractOf(asReceived: JsonObject, server = "shop") {
  return { server, name: "list_pets", asReceived };
}

describe("createIsApproved", () => {
  const asListed = pinned(forSet(http, { kind: "argument" }));

  it("accepts a contract that matches an approved draft of its set", () => {
    const isApproved = createIsApproved([setOf()]);

    expect(isApproved(contractOf(asListed))).toBe(true);
    expect(isApproved(contractOf(asListed, "other"))).toBe(false);
    expect(isApproved(contractOf({ ...asListed, description: "other" }))).toBe(false);
  });

  it("refuses the same tool with a different target", () => {
    const operation = { ...http.operation, path: "/others" };
    const elsewhere = pinned(forSet({ ...http, operation }, { kind: "argument" }));

    expect(createIsApproved([setOf()])(contractOf(elsewhere))).toBe(false);
    expect(contractDigest(contractOf(elsewhere))).not.toBe(contractDigest(contractOf(asListed)));
  });

  it("follows later approvals", () => {
    let approved: readonly HttpTool[] = [];
    const isApproved = createIsApproved([setOf({ approved: () => approved })]);
    const before = isApproved(contractOf(asListed));

    approved = [http];

    expect([before, isApproved(contractOf(asListed))]).toEqual([false, true]);
  });
});

/** Explains the draft `sell` only. */
function explaining(withheld: Withheld, overlay?: Overlay) {
  const whyNot = (name: string) => (name === "sell" ? withheld : undefined);
  return createWhyNoTool([setOf({ whyNot })], () => overlay);
}

describe("createWhyNoTool", () => {
  it.each([
    ["pending", "draft-pending"],
    ["rejected", "draft-rejected"],
    ["changed", "draft-changed"],
  ] as const)("reports that the draft is %s", (why: Uncallable, code) => {
    const whyNoTool = explaining({ why, declared: undefined });

    for (const tool of ["sell", "shop__sell"]) {
      expect(whyNoTool(tool, tool)).toMatchObject({
        refusal: { code, details: { tool, draft: "shop/sell" } },
        tool: { publicName: tool, contract: { server: "shop", name: "sell", effect: "destroy" } },
      });
    }
    expect(whyNoTool("other__sell", "")).toBeUndefined();
    expect(whyNoTool("buy", "")).toBeUndefined();
  });

  it("asks for what the draft declares, as if it were approved", () => {
    const terms = { permissions: ["sales:write"], tags: ["pii"], category: "mutation" };
    const declared = { name: "sell", _meta: { [termsKey]: terms } };

    expect(explaining({ why: "pending", declared })("sell", "sell")?.tool.contract).toMatchObject({
      effect: "write",
      terms,
    });
  });

  it("asks for what the operator's overlay adds", () => {
    const overlay = { terms: { permissions: ["vault:open"] } };
    const whyNoTool = explaining({ why: "pending", declared: { name: "sell" } }, overlay);

    expect(whyNoTool("sell", "sell")?.tool.contract.terms).toEqual(overlay.terms);
  });

  it("asks for every permission if the draft cannot be read", () => {
    const tool = explaining({ why: "changed", declared: undefined })("sell", "sell")?.tool;

    expect(tool?.contract).toMatchObject({ effect: "destroy", terms: { permissions: ["*:*"] } });
  });
});
