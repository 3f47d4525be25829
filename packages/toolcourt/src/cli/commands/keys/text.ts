import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type {
  IssuedKey,
  KeyWishes,
  ListedKey,
} from "@toolcourt/gateway/internal/compose/operator-keys";
import type { JsonObject } from "@toolcourt/sdk";
import { listText, tableRows, timeText } from "../../style.ts";

/** Formats the keys, one per line under a heading. */
export function keyTable(
  keys: readonly ListedKey[],
  { now, isUseKnown }: { readonly now: number; readonly isUseKnown: boolean },
): string {
  if (keys.length === 0) return listText([]);
  const rows = keys.map((key) => [
    printable(key.name),
    key.roles.length === 0 ? "-" : printable(key.roles.join(",")),
    key.tenant === undefined ? "-" : printable(key.tenant),
    endText(key, now),
    useText(key, isUseKnown),
    key.from,
  ]);
  const heading = ["name", "roles", "tenant", "expires", "last used", "from"];
  return tableRows([heading, ...rows]).join("\n");
}

function endText({ expiresAt }: ListedKey, now: number): string {
  if (expiresAt === undefined) return "never";
  return `${expiresAt <= now ? "expired " : ""}${timeText(expiresAt)}`;
}

function useText({ lastUsedAt }: ListedKey, isUseKnown: boolean): string {
  if (lastUsedAt !== undefined) return timeText(lastUsedAt);
  return isUseKnown ? "never" : "unknown";
}

export function keyJson(key: ListedKey, now: number): JsonObject {
  const { name, roles, tenant, isSystem, expiresAt, lastUsedAt, from } = key;
  return {
    name,
    roles: [...roles],
    tenant: tenant ?? null,
    system: isSystem,
    expires: expiresAt === undefined ? null : timeText(expiresAt),
    expired: expiresAt !== undefined && expiresAt <= now,
    lastUsed: lastUsedAt === undefined ? null : timeText(lastUsedAt),
    from,
  };
}

export function issuedJson(wishes: KeyWishes, { key, file, roles }: IssuedKey): JsonObject {
  const { name, tenant, isSystem, expiresAt } = wishes;
  return {
    name,
    key,
    file,
    roles: [...wishes.roles],
    rolesByPolicy: roles === undefined ? null : [...roles],
    tenant: tenant ?? null,
    system: isSystem,
    expires: expiresAt === undefined ? null : timeText(expiresAt),
  };
}

/** Describes a new key without showing it. */
export function issuedLines(wishes: KeyWishes, { file, roles }: IssuedKey): readonly string[] {
  const { name, expiresAt } = wishes;
  const end =
    expiresAt === undefined ? "It does not expire." : `It ends at ${timeText(expiresAt)}.`;
  return [
    `The key ${printable(name)} is shown only now: ${printable(file)} has its hash. ${end}`,
    `${roleText(roles)} Its holder is ${printable(`key:${name}`)} in the policy.`,
  ];
}

function roleText(roles: IssuedKey["roles"]): string {
  if (roles === undefined) return "There is no policy, so it may call nothing yet.";
  if (roles.length === 0) return "The policy gives it no role.";
  return `By the policy it has the roles ${printable(roles.join(", "))}.`;
}
