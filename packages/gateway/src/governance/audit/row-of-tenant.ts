import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { AuditRow, AuditStore } from "../../stores/audit-store.ts";
import { shownText } from "./shown-text.ts";

/** Only the first row of a call names its tenant. It is looked for in so many rows before. */
const maxApart = 1_000;

/**
 * Returns a row about a call of a tenant. Every other row counts as missing, and takes as long.
 */
export async function rowOfTenant(
  store: Pick<AuditStore, "read">,
  sequence: number,
  tenant: string,
): Promise<AuditRow | undefined> {
  const first = Math.max(1, sequence - maxApart);
  const rows = await store.read(first, sequence - first + 1);
  const row = rows.findLast((each) => each.sequence === sequence);
  const call = row && callIn(entryOf(row));
  // The log has a long name shortened, and then it may be that of another tenant.
  if (call === undefined || shownText(tenant) !== tenant) return undefined;
  const opened = rows
    .filter(({ body }) => body.includes(call))
    .map(entryOf)
    .find((entry) => own(entry, "kind") === "call.opened" && callIn(entry) === call);
  return opened !== undefined && own(opened, "tenant") === tenant ? row : undefined;
}

function entryOf({ body }: AuditRow): JsonObject {
  const entry = parseJson(body);
  return isJsonObject(entry) ? entry : {};
}

/** Undefined for a row that is not about the beginning or the end of a call. */
function callIn(entry: JsonObject): string | undefined {
  const [kind, id] = [own(entry, "kind"), own(entry, "callId")];
  const isOfCall = kind === "call.opened" || kind === "call.closed" || kind === "call.lost";
  return isOfCall && typeof id === "string" ? id : undefined;
}
