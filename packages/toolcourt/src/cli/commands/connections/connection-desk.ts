import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import {
  type ReadConnection,
  readConnection,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/connection-room";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import type { CommandContext, ExitCode } from "../../command.ts";
import { connectionUsage as usage } from "./connection-usage.ts";
import type { ConnectionFlags } from "./flags.ts";
import { connectionJson, connectionText } from "./text.ts";

/** The input of every action on a connection. */
export interface Desk {
  readonly flags: ConnectionFlags;
  /** Name or id of the connection. */
  readonly name: string;
  readonly opened: OpenedConnections;
  readonly context: CommandContext;
}

/** Returns the named connection in usable form. */
export async function findRead(desk: Desk): Promise<ReadConnection> {
  const connection = readConnection(await findStored(desk));
  if (connection === undefined) throw usage("This connection is none that this version wrote.");
  return connection;
}

/** Finds a connection by id or by a unique name. Prefers those that are not revoked. */
export async function findStored({ name, flags, opened }: Desk): Promise<StoredConnection> {
  const byId = await opened.desk.find(name);
  if (byId !== undefined) return byId;
  const { tenant } = flags;
  const all = await opened.desk.list({ name, ...(tenant !== undefined && { tenant }) });
  const standing = all.filter(({ status }) => status !== "revoked");
  const [found, ...others] = standing.length > 0 ? standing : all.slice(-1);
  const shown = printable(cut(name));
  if (found === undefined) {
    const problem = `There is no connection ${shown}.`;
    throw new Refusal("usage-invalid", { problem, help: "toolcourt connections list" });
  }
  if (others.length > 0) throw usage(`Several tenants have a connection ${shown}; give --tenant.`);
  return found;
}

/** Prints the connection, or a message about the change. */
export function print({ flags, context }: Desk, stored: StoredConnection, said?: string): ExitCode {
  const { terminal, clock } = context;
  const now = clock.now();
  if (flags.json) terminal.out(printableJson(connectionJson(stored, now)));
  else terminal.out(said ?? connectionText(stored, now));
  return 0;
}

/** Reports the outcome of a change. `undefined` means that a concurrent change won. */
export function changed(desk: Desk, next: StoredConnection | undefined, how: string): ExitCode {
  if (next !== undefined) return print(desk, next, `The connection ${next.name} ${how}.`);
  desk.context.terminal.err("Nothing was changed: somebody else changed it meanwhile.");
  return 1;
}
