import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { JsonObject } from "@toolcourt/sdk";
import type { ConnectionStatus, StoredConnection } from "../../stores/connection-store.ts";
import {
  type ConnectionSettings,
  type Provider,
  type ReadConnection,
  readConnection,
} from "./settings.ts";

/** As `toolcourt doctor` warns of keys. */
const soonMs = 14 * 24 * 3_600_000;

/** Returns everything about a connection except its secrets. */
export function connectionJson(stored: StoredConnection, now: number): JsonObject {
  const { id, name, tenant, owner, version, createdAt, changedAt } = stored;
  const connection = readConnection(stored);
  return {
    id,
    name,
    kind: kindOf(stored),
    status: statusOf(stored, now),
    owner,
    ...(tenant !== "" && { tenant }),
    ...(connection && settingsShown(connection)),
    version,
    added: timeText(createdAt),
    changed: timeText(changedAt),
  };
}

/** Returns the status as calls see it: expired by time, even if not yet stored as expired. */
export function statusOf({ status, settings }: StoredConnection, now: number): ConnectionStatus {
  const { expiresAt } = settings;
  const isOver = typeof expiresAt === "number" && expiresAt <= now;
  return status === "active" && isOver ? "expired" : status;
}

/** Tells whether a connection that can be used now soon cannot. */
export function isExpiring(stored: StoredConnection, now: number): boolean {
  const { expiresAt } = stored.settings;
  const isSoon = typeof expiresAt === "number" && expiresAt <= now + soonMs;
  return isSoon && statusOf(stored, now) === "active";
}

export function kindOf({ settings }: StoredConnection): string {
  const { kind } = settings;
  return typeof kind === "string" ? kind : "unknown";
}

function settingsShown({ settings }: ReadConnection): JsonObject {
  const { origins, users, levels, tiers, expiresAt } = settings;
  return {
    users,
    origins,
    levels,
    tiers,
    ...(expiresAt !== undefined && { expires: timeText(expiresAt) }),
    ...ofKind(settings),
  };
}

/** Returns what only connections of this kind have. */
function ofKind(settings: ConnectionSettings): JsonObject {
  if (settings.kind === "headers") return { headers: settings.names };
  if (settings.kind === "token") {
    return { header: settings.header, ...defined({ file: settings.file }) };
  }
  if (settings.kind === "managed") {
    return { resource: settings.resource, ...defined({ clientId: settings.clientId }) };
  }
  return ofGrant(settings);
}

/** Returns what a provider grants, and by what. */
function ofGrant(
  settings: Exclude<ConnectionSettings, { kind: "token" | "headers" | "managed" }>,
): JsonObject {
  const shown = renewalShown(settings);
  if (settings.kind === "id-jag") return { login: settings.login, ...shown };
  if (settings.kind === "client-assertion") return { file: settings.file, ...shown };
  if (settings.kind !== "exchange") return shown;
  const { protocol, audience } = settings;
  return { ...shown, ...defined({ protocol, audience }) };
}

function renewalShown({
  provider,
  tokenEndsAt,
}: {
  readonly provider: Provider;
  readonly tokenEndsAt?: number;
}): JsonObject {
  const { issuer, tokenUrl, clientId, thumbprint, scope, resource } = provider;
  return {
    ...(issuer !== undefined && { issuer }),
    tokenUrl: withoutQuery(tokenUrl),
    clientId,
    ...defined({ thumbprint }),
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(tokenEndsAt !== undefined && { tokenEnds: timeText(tokenEndsAt) }),
  };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function timeText(ms: number): string {
  return new Date(ms).toISOString();
}
