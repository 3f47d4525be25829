import {
  connectionJson,
  kindOf,
  statusOf,
} from "@toolcourt/gateway/internal/boundary/connections/shown-connection";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import { listText } from "../../style.ts";

/** Lists connections, one per line. */
export function connectionList(connections: readonly StoredConnection[], now: number): string {
  const lines = connections.map((stored) => {
    const { name, owner, tenant, id } = stored;
    const whose = `of ${printable(owner)}${tenant === "" ? "" : ` in ${printable(tenant)}`}`;
    return `${printable(name)}  ${printable(kindOf(stored))}  ${statusOf(stored, now)}  ${whose}  ${id}`;
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
