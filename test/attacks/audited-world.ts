import { own } from "@toolcourt/sdk";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  answering,
  type Exchange,
  listen,
  refuseWith,
} from "../../packages/testing/src/programs/odd-http.ts";
import { machine, openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { connectHttp } from "../gate/http-client.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading, sending } from "../gate/tools.ts";
import { done } from "./upstream.ts";
import { visit } from "./visit.ts";

/** The real `serve` command with an audit log, before a server with tools, resources and prompts. */
export interface AuditedWorld extends AsyncDisposable {
  readonly folder: Folder;
  /** The requests that reached the server, lists excepted. */
  readonly reached: readonly string[];
  /** Everything printed since the last start. */
  readonly printed: () => string;
  /** Sends a request of each kind, and returns how each of them ended. */
  readonly requests: () => Promise<readonly string[]>;
  readonly call: () => Promise<string>;
  /** Returns the answer to `/readyz`. */
  readonly readiness: () => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Runs another command on the gateway's machine. */
  readonly command: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number; readonly printed: string }>;
}

export const keyFile = ".toolcourt/audit.key";

/** One request of each kind that reaches the server. */
const kinds = [
  ["tools/call", { name: "get-one", arguments: { city: "Oslo" } }],
  ["tools/call", { name: "put-one", arguments: { city: "Oslo" } }],
  ["resources/read", { uri: "x:one" }],
  ["prompts/get", { name: "p-one" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "p-one" }, argument: { name: "a", value: "b" } },
  ],
] as const;

export const answeredAll: readonly string[] = kinds.map(() => "answered");
export const refusedAll: readonly string[] = kinds.map(() => "audit-failed: unsigned");

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const entries = [{ name: "put-one", server: "one", approval: "none" }];

export async function openAuditedWorld(keys: object = {}): Promise<AuditedWorld> {
  await using stack = new AsyncDisposableStack();
  const reached: string[] = [];
  const url = stack.use(await openServer(reached)).url.href;
  const mcp = { name: "one", url, transport: "streamable_http", mode: "dynamic" };
  const toolbox = { tools: entries, mcps: [{ ...mcp, default_tool_config: {} }] };
  const config = JSON.stringify({ toolbox, ...keys });
  const folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
  let serving: Serving = await openServing(folder.path);
  stack.defer(() => serving[Symbol.asyncDispose]());
  const ask = async (method: string, params: (typeof kinds)[number][1]): Promise<string> => {
    const send = await connectHttp(serving.url, { era: "modern", lane: "fast" });
    const { refused, rpc, evidence } = outcomeOf(await send(method, { ...params }));
    if (refused === undefined) return rpc === undefined ? "answered" : `error ${rpc}`;
    const moment = evidence && own(evidence, "moment");
    return typeof moment === "string" ? `${refused}: ${moment}` : refused;
  };
  const owned = stack.move();
  return {
    folder,
    reached,
    printed: () => serving.printed.join("\n"),
    requests: () => Promise.all(kinds.map(([method, params]) => ask(method, params))),
    call: () => ask(...kinds[0]),
    readiness: async () => {
      const { status, text } = await visit(serving.url, {
        method: "GET",
        path: "/readyz",
        headers: {},
      });
      return `${status} ${text.trim()}`;
    },
    stop: async () => serving[Symbol.asyncDispose](),
    start: async () => {
      serving = await openServing(folder.path);
    },
    command: async (...args) => {
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const here = machine(folder.path, print, new AbortController().signal);
      const code = await runToolcourt(args, here);
      return { code, printed: lines.join("\n") };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function openServer(reached: string[]) {
  const counted = (method: string, result: object) => (exchange: Exchange) => {
    reached.push(method);
    answering({ ...seal, ...result })(exchange);
  };
  return listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    }),
    "tools/list": answering({ ...seal, tools: [reading("get-one"), sending("put-one")] }),
    "resources/list": answering({ ...seal, resources: [{ uri: "x:one", name: "one" }] }),
    "resources/templates/list": answering({ ...seal, resourceTemplates: [] }),
    "prompts/list": answering({
      ...seal,
      prompts: [{ name: "p-one", arguments: [{ name: "a" }] }],
    }),
    "tools/call": counted("tools/call", done),
    "resources/read": counted("resources/read", { contents: [{ uri: "x:one", text: "one" }] }),
    "prompts/get": counted("prompts/get", { messages: [] }),
    "completion/complete": counted("completion/complete", { completion: { values: [] } }),
    else: refuseWith(404),
  });
}
