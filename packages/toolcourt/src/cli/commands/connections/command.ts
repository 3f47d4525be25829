import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type OpenConnectionRoom,
  openConnectionRoom,
} from "@toolcourt/gateway/internal/compose/connection-room";
import { type Command, defineCommand, type ExitCode } from "../../command.ts";
import { addConnection } from "./add-connection.ts";
import { changed, type Desk, findRead, findStored, print } from "./connection-desk.ts";
import { connectionUsage as usage } from "./connection-usage.ts";
import { connectionFlags } from "./flags.ts";
import { readMoment } from "./read-connection.ts";
import { createReadSecret, namedOrAsked } from "./read-secret.ts";
import { revokeStored } from "./revoke-connection.ts";
import { testConnection } from "./test-connection.ts";
import { connectionJson, connectionList } from "./text.ts";

export function createConnectionsCommand(open: OpenConnectionRoom): Command {
  return defineCommand({
    flags: connectionFlags,
    notes: [
      "Actions: list, show <name>, add <name>, push <name> (a new token), test <name>, revoke <name>,",
      "rotate-key. A connection is named by its name or its id. No token is ever shown.",
      "Exit 0: done. Exit 1: the test failed, or somebody was faster. Exit 2: could not be done.",
    ],

    async run({ values: flags, positionals: [action = "", name = ""] }, context) {
      const act = actions.get(action);
      if (act === undefined) {
        throw usage("Say what to do: list, show, add, push, test, revoke or rotate-key.");
      }
      if (name === "" && !nameless.has(action)) throw usage("Name the connection.");
      await using opened = await open(flags.config, context);
      return await act({ flags, name, opened, context });
    },
  });
}

const actions: ReadonlyMap<string, (desk: Desk) => Promise<ExitCode>> = new Map([
  ["list", list],
  ["show", show],
  ["add", addConnection],
  ["push", push],
  ["test", test],
  ["revoke", revoke],
  ["rotate-key", rotateKey],
]);

const nameless: ReadonlySet<string> = new Set(["list", "rotate-key"]);

async function list({ flags, opened, context }: Desk): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { tenant, owner } = flags;
  const filter = { ...(tenant !== undefined && { tenant }), ...(owner !== undefined && { owner }) };
  const found = await opened.desk.list(filter);
  const now = clock.now();
  terminal.out(
    flags.json
      ? printableJson(found.map((each) => connectionJson(each, now)))
      : connectionList(found, now),
  );
  return 0;
}

async function show(desk: Desk): Promise<ExitCode> {
  return print(desk, await findStored(desk));
}

async function push(desk: Desk): Promise<ExitCode> {
  const { flags, opened, context } = desk;
  const connection = await findRead(desk);
  const { settings, stored } = connection;
  if (stored.status === "revoked") throw usage("This connection is revoked: add another one.");
  const file = namedOrAsked(flags.token, context);
  if (settings.kind !== "token" || settings.file !== undefined || file === undefined) {
    throw usage("A new token is pushed with --token, to a connection that was added with one.");
  }
  const token = opened.holdSecret(await createReadSecret(context)(file, "--token"));
  const expiresAt = readMoment(flags.expiresAt);
  const pushed = { token, ...(expiresAt !== undefined && { expiresAt }) };
  const next = await opened.withKey(() => opened.desk.push(connection, pushed, opened.operator));
  return changed(desk, next, "has a new token");
}

async function test(desk: Desk): Promise<ExitCode> {
  const { flags, context } = desk;
  const { terminal } = context;
  const connection = await findRead(desk);
  try {
    const said = await testConnection(connection, { ...desk, url: flags.url });
    terminal.out(flags.json ? printableJson({ ok: true, ...said.json }) : said.text);
    return 0;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const message = error instanceof Error ? error.message : "";
    if (flags.json) terminal.out(printableJson({ ok: false, code, message }));
    else terminal.err(`${message} (${code})`);
    return 1;
  }
}

function codeOf(error: unknown): string | undefined {
  return isRefusal(error) && error.code !== "usage-invalid" ? error.code : undefined;
}

async function revoke(desk: Desk): Promise<ExitCode> {
  const { revoked, there } = await revokeStored(desk, await findStored(desk));
  return changed(desk, revoked, there === "revoked" ? "is revoked, also there" : "is revoked");
}

async function rotateKey({ flags, opened, context }: Desk): Promise<ExitCode> {
  const { writing, retired, rewrapped } = await opened.rotate();
  const gone = retired.length === 0 ? "" : ` Retired: ${retired.join(", ")}.`;
  context.terminal.out(
    flags.json
      ? printableJson({ writing, retired, rewrapped })
      : `The key of version ${writing} seals from now on; ${rewrapped} data keys were wrapped anew.${gone}`,
  );
  return 0;
}

export const command = createConnectionsCommand(openConnectionRoom);
