import { createHash } from "node:crypto";
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
  valueAt,
} from "@toolcourt/sdk";
import { type EmbeddedGateway, openGateway } from "../packages/gateway/src/open-gateway.ts";
import type { ProgramUpstream } from "../packages/gateway/src/upstreams/upstream.ts";
import { type Folder, openFolder } from "../packages/testing/src/folder.ts";
import type { AnnotatedTool } from "./agentdojo-data.ts";

/** What a server that only knows one trace answers. Undefined for a call that is not in it. */
export type Replay = (tool: string, args: JsonObject) => JsonObject | undefined;

const nothing: Replay = () => undefined;

/** What became of a call: it ran, a person was asked, or it was refused. */
export type Verdict = "allow" | "ask" | "deny";

/** A gateway in front of a server that plays a trace. */
export interface World extends AsyncDisposable {
  /** Changes the trace that the server plays. */
  readonly play: (replay: Replay) => void;
  readonly call: (call: WorldCall) => Promise<Called>;
  /** Approves a request as the operator. */
  readonly approve: (id: string, tenant: string) => Promise<void>;
}

interface WorldCall {
  /** Each trace is a tenant of its own: what a tenant wrote is remembered for all of it. */
  readonly tenant: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly words: string | undefined;
}

interface Called {
  readonly verdict: Verdict;
  /** The request of the approval. */
  readonly request?: string;
  readonly code?: string;
}

const server = "desk";
const keyOf = (tenant: string): string =>
  `tck_${createHash("sha256").update(tenant).digest("hex")}`;

export interface WorldOptions {
  readonly overlays: ReadonlyMap<string, string>;
  readonly policy: string;
  readonly tenants: readonly string[];
}

/** Opens a whole gateway with these tools, contracts and policy. Calls and approvals are real. */
export async function openWorld(
  tools: readonly AnnotatedTool[],
  { overlays, policy, tenants }: WorldOptions,
): Promise<World> {
  const stack = new AsyncDisposableStack();
  let replay = nothing;
  const folder: Folder = stack.use(await openFolder(filesOf({ overlays, policy, tenants })));
  const upstreams = { [server]: async () => playing(tools, (...asked) => replay(...asked)) };
  const gateway = stack.use(await openGateway({ folder: folder.path, upstreams }));
  const listening = stack.use(await gateway.listen(0));
  return {
    play: (next) => {
      replay = next;
    },
    call: (call) => called(gateway, call),
    approve: (id, tenant) => approve(listening.url, id, keyOf(tenant)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function filesOf({ overlays, policy, tenants }: WorldOptions): Readonly<Record<string, string>> {
  const mcps = [{ name: server, transport: "streamable_http", url: "http://127.0.0.1:9/mcp" }];
  const toolbox = {
    mcps: mcps.map((each) => ({ ...each, mode: "dynamic", default_tool_config: {} })),
  };
  const auth = {
    resource: "http://127.0.0.1/mcp",
    keys: tenants.map((tenant, at) => ({
      name: `reviewer-${at}`,
      sha256: createHash("sha256").update(keyOf(tenant)).digest("hex"),
      tenant,
      roles: ["operator"],
    })),
  };
  const config = { toolbox, server: { auth }, policy: { file: "policy.yaml" } };
  const contracts = [...overlays].map(([tool, text]): [string, string] => [
    `contracts/${server}/${tool}.yaml`,
    text,
  ]);
  return {
    "toolcourt.yaml": JSON.stringify({ ...config, stores: { url: "memory:" } }),
    "policy.yaml": policy,
    ...Object.fromEntries(contracts),
  };
}

const none = (): Promise<never> => Promise.reject(new Error("The server has tools only."));

/** A connection to the server that plays the current trace. */
function playing(tools: readonly AnnotatedTool[], replay: Replay): ProgramUpstream {
  const ended = Promise.withResolvers<void>();
  return {
    era: "modern",
    listTools: async () =>
      tools.map(({ name, description, inputSchema, outputSchema }) => ({
        name,
        description,
        inputSchema,
        outputSchema,
      })),
    callTool: async ({ name: tool, arguments: args }) => {
      const schema = tools.find(({ name }) => name === tool)?.inputSchema ?? {};
      // The gateway fills in defaults, which the recorded call may have left out.
      const answer = replay(tool, args) ?? replay(tool, withoutDefaults(args, schema));
      if (answer === undefined) throw new Error(`The trace has no such call of ${tool}.`);
      return { resultType: "complete", ...answer };
    },
    request: none,
    capabilities: () => ({ tools: {} }),
    watchResources: none,
    lost: ended.promise,
    [Symbol.asyncDispose]: async () => ended.resolve(),
  };
}

function withoutDefaults(args: JsonObject, schema: JsonObject): JsonObject {
  const isDefault = ([name, value]: readonly [string, JsonValue]): boolean => {
    const filled = valueAt(schema, `/properties/${name}/default`);
    return filled !== undefined && canonicalJson(filled) === canonicalJson(value);
  };
  return Object.fromEntries(Object.entries(args).filter((member) => !isDefault(member)));
}

async function called(gateway: EmbeddedGateway, call: WorldCall): Promise<Called> {
  const { tenant, tool, arguments: args, words } = call;
  const result = await gateway.callTool({
    tool,
    arguments: args,
    principal: { id: `user:${tenant}`, tenant, permissions: "all", kind: "user" },
    ...(words !== undefined && { words }),
  });
  const refusal = valueAt(result, "/_meta/dev.toolcourt~1refusal");
  if (!isJsonObject(refusal)) return { verdict: "allow" };
  const code = textOf(refusal, "code");
  if (code !== "approval-required") return { verdict: "deny", code };
  const request = valueAt(refusal, "/evidence/id");
  return typeof request === "string" ? { verdict: "ask", request } : { verdict: "deny", code };
}

function textOf(object: JsonObject, name: string): string {
  const value = own(object, name);
  return typeof value === "string" ? value : "";
}

/** Reads a request and approves exactly what it shows, over the admin API. */
async function approve(url: URL, id: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const at = new URL(`/admin/v1/approvals/${id}`, url);
  const shown = parseJson(await (await fetch(at, { headers })).text());
  const digest = isJsonObject(shown) ? textOf(shown, "digest") : "";
  const body = JSON.stringify({ digest });
  const answer = await fetch(`${at.href}/approve`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The approval was refused: ${await answer.text()}`);
}
