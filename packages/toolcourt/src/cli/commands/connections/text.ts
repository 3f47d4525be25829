import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import {
  type ConnectionSettings,
  type Provider,
  type ReadConnection,
  readConnection,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type {
  ConnectionStatus,
  StoredConnection,
} from "@toolcourt/gateway/internal/stores/connection-store";
import type { JsonObject } from "@toolcourt/sdk";
import { listText, timeText } from "../../style.ts";

/** Lists connections, one per line. */
export function connectionList(connections: readonly StoredConnection[], now: number): string {
  const lines = connections.map((stored) => {
    const { name, owner, tenant, id } = stored;
    const whose = `of ${printable(owner)}${tenant === "" ? "" : ` in ${printable(tenant)}`}`;
    return `${printable(name)}  ${kindOf(stored)}  ${statusOf(stored, now)}  ${whose}  ${id}`;
  });
  return listText(lines);
}

/** Shows everything about a connection except its secrets. */
export function connectionText(stored: StoredConnection, now: number): string {
  const lines = Object.entries(connectionJson(stored, now)).map(([key, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${`${key}:`.padEnd(12)} ${printable(text)}`;
  });
  return lines.join("\n");
}

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

function kindOf({ settings }: StoredConnection): string {
  const { kind } = settings;
  return typeof kind === "string" ? printable(kind) : "unknown";
}

/** Returns the status as calls see it: expired by time, even if not yet stored as expired. */
export function statusOf({ status, settings }: StoredConnection, now: number): ConnectionStatus {
  const { expiresAt } = settings;
  const isOver = typeof expiresAt === "number" && expiresAt <= now;
  return status === "active" && isOver ? "expired" : status;
}
