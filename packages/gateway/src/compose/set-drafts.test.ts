import { contractDigest, type JsonObject } from "@toolcourt/sdk";
import { draftOfOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import type { Uncallable } from "../http-tools/drafts/approved-drafts.ts";
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

describe("createWhyNoTool", () => {
  it.each([
    ["pending", "draft-pending"],
    ["rejected", "draft-rejected"],
    ["changed", "draft-changed"],
  ] as const)("reports that the draft is %s", (why: Uncallable, code) => {
    const whyNot = (name: string): Uncallable | undefined => (name === "sell" ? why : undefined);
    const whyNoTool = createWhyNoTool([setOf({ whyNot })]);

    for (const tool of ["sell", "shop__sell"]) {
      expect(whyNoTool(tool, tool)).toMatchObject({
        refusal: { code, details: { tool, draft: "shop/sell" } },
        tool: { publicName: tool, contract: { server: "shop", name: "sell", effect: "destroy" } },
      });
    }
    expect(whyNoTool("other__sell", "")).toBeUndefined();
    expect(whyNoTool("buy", "")).toBeUndefined();
  });
});
