import type { JsonObject } from "@toolcourt/sdk";
import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { expect, it } from "vitest";
import { changedArguments } from "./summary.ts";

async function stored(given: JsonObject) {
  const result = await approvalRig().approvals.request(proposal({ arguments: given }));
  if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
  return result.approval;
}

it("names only the arguments that were added, removed or changed", async () => {
  const before = await stored({ amount: 1, note: null, to: { name: "grace", place: "x" } });
  const now = await stored({ amount: 2, to: { place: "x", name: "grace" }, urgent: true });

  expect(changedArguments(now, before)).toEqual(["amount", "note", "urgent"]);
  expect(changedArguments(now, now)).toEqual([]);
});

it("returns undefined for a tampered approval", async () => {
  const before = await stored({ amount: 1 });

  expect(changedArguments({ ...before, arguments: '{"amount":2}' }, before)).toBeUndefined();
});
