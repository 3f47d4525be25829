import { hasCode, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import type { ExitCode } from "../../command.ts";
import { type Desk, print } from "./connection-desk.ts";
import { connectionUsage as usage } from "./connection-usage.ts";
import { newConnection } from "./new-connection.ts";
import { revokeStored } from "./revoke-connection.ts";
import { statusOf } from "./text.ts";

/** Stores the connection of a command line, and replaces an inactive one. */
export async function addConnection(desk: Desk): Promise<ExitCode> {
  const { name, flags, opened, context } = desk;
  const { withKey, operator } = opened;
  // Key problems must show before the user authorizes anything.
  await withKey(async () => undefined);
  const before = await inTheWay(desk);
  const wanted = await newConnection(name, flags, desk).catch(async (error: unknown) => {
    if (hasCode(error, "authorization-failed")) {
      await opened.noteRefused(printable(cut(name)), error.details.because);
    }
    throw error;
  });
  if (before !== undefined) await revokeStored(desk, before);
  const added = await withKey(() => opened.desk.add(wanted, operator));
  if (added === undefined) throw taken(wanted.name);
  if (opened.hasKnownCallers && flags.owner === undefined && !flags.shared) {
    context.terminal.err(onlyHere);
  }
  return print(desk, added, `The connection ${added.name} was added as ${added.id}.`);
}

const onlyHere =
  "No caller with a key or a token of `auth` may use it, only who calls on this machine: give --owner or --shared.";

/** Returns the connection to replace. It must be inactive and belong to the same owner. */
async function inTheWay({
  name,
  flags,
  opened,
  context,
}: Desk): Promise<StoredConnection | undefined> {
  const { tenant = "", owner = "local" } = flags;
  const all = await opened.desk.list({ name, tenant });
  const standing = all.find(({ status }) => status !== "revoked");
  if (standing === undefined) return undefined;
  const isOver = statusOf(standing, context.clock.now()) === "expired";
  if (!isOver || standing.owner !== owner) throw taken(printable(cut(name)));
  return standing;
}

function taken(name: string): Refusal {
  const next = "Revoke it first, or push a new token to it.";
  return usage(`There is a connection ${name} already. ${next}`);
}
