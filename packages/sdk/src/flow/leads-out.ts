import type { Role } from "../contract/flow.ts";

const leadingOut = new Set(["url", "email", "host"]);

/** Tells whether an argument is an address by which a request leaves. */
export function leadsOut(flow: {
  readonly role: Role;
  readonly kind: string | undefined;
}): boolean {
  return flow.role === "destination" && leadingOut.has(flow.kind ?? "");
}
