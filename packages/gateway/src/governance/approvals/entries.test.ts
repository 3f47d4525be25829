import { canonicalJson } from "@toolcourt/sdk";
import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { expect, it } from "vitest";
import { createEntryOf } from "./entries.ts";

it("names people only by their pseudonym in the log", async () => {
  const { approvals } = approvalRig();
  const result = await approvals.request(proposal({ tenant: "north" }));
  if (result.kind !== "open") throw new Error("It is not open.");
  const entryOf = createEntryOf({
    nameOf: async (id, tenant) => `${tenant}/${id.length}`,
    noteOf: ({ kind, at, about }) => ({
      body: canonicalJson({ kind, ...about }),
      part: "note",
      at,
    }),
  });

  const { body } = await entryOf({
    kind: "approval.decided",
    at: 1,
    approval: result.approval,
    tenant: "north",
    to: "approved",
    by: "olga",
  });

  expect(JSON.parse(body)).toMatchObject({ requester: "north/3", by: "north/4", to: "approved" });
  // As words: three letters may well be part of a digest.
  expect(body).not.toMatch(/\b(?:ada|olga|grace)\b/);
});
