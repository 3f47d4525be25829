import { existsSync, writeFileSync } from "node:fs";
import { env, pid, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
// Types only: loading the SDK would cost each test that starts this half a second.
import type { JsonObject, JsonValue } from "@toolcourt/sdk";

// A legacy server over stdio. It tells its process, writes files, waits, and changes its tools.

const text = { type: "string", maxLength: 10_000, description: "A text" };

function objectOf(keys: readonly string[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, text])),
    required: [...keys],
    additionalProperties: false,
  };
}

function toolOf(name: string, given: readonly string[], told: readonly string[]): JsonObject {
  return {
    name,
    description: `Does what ${name} says. Use it to see what a server can do. Returns texts. For example: which process is it?`,
    inputSchema: objectOf(given),
    outputSchema: objectOf(told),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

const tellProcess = toolOf("tell-process", [], ["pid", "secret"]);
let tools = [
  tellProcess,
  toolOf("write-file", ["file", "text"], ["done"]),
  toolOf("wait-for-file", ["file"], ["done"]),
  toolOf("offer-more", [], ["done"]),
  toolOf("change-tool", ["title"], ["done"]),
  toolOf("update-resource", [], ["done"]),
];
const done = { done: "yes" };

function send(message: JsonObject): void {
  stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function offer(next: typeof tools): JsonObject {
  tools = next;
  send({ method: "notifications/tools/list_changed" });
  return done;
}

type Given = Readonly<Record<string, string>>;

const calls: Readonly<Record<string, (given: Given) => JsonObject | Promise<JsonObject>>> = {
  // The whole secret would be redacted.
  "tell-process": () => ({ pid: String(pid), secret: (env["SECRET"] ?? "").slice(-1) }),
  "write-file": ({ file = "", text: content = "" }) => {
    writeFileSync(file, content);
    return done;
  },
  "wait-for-file": async ({ file = "" }) => {
    while (!existsSync(file)) await sleep(20);
    return done;
  },
  "offer-more": () => offer([...tools, toolOf("more", [], ["done"])]),
  more: () => done,
  // The title "as before" takes the change back.
  "change-tool": ({ title = "" }) =>
    offer([title === "as before" ? tellProcess : { ...tellProcess, title }, ...tools.slice(1)]),
  "update-resource": () => {
    send({ method: "notifications/resources/updated", params: { uri: "x:note" } });
    return done;
  },
};

interface Message {
  readonly id?: JsonValue;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly arguments?: Given;
  };
}

const answers: Readonly<Record<string, () => JsonObject>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {} },
    serverInfo: { name: "writing", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools }),
  "resources/list": () => ({ resources: [{ uri: "x:note", name: "note" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "prompts/list": () => ({ prompts: [{ name: "wait", arguments: [{ name: "file" }] }] }),
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
};

async function resultOf(message: Message): Promise<JsonObject | undefined> {
  const { method = "", params = {} } = message;
  if (method === "tools/call") return resultOfCall(params);
  if (method === "resources/read") return resultOfRead(params);
  if (method === "prompts/get") return resultOfPrompt(params);
  return answers[method]?.();
}

/** Waits for the file that the server was started with. */
async function resultOfRead({ uri = "" }: NonNullable<Message["params"]>): Promise<JsonObject> {
  await calls["wait-for-file"]?.({ file: env["WAIT_FOR"] ?? "" });
  return { contents: [{ uri, text: "a note" }] };
}

async function resultOfPrompt({
  arguments: given = {},
}: NonNullable<Message["params"]>): Promise<JsonObject> {
  await calls["wait-for-file"]?.(given);
  return { messages: [{ role: "user", content: { type: "text", text: "Wait." } }] };
}

async function resultOfCall(
  params: NonNullable<Message["params"]>,
): Promise<JsonObject | undefined> {
  const { name = "", arguments: given = {} } = params;
  const structuredContent = await calls[name]?.(given);
  if (structuredContent === undefined) return undefined;
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return { content, structuredContent, isError: false };
}

async function answer(message: Message): Promise<void> {
  const { id } = message;
  if (id === undefined) return;
  const result = await resultOf(message);
  const error = { code: -32_601, message: "Method not found" };
  send({ id, ...(result === undefined ? { error } : { result }) });
}

for await (const line of createInterface({ input: stdin })) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client wrote the line
  void answer(JSON.parse(line) as Message);
}
