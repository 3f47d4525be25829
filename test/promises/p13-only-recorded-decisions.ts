import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  own,
  parseJson,
  valueAt,
} from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import {
  answering,
  type Handlers,
  listen,
  refuseWith,
  stream,
} from "../../packages/testing/src/programs/odd-http.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { connectHttp } from "../gate/http-client.ts";
import { acknowledgementOf } from "../gate/relay-world.ts";
import { reading } from "../gate/tools.ts";
import { definePromise, type Figure } from "./promise.ts";
import { serverEntry } from "./server-entry.ts";

export const promise = definePromise({
  id: "P13",
  text: "No principal reaches a server except through a recorded decision.",
  proofs: [
    { title: "tools, resources, prompts and completions in both eras", prove: everyKind },
    { title: "the same while the store is locked", prove: whileLocked },
    { title: "subscriptions in both eras, also while the store is locked", prove: subscriptions },
  ],
});

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "public" };
const text = { content: [{ type: "text", text: "{}" }], structuredContent: { celsius: 1 } };

/** Requests by a principal. The last ones are forbidden. */
const wishes: readonly (readonly [string, JsonObject])[] = [
  ["tools/call", { name: "get-weather", arguments: { city: "Bern" } }],
  ["resources/read", { uri: "x:open" }],
  ["resources/read", { uri: "t:7" }],
  ["prompts/get", { name: "greet" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "a", value: "b" } },
  ],
  ["resources/read", { uri: "x:closed" }],
  ["resources/read", { uri: "x:unknown" }],
  ["resources/read", { uri: "t:%2e%2e" }],
  ["prompts/get", { name: "closed" }],
];

const policy = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["*"], resources: ["*"], prompts: ["*"] }
  - { id: closed, effect: deny, kinds: [local], resources: ["*/x:closed"], prompts: ["*/closed"] }
...
`;

/** Opens a server that notes every request but lists and greetings, and every subscription. */
function openServer(reached: string[], watched: Set<string>): ReturnType<typeof listen> {
  const noting = (method: string, result: JsonObject): Handlers => {
    const answer = answering({ ...seal, ...result });
    return {
      [method]: (exchange) => {
        reached.push(method);
        answer(exchange);
      },
    };
  };
  return listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
    }),
    "tools/list": answering({ ...seal, tools: [reading("get-weather")] }),
    "resources/list": answering({
      ...seal,
      resources: ["x:open", "x:closed"].map((uri) => ({ uri, name: uri })),
    }),
    "resources/templates/list": answering({
      ...seal,
      resourceTemplates: [{ uriTemplate: "t:{id}", name: "t" }],
    }),
    "prompts/list": answering({ ...seal, prompts: [{ name: "greet" }, { name: "closed" }] }),
    ...noting("tools/call", text),
    ...noting("resources/read", { contents: [] }),
    ...noting("prompts/get", { messages: [] }),
    ...noting("completion/complete", { completion: { values: [] } }),
    "subscriptions/listen": (exchange) => {
      const uris = valueAt(exchange.params, "/notifications/resourceSubscriptions");
      for (const uri of isJsonArray(uris) ? uris : []) watched.add(JSON.stringify(uri));
      stream(exchange.response, acknowledgementOf(exchange));
    },
    else: refuseWith(404),
  });
}

async function open() {
  await using stack = new AsyncDisposableStack();
  const reached: string[] = [];
  const watched = new Set<string>();
  const { url } = stack.use(await openServer(reached, watched));
  const folder = stack.use(await openFolder({ "policy.yaml": policy }));
  await folder.write(
    "toolcourt.yaml",
    JSON.stringify({
      toolbox: { mcps: [serverEntry("weather", url.href)] },
      policy: { file: "policy.yaml" },
    }),
  );
  const gateway = stack.use(await openServing(folder.path));
  const clients = [
    await connectHttp(gateway.url, { era: "modern", lane: "sdk" }),
    await connectHttp(gateway.url, { era: "legacy", lane: "sdk", hasSession: true }),
  ];
  const wishAll = async (): Promise<number> => {
    let refused = 0;
    for (const ask of clients) {
      for (const [method, params] of wishes) {
        const answer = await ask(method, params);
        const isError = JSON.stringify(answer).includes('"isError":true');
        if (own(answer, "error") !== undefined || isError) refused += 1;
      }
    }
    return refused;
  };
  /** Subscribes in both eras. A modern client gets no answer for each address. */
  const watchAll = async (uris: readonly string[]): Promise<void> => {
    const [modern, legacy] = clients;
    const notifications = { resourceSubscriptions: uris };
    await modern?.("subscriptions/listen", { notifications });
    for (const uri of uris) await legacy?.("resources/subscribe", { uri });
  };
  const state = join(folder.path, ".toolcourt/state.db");
  const owned = stack.move();
  return {
    reached,
    watched,
    wishAll,
    watchAll,
    state,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const asked = wishes.length * 2;

async function everyKind(): Promise<readonly Figure[]> {
  await using opened = await open();
  const refused = await opened.wishAll();
  const rows = rowsIn(opened.state);
  const closed = rows.filter((row) => row["kind"] === "call.closed");
  const answered = closed.filter((row) => row["code"] === "answered");
  return [
    { label: "requests", value: asked },
    { label: "of them forbidden, and refused", value: refused, must: { is: 8 } },
    {
      label: "requests without an intent in the log",
      value: asked - rows.filter((row) => row["kind"] === "call.opened").length,
      must: { is: 0 },
    },
    {
      label: "requests without an outcome in the log",
      value: asked - closed.length,
      must: { is: 0 },
    },
    {
      label: "requests that reached the server without a recorded statement",
      value: opened.reached.length - answered.filter((row) => "statement" in row).length,
      must: { is: 0 },
    },
  ];
}

async function whileLocked(): Promise<readonly Figure[]> {
  await using opened = await open();
  await opened.wishAll();
  const before = opened.reached.length;
  const database = new DatabaseSync(opened.state);
  database.exec("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE");
  const refused = await opened.wishAll();
  database.close();
  return [
    { label: "requests while the store is locked", value: asked },
    { label: "of them answered", value: asked - refused, must: { is: 0 } },
    {
      label: "of them that reached the server",
      value: opened.reached.length - before,
      must: { is: 0 },
    },
  ];
}

async function subscriptions(): Promise<readonly Figure[]> {
  await using opened = await open();
  const uris = ["x:open", "t:7", "x:closed", "x:unknown"];
  await opened.watchAll(uris);
  const count = uris.length * 2;
  const closedRows = (): readonly JsonObject[] =>
    rowsIn(opened.state).filter((row) => row["kind"] === "call.closed");
  const end = systemClock.monotonic() + 10_000;
  while (closedRows().length < count && systemClock.monotonic() < end) await systemClock.sleep(20);
  const closed = closedRows();
  const allowed = closed.filter((row) => row["code"] === "answered" && "statement" in row);
  const before = opened.watched.size;
  const database = new DatabaseSync(opened.state);
  database.exec("PRAGMA busy_timeout = 5000; BEGIN EXCLUSIVE");
  await opened.watchAll(["t:8", "t:9"]);
  database.close();
  return [
    { label: "subscriptions", value: count },
    {
      label: "of them without an outcome in the log",
      value: count - closed.length,
      must: { is: 0 },
    },
    { label: "of them allowed by a statement", value: allowed.length, must: { is: 4 } },
    { label: "addresses that the server got", value: before, must: { is: 2 } },
    {
      label: "further addresses while the store was locked",
      value: opened.watched.size - before,
      must: { is: 0 },
    },
  ];
}

function rowsIn(state: string): readonly JsonObject[] {
  const database = new DatabaseSync(state, { readOnly: true });
  const rows = database.prepare("SELECT body FROM audit ORDER BY sequence").all();
  database.close();
  return rows.map(({ body }) => parseJson(String(body))).filter(isJsonObject);
}
