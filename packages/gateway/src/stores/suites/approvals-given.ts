import { expect } from "vitest";
import type { Decision } from "../approval-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { approval, chained, entry, noon } from "./builders.ts";
import type { Doors, OpenDoors } from "./doors.ts";
import { unchainable } from "./link.ts";

export const ten = { most: 10, entry: entry({ body: "asked" }) };
export const broken = entry({ body: unchainable });
export const approved: Decision = { to: "approved", by: "grace", at: noon + 1 };
export const denied: Decision = { to: "denied", by: "alan", at: noon + 1 };
export const use = { id: "a1", digest: "digest-1", callId: "c1", at: noon + 2 };

/** Opens a store in which `a1` is approved. */
export async function openWithApproved(
  open: OpenDoors<DurableStores>,
): Promise<Doors<DurableStores>> {
  const doors = await open();
  await doors.first.approvals.add(approval(), ten);
  await doors.first.approvals.decide("a1", approved, entry({ body: "approved" }));
  return doors;
}

/** Returns the bodies of the audit log, and checks the chain. */
export async function bodies({ first }: Doors<DurableStores>): Promise<readonly string[]> {
  const rows = await first.audit.read(1, 1_000);
  expect(rows).toEqual(chained(rows.map(({ body }) => body)));
  return rows.map(({ body }) => body);
}
