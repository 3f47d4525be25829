import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { isJsonArray, valueAt } from "@toolcourt/sdk";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { createHost } from "../../packages/host/src/answering/create-host.ts";
import { AskTool } from "../../packages/host/src/compose/ask-tool.ts";
import { toolAccessOf } from "../../packages/host/src/compose/open-host.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import {
  answering,
  type Exchange,
  type Handlers,
  legacy,
  listen,
  refuseWith,
  stream,
} from "../../packages/testing/src/programs/odd-http.ts";
import { type Entrances, openEntrances } from "./entrances.ts";
import { createIds } from "./ids.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { openTestGateway } from "./open-test-gateway.ts";
import { reading } from "./tools.ts";
import { trying } from "./trying.ts";

/** A gateway with all its entrances, before servers of both eras that count requests. */
export interface RelayWorld {
  readonly entrances: Entrances;
  /** All requests that a server got, except lists and subscriptions: `two prompts/get`. */
  readonly reached: readonly string[];
  /** All subscriptions that a server got: `two x:two`. */
  readonly watched: readonly string[];
}

const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: tools, effect: allow, principals: [ada], tools: ["*"] }
  - { id: closed, effect: deny, principals: ["*"], resources: ["*/x:closed"], prompts: ["*/p-closed"] }
...
`;
const seal = { resultType: "complete", ttlMs: 60_000, cacheScope: "public" };
const capabilities = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
};

/** The worst planner: it obeys the question. */
const plan = ({ question }: { readonly question: string }): string => question;

/** Opens the servers `one` and `two` of the modern era and `old` of the legacy era. */
export async function openRelayWorld(stack: AsyncDisposableStack): Promise<RelayWorld> {
  const reached: string[] = [];
  const watched: string[] = [];
  const books = { reached, watched };
  const mcps: JsonObject[] = [];
  for (const name of ["one", "two", "old"]) {
    const handlers = name === "old" ? legacyServer(name, books) : modernServer(name, books);
    const { url } = stack.use(await listen(handlers));
    const transport = { url: url.href, transport: "streamable_http" };
    mcps.push({ name, ...transport, mode: "dynamic", default_tool_config: {} });
  }
  // The only ways of a host and a workflow to a server are tools, so they try one of this name.
  const ask = new AskTool(["read"]);
  const local = [ask.tool, trying("try-read", "resources/read", { uri: "x:two" })];
  const tools = local.map(({ name }) => ({ name, approval: "none" }));
  const authority = await openTestAuthority(policy, stack);
  const config = JSON.stringify({ toolbox: { mcps, tools } });
  const { gateway } = stack.use(
    await openTestGateway(config, { local, hostTool: ask.tool, authority }),
  );
  const access = toolAccessOf(gateway, loadConfig("toolbox: { local: [] }", { environment: {} }));
  ask.answerBy(createHost({ access, newId: createIds(), summary: "off", plan }));
  const own = JSON.stringify({ toolbox: { mcps } });
  const folder = stack.use(await openFolder({ "toolcourt.yaml": own }));
  const principal = { id: "ada", permissions: [], roles: ["reader"] };
  const before = { gateway, principal, folder: folder.path };
  return { ...books, entrances: await openEntrances(before, stack) };
}

interface Books {
  readonly reached: string[];
  readonly watched: string[];
}

/** Returns the methods of both eras. Everything is said to be public. */
function serverOf(name: string, { reached }: Books): Handlers {
  const counted = (method: string, result: JsonObject): Handlers => {
    const answer = answering({ ...seal, ...result });
    return {
      [method]: (exchange) => {
        reached.push(`${name} ${method}`);
        answer(exchange);
      },
    };
  };
  const resources = [`x:${name}`, "x:shared", "x:closed"].map((uri) => ({ uri, name: uri }));
  const resourceTemplates = [
    { uriTemplate: `t:${name}/{id}`, name },
    { uriTemplate: "{+any}", name: "any" },
  ];
  return {
    "tools/list": answering({ ...seal, tools: [reading(`get-${name}`)] }),
    "resources/list": answering({ ...seal, resources }),
    "resources/templates/list": answering({ ...seal, resourceTemplates }),
    "prompts/list": answering({ ...seal, prompts: [{ name: `p-${name}` }, { name: "p-closed" }] }),
    ...counted("tools/call", {}),
    ...counted("resources/read", { contents: [{ uri: "x:", text: name }] }),
    ...counted("prompts/get", { messages: [] }),
    ...counted("completion/complete", { completion: { values: [] } }),
  };
}

function modernServer(name: string, books: Books): Handlers {
  const supportedVersions = ["2026-07-28"];
  const watch = watchingBy(name, books);
  return {
    ...serverOf(name, books),
    "server/discover": answering({ ...seal, supportedVersions, capabilities }),
    "subscriptions/listen": (exchange) => {
      const uris = valueAt(exchange.params, "/notifications/resourceSubscriptions");
      for (const uri of isJsonArray(uris) ? uris : []) watch(uri);
      stream(exchange.response, acknowledgementOf(exchange));
    },
    else: refuseWith(404),
  };
}

function watchingBy(name: string, { watched }: Books): (uri: JsonValue | undefined) => void {
  return (uri) => {
    watched.push(`${name} ${typeof uri === "string" ? uri : "?"}`);
  };
}

/** Returns the message that accepts a listen request. */
export function acknowledgementOf({ id, params }: Pick<Exchange, "id" | "params">): JsonObject {
  const { notifications = {} } = params;
  const _meta = { "io.modelcontextprotocol/subscriptionId": id };
  const method = "notifications/subscriptions/acknowledged";
  return { jsonrpc: "2.0", method, params: { notifications, _meta } };
}

function legacyServer(name: string, books: Books): Handlers {
  const serverInfo = { name, version: "1.0.0" };
  const watch = watchingBy(name, books);
  const done: JsonValue = {};
  return {
    ...legacy,
    ...serverOf(name, books),
    initialize: answering({ protocolVersion: "2025-11-25", capabilities, serverInfo }),
    "resources/subscribe": (exchange) => {
      watch(exchange.params["uri"]);
      answering(done)(exchange);
    },
    "resources/unsubscribe": answering(done),
  };
}
