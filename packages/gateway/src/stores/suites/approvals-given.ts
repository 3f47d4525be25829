import { expect } from "vitest";
import type { Decision } from "../approval-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { approval, chained, entry, noon } from "./builders.ts";
import { unchainable } from "./link.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

export const ten = { max: 10, entry: entry({ body: "asked" }) };
export const broken = entry({ body: unchainable });
export const approved: Decision = { to: "approved", by: "grace", at: noon + 1 };
export const denied: Decision = { to: "denied", by: "alan", at: noon + 1 };
export const use = { id: "a1", digest: "digest-1", callId: "c1", at: noon + 2 };

/** Opens a store in which `a1` is approved. */
export async function openWithApproved(
  open: OpenSuiteStore<DurableStores>,
): Promise<SuiteStore<DurableStores>> {
  const handles = await open();
  await handles.first.approvals.add(approval(), ten);
  await handles.first.approvals.decide("a1", approved, entry({ body: "approved" }));
  return handles;
}

/** Returns the bodies of the audit log, and checks the chain. */
export async function bodies({ first }: SuiteStore<DurableStores>): Promise<readonly string[]> {
  const rows = await first.audit.read(1, 1_000);
  expect(rows).toEqual(chained(rows.map(({ body }) => body)));
  return rows.map(({ body }) => body);
}
