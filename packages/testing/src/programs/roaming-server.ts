// A legacy server over stdio that tries what a sandbox forbids, as its calls ask. It imports nothing
// but Node's own modules, so that a sandbox has to show this file alone.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import process, { env, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { setInterval } from "node:timers";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const filled: Buffer[] = [];

/** Touches every page: untouched memory is not used. */
function fill(): null {
  setInterval(() => filled.push(Buffer.alloc(16 * 1024 * 1024, 1)), 5);
  return null;
}

/** Files in memory, which no process maps. */
function pack(): Json {
  for (let number = 0; number < 3; number += 1) {
    writeFileSync(`/tmp/${number}`, Buffer.alloc(20 * 1024 * 1024, 1));
    writeFileSync(`/dev/shm/${number}`, Buffer.alloc(20 * 1024 * 1024, 1));
  }
  return "packed";
}

function fork(): null {
  setInterval(
    () => spawn("/bin/sleep", ["60"], { stdio: "ignore" }).on("error", () => undefined),
    2,
  );
  return null;
}

/** A process that left its group, its session and its environment. */
function runaway(seconds: string): Json {
  const args = ["-i", "/bin/sleep", seconds];
  const child = spawn("/usr/bin/env", args, { stdio: "ignore", detached: true });
  return child.pid ?? null;
}

function reach(target: string): Promise<Json> {
  const socket = target.startsWith("/") ? connect(target) : connect(Number(target), "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => {
      socket.destroy();
      resolve("connected");
    });
    socket.once("error", (error) => resolve(codeOf(error)));
  });
}

function codeOf(error: unknown): Json {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "failed";
}

const tries: Readonly<Record<string, (given: string) => Json | Promise<Json> | undefined>> = {
  read: (path) => readFileSync(path, "utf8").slice(0, 1_000),
  list: (path) => readdirSync(path).toSorted(),
  write: (path) => {
    writeFileSync(path, "written");
    return "written";
  },
  reach,
  environment: () => Object.fromEntries(Object.entries(env).map(([k, v = ""]) => [k, v])),
  place: () => process.cwd(),
  status: () => readFileSync("/proc/self/status", "utf8"),
  runaway,
  pack,
  die: () => process.exit(4),
  // These never answer: the process is ended before.
  fill: () => void fill(),
  fork: () => void fork(),
};

async function answer(what: string, given: string): Promise<Json | undefined> {
  try {
    return await tries[what]?.(given);
  } catch (error) {
    return codeOf(error);
  }
}

function send(message: Readonly<Record<string, unknown>>): void {
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const text = { type: "string" };
const inputSchema = { type: "object", properties: { what: text, given: text }, required: ["what"] };
const description = "Tries something that a sandbox may forbid.";
const tools = [{ name: "try", description, inputSchema }];
const serverInfo = { name: "roaming", version: "1.0.0" };
const results: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
  "tools/list": { tools },
  ping: {},
};

// Without its input it would end by itself. Asked to end it says so: an end by force leaves no trace.
const { FAREWELL: farewell } = env;
if (farewell !== undefined) {
  setInterval(() => undefined, 60_000);
  process.on("SIGTERM", () => {
    writeFileSync(farewell, "ended");
    process.exit(0);
  });
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly arguments: { readonly what: string; readonly given?: string } };
}

async function reply({ id, method, params }: Message): Promise<void> {
  if (method !== "tools/call") {
    const result = results[method];
    const error = { code: -32601, message: "?" };
    return send(result === undefined ? { id, error } : { id, result });
  }
  const { what, given = "" } = params.arguments;
  const found = await answer(what, given);
  if (found === undefined) return;
  send({ id, result: { content: [{ type: "text", text: JSON.stringify(found) }] } });
}

createInterface({ input: stdin }).on("line", (line) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own gateway wrote it
  const message = JSON.parse(line) as Message;
  if (message.id !== undefined) void reply(message);
});
