import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { execPath } from "node:process";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { configKeys } from "./config-keys.ts";
import { receiverPort, writeStoryFiles } from "./story-files.ts";

// One use of the gateway that fills every table, told to the command of any version. A version
// that does not know a command or a key leaves that part out.

export interface Teller {
  /** The checkout whose command is used. */
  readonly checkout: string;
  /** An empty folder: the configuration, the lock and the keys end up there. */
  readonly folder: string;
  /** The value of `stores.url`. */
  readonly store: string;
}

interface Told {
  readonly exit: number | null;
  readonly out: string;
}

export async function tellStory(teller: Teller): Promise<void> {
  const keys = await configKeys(teller.checkout);
  await writeStoryFiles(teller, keys);
  const say = (args: readonly string[], exits = [0]): Promise<Told> => tell(teller, args, exits);

  await tellApprovals(say);
  await say(["call", "find_ticket", "--args", '{"number":1}']);
  await say(["call", "close_ticket", "--args", '{"number":2}']);
  await say(["call", "find_ticket", "--args", '{"number":13}'], [1]);
  await killDuringCall(teller);
  const commands = await readFile(join(teller.checkout, "docs/cli.md"), "utf8");
  if (commands.includes("put <file>")) await say(["policy", "put", "policy.yaml"]);
  if (commands.includes("## toolcourt connections")) await tellConnections(say);
  if (commands.includes("## toolcourt drafts")) await tellDrafts(say);
  if (commands.includes("## toolcourt grants")) await tellGrants(say);
  if (keys.has("audit.push")) await pushRows(teller);
  if (commands.includes("## toolcourt calls")) await say(["calls", "list"]);
}

type Say = (args: readonly string[], exits?: number[]) => Promise<Told>;

/** One used, one denied, one approved and unused, one pending. */
async function tellApprovals(say: Say): Promise<void> {
  const hello = (name: string, exits: number[]): Promise<Told> =>
    say(["call", "hello", "--args", JSON.stringify({ name })], exits);
  const decide = async (action: "approve" | "deny"): Promise<void> => {
    const [pending] = listIn((await say(["approvals", "list", "--json"])).out);
    const id = textIn(pending, "id");
    const shown: unknown = JSON.parse((await say(["approvals", "show", id, "--json"])).out);
    const digest = action === "approve" ? ["--digest", textIn(shown, "digest")] : [];
    await say(["approvals", action, id, ...digest]);
  };
  await hello("Ada", [1]);
  await decide("approve");
  await hello("Ada", [0]);
  await hello("Eve", [1]);
  await decide("deny");
  await hello("Cleo", [1]);
  await decide("approve");
  await hello("Bob", [1]);
}

async function tellConnections(say: Say): Promise<void> {
  const kind = ["--kind", "token", "--token", "token.txt", "--origin", "https://api.example.com"];
  await say(["connections", "add", "shop", ...kind]);
  await say(["connections", "add", "gone", ...kind]);
  await say(["connections", "revoke", "gone"]);
}

async function tellDrafts(say: Say): Promise<void> {
  await say(["drafts", "import", "shop.yaml", "--into", "shop"]);
  const shown: unknown = JSON.parse(
    (await say(["drafts", "show", "shop/get_order", "--json"])).out,
  );
  await say(["drafts", "approve", "shop/get_order", "--digest", textIn(shown, "digest")]);
}

async function tellGrants(say: Say): Promise<void> {
  const bounds = ["--principal", "login:ada", "--uses", "3", "--for", "PT1H"];
  const give = ["grants", "give", "local", "--tool", "hello", ...bounds];
  await say([...give, "--reason", "Import"]);
  await say([...give, "--reason", "Mistake"]);
  const [given] = listIn((await say(["grants", "list", "--json"])).out);
  await say(["grants", "revoke", textIn(given, "id")]);
}

/** Leaves a call without an outcome. */
async function killDuringCall(teller: Teller): Promise<void> {
  const child = start(teller, ["call", "find_ticket", "--args", '{"number":77}']);
  const ended = once(child, "exit");
  while (!existsSync(join(teller.folder, "hanging"))) await wait(50);
  child.kill("SIGKILL");
  await ended;
  await rm(join(teller.folder, "hanging"));
}

/** Serves until a receiver has acknowledged rows, so that its cursor is in the store. */
async function pushRows(teller: Teller): Promise<void> {
  const receiver = createServer((request, response) => {
    void acknowledge(request, response);
  }).listen(receiverPort, "127.0.0.1");
  await once(receiver, "listening");
  const child = start(teller, ["serve", "--port", "0"]);
  const ended = once(child, "exit");
  await once(receiver, "request");
  // The cursor is written after the answer.
  await wait(2_000);
  child.kill("SIGTERM");
  await ended;
  receiver.close();
}

async function acknowledge(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await textOf(request);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(lastRowOf(body)));
}

function lastRowOf(body: string): { readonly row: number; readonly hash: string } {
  const rows = [...body.matchAll(/^\{"sequence":(\d+),"hash":"(\w+)"/gm)];
  const [, row = "0", hash = ""] = rows.at(-1) ?? [];
  return { row: Number(row), hash };
}

async function tell(teller: Teller, args: readonly string[], exits: number[]): Promise<Told> {
  const child = start(teller, args);
  let out = "";
  let err = "";
  child.stdout?.on("data", (part) => (out += String(part)));
  child.stderr?.on("data", (part) => (err += String(part)));
  await once(child, "close");
  const exit = child.exitCode;
  if (exit !== null && exits.includes(exit)) return { exit, out };
  throw new Error(`toolcourt ${args.join(" ")} ended with ${exit}:\n${out}${err}`);
}

function start({ checkout, folder }: Teller, args: readonly string[]): ChildProcess {
  const bins = ["packages/toolcourt/bin/toolcourt.js", "packages/gateway/bin/toolcourt.js"];
  const bin = bins.map((each) => join(checkout, each)).find((each) => existsSync(each)) ?? "";
  return spawn(execPath, [bin, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function listIn(text: string): readonly unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [];
}

function textIn(value: unknown, key: string): string {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : "";
  if (typeof found !== "string") throw new Error(`There is no ${key} in ${JSON.stringify(value)}.`);
  return found;
}
