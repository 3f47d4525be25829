import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { checkStanding } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type { ReadConnection } from "@toolcourt/gateway/internal/boundary/connections/settings";
import { connectionJson } from "@toolcourt/gateway/internal/boundary/connections/shown-connection";
import { EgressFailure } from "@toolcourt/gateway/internal/boundary/egress/egress-failure";
import { toRefusal } from "@toolcourt/gateway/internal/boundary/egress/to-refusal";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { openOperatorConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import type { JsonObject } from "@toolcourt/sdk";
import { defineActionsCommand } from "../../actions.ts";
import { type ExitCode, usage } from "../../command.ts";
import { addConnection } from "./add.ts";
import { type ConnectionsInput, connectionFlags } from "./flags.ts";
import { logIn } from "./login.ts";
import { createReadSecret, namedOrAsked, readMoment } from "./read-flags.ts";
import { changed, findRead, findStored, print, revokeStored } from "./stored.ts";
import { connectionList } from "./text.ts";

async function list({ values: flags, opened, context }: ConnectionsInput): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { tenant, owner } = flags;
  const found = await opened.admin.list(defined({ tenant, owner }));
  const now = clock.now();
  terminal.out(
    flags.json
      ? printableJson(found.map((each) => connectionJson(each, now)))
      : connectionList(found, now),
  );
  return 0;
}

async function show(input: ConnectionsInput): Promise<ExitCode> {
  return print(input, await findStored(input));
}

async function push(input: ConnectionsInput): Promise<ExitCode> {
  const { values: flags, opened, context } = input;
  const connection = await findRead(input);
  const { settings, stored } = connection;
  if (stored.status === "revoked") throw usage("This connection is revoked: add another one.");
  const file = namedOrAsked(flags.token, context);
  if (settings.kind !== "token" || settings.file !== undefined || file === undefined) {
    throw usage("A new token is pushed with --token, to a connection that was added with one.");
  }
  const token = opened.holdSecret(await createReadSecret(context)(file, "--token"));
  const pushed = { token, ...defined({ expiresAt: readMoment(flags.expiresAt) }) };
  const next = await opened.withKey(() => opened.admin.push(connection, pushed, opened.operator));
  return changed(input, next, "has a new token");
}

async function test(input: ConnectionsInput): Promise<ExitCode> {
  const { values: flags, context } = input;
  const { terminal } = context;
  const connection = await findRead(input);
  try {
    const outcome = await testConnection(connection, input);
    terminal.out(flags.json ? printableJson({ ok: true, ...outcome.json }) : outcome.text);
    return 0;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message } = error;
    if (flags.json) terminal.out(printableJson({ ok: false, code, message }));
    else terminal.err(`${message} (${code})`);
    return 1;
  }
}

async function revoke(input: ConnectionsInput): Promise<ExitCode> {
  const { revoked, there } = await revokeStored(input, await findStored(input));
  return changed(input, revoked, there === "revoked" ? "is revoked, also there" : "is revoked");
}

async function rotateKey({ values: flags, opened, context }: ConnectionsInput): Promise<ExitCode> {
  const { writing, retired, rewrapped } = await opened.rotate();
  const gone = retired.length === 0 ? "" : ` Retired: ${retired.join(", ")}.`;
  context.terminal.out(
    flags.json
      ? printableJson({ writing, retired, rewrapped })
      : `The key of version ${writing} seals from now on; ${rewrapped} data keys were wrapped anew.${gone}`,
  );
  return 0;
}

const needs = "Name the connection.";

export const command = defineActionsCommand({
  flags: connectionFlags,
  notes: [
    "Actions: list, show <name>, add, login <server>, push (a new token), test, revoke, rotate-key.",
    "Name a connection by its name or id, and a server as in the configuration.",
    "No token is ever shown.",
    "Exit 0: done. Exit 1: the test failed, or a concurrent change won. Exit 2: could not be done.",
  ],
  open: openOperatorConnections,
  actions: {
    list: { run: list },
    show: { needs, run: show },
    add: { needs, run: addConnection },
    login: { needs: "Name the server, as in the configuration.", run: logIn },
    push: { needs, run: push },
    test: { needs, run: test },
    revoke: { needs, run: revoke },
    "rotate-key": { run: rotateKey },
  },
});

/** Names used in failure messages. */
const errand = { tool: "this test", server: "this test" };

/** Obtains the credential of a connection. If an address is given, sends it there once. */
export async function testConnection(
  connection: ReadConnection,
  { opened, context, values: { url } }: ConnectionsInput,
): Promise<{ readonly text: string; readonly json: JsonObject }> {
  const { stored, settings } = connection;
  const { clock, signal } = context;
  checkStanding(connection, clock.now());
  const usable = { id: stored.id, tenant: stored.tenant, origins: settings.origins };
  const credential = await opened.connections.credential(usable, signal);
  const has = `The connection ${stored.name} has a credential`;
  if (url === undefined) return { text: `${has}.`, json: {} };
  await using egress = await opened.openEgress();
  const { status } = await egress
    .request({ method: "GET", url, credential, signal })
    .catch((error: unknown) => {
      throw error instanceof EgressFailure ? toRefusal(error, errand) : error;
    });
  return { text: `${has}, and the target answered with ${status}.`, json: { status } };
}
