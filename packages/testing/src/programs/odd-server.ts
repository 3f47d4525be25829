// A legacy server over stdio that misbehaves according to its tool names and its first argument.

import { spawn } from "node:child_process";
import process, { argv, env, exit, pid, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

const [, , habit] = argv;
const cancelled: JsonValue[] = [];
const environment = Object.fromEntries(
  Object.entries(env).map(([name, value = ""]) => [name, value]),
);
let asking: JsonValue = null;
let greeting: JsonValue = null;
const chunk = "x".repeat(64 * 1024);

if (habit === "exit") exit(3);
if (habit === "stubborn") {
  process.on("SIGTERM", () => undefined);
  void setTimeout(60_000);
}
// A shell, because it ignores the signal from the start.
const stubbornly = ["-c", "trap '' TERM; exec sleep 60"];
const grandchildren: Readonly<Record<string, () => number | undefined>> = {
  parent: () => spawn("/bin/sh", stubbornly, { stdio: "inherit" }).pid,
  // In a session of its own, so in another process group.
  runaway: () => spawn("/bin/sh", stubbornly, { stdio: "ignore", detached: true }).pid,
};
const grandchild = grandchildren[habit ?? ""]?.();

function send(message: JsonObject): void {
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function text(value: JsonValue): JsonObject {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

function writeForEver(): void {
  while (stdout.write(chunk));
  stdout.once("drain", writeForEver);
}

const calls: Readonly<Record<string, (id: JsonValue, input: JsonObject) => void>> = {
  echo: (id, input) => send({ id, result: text(input) }),
  environment: (id) => send({ id, result: text(environment) }),
  pids: (id) => send({ id, result: text({ pid, grandchild: grandchild ?? null }) }),
  hologram: (id) => send({ id, result: { content: [{ type: "hologram", depth: 3 }], odd: true } }),
  progress: (id, input) => {
    send({ method: "notifications/progress", params: { ...input, progress: 1, total: 2 } });
    send({ id, result: text("done") });
  },
  changes: (id) => {
    send({ method: "notifications/tools/list_changed" });
    send({ id, result: text("changed") });
  },
  asks: (id) => {
    asking = id;
    send({ id: "question", method: "elicitation/create", params: { message: "Sure?" } });
  },
  logs: (id) => {
    send({ method: "notifications/message", params: { level: "error", data: "disk full" } });
    send({ id, result: text("logged") });
  },
  silence: () => undefined,
  cancelled: (id) => send({ id, result: text(cancelled) }),
  fails: (id) => send({ id, error: { code: -32099, message: "the password is hunter2" } }),
  nothing: (id) => send({ id, result: 7 }),
  dies: () => exit(4),
  huge: (id) => send({ id, result: text("x".repeat(11 * 1024 * 1024)) }),
  large: (id) => send({ id, result: text("x".repeat(5 * 1024 * 1024)) }),
  complex: (id) => {
    const rows = Array.from({ length: 300_000 }, () => 1);
    send({ method: "notifications/message", params: { level: "error", data: rows } });
    send({ id, result: { content: [], structuredContent: { rows } } });
  },
  endless: () => writeForEver(),
  noisy: (id) => {
    stdout.write('Starting up…\n{"level":"info"}\n[1,2]\n{\n\n');
    send({ id, result: text("heard") });
  },
  batches: (id) => {
    const aside = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
    const answer = { jsonrpc: "2.0", id, result: text("all at once") };
    stdout.write(`${JSON.stringify([aside, answer])}\n[${JSON.stringify(answer)},1]\n[]\n`);
    if (habit !== "2025-03-26") send(answer);
  },
  stammers: (id) => {
    send({ neither: "a result nor an error" });
    send({ id: null, error: { code: -32700, message: "What?" } });
    send({ id: "somebody", result: {} });
    send({ id: greeting, result: {} });
    send({ id: Number(id) + 1, result: {} });
    send({ id, result: text("said") });
  },
  noise: () => {
    stdout.write("not a message\n".repeat(2_000));
  },
  complains: (id) => {
    stderr.write(`${chunk.repeat(300)}the end`, () => send({ id, result: text("said") }));
  },
};

const tools: readonly JsonValue[] = [
  { name: "echo", inputSchema: { type: "object" }, annotations: { color: "red" } },
  { name: "broken", inputSchema: 7 },
  "not even an object",
];

function listPage(id: JsonValue, params: JsonObject): void {
  const at = Number(params["cursor"] ?? 0);
  const next = at + 1 < tools.length ? { nextCursor: String(at + 1) } : {};
  send({ id, result: { tools: [tools[at] ?? null], ...next } });
}

const methods: Readonly<Record<string, (id: JsonValue, params: JsonObject) => void>> = {
  "server/discover": (id) => {
    if (habit === "shy") exit(1);
    send({ id, error: { code: -32601, message: "Method not found" } });
  },
  initialize: (id) => {
    greeting = id;
    const serverInfo = { name: "odd", version: "1.0.0" };
    const capabilities = { tools: { listChanged: true } };
    const protocolVersion = habit === "2025-03-26" ? habit : "2025-11-25";
    send({ id, result: { protocolVersion, capabilities, serverInfo } });
  },
  "tools/list": listPage,
  "tools/call": (id, { name, arguments: input, _meta: meta }) => {
    if (typeof name === "string") calls[name]?.(id, { ...objectOr(meta), ...objectOr(input) });
  },
  "notifications/cancelled": (_id, { requestId = null }) => cancelled.push(requestId),
};

function objectOr(value: JsonValue | undefined): JsonObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this server is sent, its own tests wrote
  return typeof value === "object" ? (value as JsonObject) : {};
}

interface Heard {
  readonly id?: number;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonObject;
}

createInterface({ input: stdin }).on("line", (line) => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- as above
  const message: Heard = JSON.parse(line);
  // Only the answer to our own question has no method.
  if (message.method === undefined) send({ id: asking, result: text(message.result ?? null) });
  else if (habit !== "mute") methods[message.method]?.(message.id ?? null, message.params ?? {});
});
