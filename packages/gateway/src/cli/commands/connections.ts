import { type RevokedThere, revocationOf } from "../../connections/revoke-at-provider.ts";
import { type ReadConnection, readConnection } from "../../connections/settings.ts";
import { hasCode, isRefusal, Refusal } from "../../errors/refusal.ts";
import { cut } from "../../kernel/nearest.ts";
import type { StoredConnection } from "../../stores/connection-store.ts";
import { type Command, defineCommand, type ExitCode, type Surroundings } from "../command.ts";
import { type ConnectionFlags, connectionFlags } from "../connection-flags.ts";
import type { OpenConnectionRoom, OpenedConnections } from "../connection-room.ts";
import { connectionUsage as usage } from "../connection-usage.ts";
import { connectionJson, connectionList, connectionText, statusOf } from "../connections-text.ts";
import { newConnection } from "../new-connection.ts";
import { printable, printableJson } from "../printable.ts";
import { readMoment } from "../read-connection.ts";
import { createReadSecret, namedOrAsked } from "../read-secret.ts";
import { testConnection } from "../test-connection.ts";

interface Desk {
  readonly flags: ConnectionFlags;
  readonly name: string;
  readonly opened: OpenedConnections;
  readonly surroundings: Surroundings;
}

export function createConnectionsCommand(open: OpenConnectionRoom): Command {
  return defineCommand({
    name: "connections",
    summary: "Add stored access to other systems, look at it, test it, take it back",
    positionals: "<action> [name]",
    flags: connectionFlags,
    notes: [
      "Actions: list, show <name>, add <name>, push <name> (a new token), test <name>, revoke <name>,",
      "rotate-key. A connection is named by its name or its id. No token is ever shown.",
      "Exit 0: done. Exit 1: the test failed, or somebody was faster. Exit 2: could not be done.",
    ],

    async run({ values: flags, positionals: [action = "", name = ""] }, surroundings) {
      const act = actions.get(action);
      if (act === undefined) {
        throw usage("Say what to do: list, show, add, push, test, revoke or rotate-key.");
      }
      if (name === "" && !nameless.has(action)) throw usage("Name the connection.");
      await using opened = await open(flags.config, surroundings);
      return await act({ flags, name, opened, surroundings });
    },
  });
}

const actions: ReadonlyMap<string, (desk: Desk) => Promise<ExitCode>> = new Map([
  ["list", list],
  ["show", show],
  ["add", add],
  ["push", push],
  ["test", test],
  ["revoke", revoke],
  ["rotate-key", rotateKey],
]);

const nameless: ReadonlySet<string> = new Set(["list", "rotate-key"]);

async function list({ flags, opened, surroundings }: Desk): Promise<ExitCode> {
  const { terminal, clock } = surroundings;
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
  return print(desk, await find(desk));
}

function print({ flags, surroundings }: Desk, stored: StoredConnection, said?: string): ExitCode {
  const { terminal, clock } = surroundings;
  const now = clock.now();
  if (flags.json) terminal.out(printableJson(connectionJson(stored, now)));
  else terminal.out(said ?? connectionText(stored, now));
  return 0;
}

async function add(desk: Desk): Promise<ExitCode> {
  const { name, flags, opened, surroundings } = desk;
  const { withKey, operator } = opened;
  // What is wrong with the key shows before anybody is asked to authorize anything.
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
    surroundings.terminal.err(onlyHere);
  }
  return print(desk, added, `The connection ${added.name} was added as ${added.id}.`);
}

const onlyHere =
  "No caller with a key or a token of `auth` may use it, only who calls on this machine: give --owner or --shared.";

/** The one of that name whose place is taken, which has to be over and the same owner's. */
async function inTheWay({ name, flags, opened, surroundings }: Desk) {
  const { tenant = "", owner = "local" } = flags;
  const all = await opened.desk.list({ name, tenant });
  const standing = all.find(({ status }) => status !== "revoked");
  if (standing === undefined) return undefined;
  const isOver = statusOf(standing, surroundings.clock.now()) === "expired";
  if (!isOver || standing.owner !== owner) throw taken(printable(cut(name)));
  return standing;
}

function taken(name: string): Refusal {
  const next = "Revoke it first, or push a new token to it.";
  return usage(`There is a connection ${name} already. ${next}`);
}

async function push(desk: Desk): Promise<ExitCode> {
  const { flags, opened, surroundings } = desk;
  const connection = await findRead(desk);
  const { settings, stored } = connection;
  if (stored.status === "revoked") throw usage("This connection is revoked: add another one.");
  const file = namedOrAsked(flags.token, surroundings);
  if (settings.kind !== "token" || settings.file !== undefined || file === undefined) {
    throw usage("A new token is pushed with --token, to a connection that was added with one.");
  }
  const token = opened.holdSecret(await createReadSecret(surroundings)(file, "--token"));
  const expiresAt = readMoment(flags.expiresAt);
  const pushed = { token, ...(expiresAt !== undefined && { expiresAt }) };
  const next = await opened.withKey(() => opened.desk.push(connection, pushed, opened.operator));
  return changed(desk, next, "has a new token");
}

async function test(desk: Desk): Promise<ExitCode> {
  const { flags, surroundings } = desk;
  const { terminal } = surroundings;
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
  const { revoked, there } = await revokeStored(desk, await find(desk));
  return changed(desk, revoked, there === "revoked" ? "is revoked, also there" : "is revoked");
}

/** How often somebody else may be faster. A gateway that renews its token must not keep anybody from it. */
const mostTries = 5;

/** First here, where it counts, and then at the provider. */
async function revokeStored(
  { opened, surroundings }: Desk,
  stored: StoredConnection,
): Promise<{ readonly revoked: StoredConnection | undefined; readonly there?: RevokedThere }> {
  let current: StoredConnection | undefined = stored;
  for (let tries = 0; tries < mostTries && current !== undefined; tries += 1) {
    const connection = readConnection(current);
    const tell = connection && (await revocationOf(connection, opened));
    const revoked = await opened.desk.revoke(current, opened.operator);
    if (revoked !== undefined) {
      const there = (await tell?.(surroundings.signal)) ?? "not-asked";
      if (there === "failed") surroundings.terminal.err(untold);
      return { revoked, there };
    }
    current = await opened.desk.find(stored.id);
  }
  return { revoked: undefined };
}

const untold = "Its provider could not be told: revoke its tokens there as well.";

function changed(desk: Desk, next: StoredConnection | undefined, how: string): ExitCode {
  if (next !== undefined) return print(desk, next, `The connection ${next.name} ${how}.`);
  desk.surroundings.terminal.err("Nothing was changed: somebody else changed it meanwhile.");
  return 1;
}

async function rotateKey({ flags, opened, surroundings }: Desk): Promise<ExitCode> {
  const { writing, retired, rewrapped } = await opened.rotate();
  const gone = retired.length === 0 ? "" : ` Retired: ${retired.join(", ")}.`;
  surroundings.terminal.out(
    flags.json
      ? printableJson({ writing, retired, rewrapped })
      : `The key of version ${writing} seals from now on; ${rewrapped} data keys were wrapped anew.${gone}`,
  );
  return 0;
}

async function findRead(desk: Desk): Promise<ReadConnection> {
  const connection = readConnection(await find(desk));
  if (connection === undefined) throw usage("This connection is none that this version wrote.");
  return connection;
}

/** By its id, or by a name that only one has; those that were revoked stand behind. */
async function find({ name, flags, opened }: Desk): Promise<StoredConnection> {
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
