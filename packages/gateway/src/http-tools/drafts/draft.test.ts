import { draftOfOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import { draftDigest } from "./draft.ts";

const draft = draftOfOperation({ summary: "Lists pets" });

describe("draftDigest", () => {
  it("changes with the definition", () => {
    const edited = { ...draft, tool: { ...draft.tool, description: "Deletes pets" } };

    expect(draftDigest(edited)).not.toBe(draftDigest(draft));
  });

  it.each([
    { method: "DELETE" as const },
    { path: "/owners" },
    { base: { origin: "https://elsewhere.example", path: "" } },
    { parameters: [{ place: "query", name: "all", style: "form", explode: true } as const] },
    { body: { contentType: "text/plain" } },
    { response: { shape: "nothing" } as const },
    { security: [[{ scheme: "admin", scopes: [] }]] },
  ])("changes with the request: %j", (difference) => {
    const edited = { ...draft, operation: { ...draft.operation, ...difference } };

    expect(draftDigest(edited)).not.toBe(draftDigest(draft));
  });

  it("stays the same if the operation comes from another document", () => {
    const again = draftOfOperation({ summary: "Lists pets" }, { document: { tags: [] } });

    expect(again.provenance.documentDigest).not.toBe(draft.provenance.documentDigest);
    expect(draftDigest(again)).toBe(draftDigest(draft));
  });
});
