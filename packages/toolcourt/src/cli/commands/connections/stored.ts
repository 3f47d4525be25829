import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import {
  type Revocation,
  revokeConnection,
} from "@toolcourt/gateway/internal/boundary/connections/revoke-connection";
import {
  type ReadConnection,
  readConnection,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { connectionJson } from "@toolcourt/gateway/internal/boundary/connections/shown-connection";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import { type ExitCode, usage } from "../../command.ts";
import type { ConnectionsInput } from "./flags.ts";
import { connectionText } from "./text.ts";

/** The part of an input that names a connection. */
type Naming = Pick<ConnectionsInput, "what" | "opened"> & {
  readonly values: Pick<ConnectionsInput["values"], "tenant">;
};

/** Returns the named connection in usable form. */
export async function findRead(input: Naming): Promise<ReadConnection> {
  const connection = readConnection(await findStored(input));
  if (connection === undefined)
    throw usage("This connection was written by an incompatible version.");
  return connection;
}

/** Finds a connection by id or by a unique name. Prefers those that are not revoked. */
export async function findStored(input: Naming): Promise<StoredConnection> {
  const { what: name, values, opened } = input;
  const byId = await opened.admin.find(name);
  if (byId !== undefined) return byId;
  const all = await opened.admin.list({ name, ...defined({ tenant: values.tenant }) });
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
export function print(
  { values, context }: ConnectionsInput,
  stored: StoredConnection,
  message?: string,
): ExitCode {
  const { terminal, clock } = context;
  const now = clock.now();
  if (values.json) terminal.out(printableJson(connectionJson(stored, now)));
  else terminal.out(message ?? connectionText(stored, now));
  return 0;
}

/** Reports the outcome of a change. `undefined` means that a concurrent change won. */
export function changed(
  input: ConnectionsInput,
  next: StoredConnection | undefined,
  how: string,
): ExitCode {
  if (next !== undefined) return print(input, next, `The connection ${next.name} ${how}.`);
  input.context.terminal.err("Nothing was changed: a concurrent change won. Look at it again.");
  return 1;
}

/** Revokes a connection locally and at the provider. Says if the provider did not. */
export async function revokeStored(
  { opened, context }: ConnectionsInput,
  stored: StoredConnection,
): Promise<Revocation> {
  const { admin, client, vault, operator: by } = opened;
  const { signal, terminal } = context;
  const revocation = await revokeConnection(stored, { admin, client, vault, by, signal });
  if (revocation.there === "failed") terminal.err(notRevokedThere);
  return revocation;
}

const notRevokedThere = "The provider did not revoke it: revoke its tokens there as well.";
