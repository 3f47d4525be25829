import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, own, parseJson, valueAt } from "@toolcourt/sdk";
import { type EmbeddedGateway, openGateway } from "../packages/gateway/src/open-gateway.ts";
import type { ProgramUpstream } from "../packages/gateway/src/upstreams/upstream.ts";
import { type Folder, openFolder } from "../packages/testing/src/folder.ts";
import type { AnnotatedTool } from "./agentdojo-data.ts";

/** What a server that only knows one trace answers. Undefined for a call that is not in it. */
export type Replay = (tool: string, args: JsonObject) => JsonObject | undefined;

/** What became of a call: it ran, a person was asked, or it was refused. */
export type Verdict = "allow" | "ask" | "deny";

/** A gateway in front of a server that plays a trace. */
export interface World extends AsyncDisposable {
  /** Changes the trace that the server plays. */
  readonly play: (replay: Replay) => void;
  readonly call: (call: WorldCall) => Promise<Called>;
  /** Approves a request as the operator. */
  readonly approve: (id: string) => Promise<void>;
}

interface WorldCall {
  readonly principal: string;
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
const key = "tck_reviewer-0123456789-0123456789-01";

/** Opens a whole gateway with these tools, contracts and policy. Calls and approvals are real. */
export async function openWorld(
  tools: readonly AnnotatedTool[],
  { overlays, policy }: { readonly overlays: ReadonlyMap<string, string>; readonly policy: string },
): Promise<World> {
  const stack = new AsyncDisposableStack();
  let replay: Replay = () => undefined;
  const folder: Folder = stack.use(await openFolder(filesOf(overlays, policy)));
  const upstreams = { [server]: async () => playing(tools, (...asked) => replay(...asked)) };
  const gateway = stack.use(await openGateway({ folder: folder.path, upstreams }));
  const listening = stack.use(await gateway.listen(0));
  return {
    play: (next) => {
      replay = next;
    },
    call: (call) => called(gateway, call),
    approve: (id) => approve(listening.url, id),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function filesOf(
  overlays: ReadonlyMap<string, string>,
  policy: string,
): Readonly<Record<string, string>> {
  const sha256 = createHash("sha256").update(key).digest("hex");
  const mcps = [{ name: server, transport: "streamable_http", url: "http://127.0.0.1:9/mcp" }];
  const toolbox = { mcps: mcps.map((each) => ({ ...each, mode: "dynamic", default_tool_config: {} })) };
  const auth = {
    resource: "http://127.0.0.1/mcp",
    keys: [{ name: "reviewer", sha256, roles: ["operator"] }],
  };
  const config = { toolbox, server: { auth }, policy: { file: "policy.yaml" } };
  const contracts = [...overlays].map(([tool, text]) => [`contracts/${server}/${tool}.yaml`, text]);
  return {
    "toolcourt.yaml": JSON.stringify({ ...config, stores: { url: "memory:" } }),
    "policy.yaml": policy,
    ...Object.fromEntries(contracts),
  };
}

/** A connection to the server that plays the current trace. */
function playing(tools: readonly AnnotatedTool[], replay: Replay): ProgramUpstream {
  const none = (): Promise<never> => Promise.reject(new Error("The server has tools only."));
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
      const answer = replay(tool, args);
      if (answer === undefined) throw new Error(`The trace has no such call of ${tool}.`);
      return { resultType: "complete", ...answer };
    },
    request: none,
    capabilities: () => ({ tools: {} }),
    watchResources: none,
    lost: new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function called(gateway: EmbeddedGateway, call: WorldCall): Promise<Called> {
  const { principal: id, tool, arguments: args, words } = call;
  const result = await gateway.callTool({
    tool: `${server}__${tool}`,
    arguments: args,
    principal: { id, permissions: "all", kind: "user" },
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
async function approve(url: URL, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const at = new URL(`/admin/v1/approvals/${id}`, url);
  const shown = parseJson(await (await fetch(at, { headers })).text());
  const digest = isJsonObject(shown) ? textOf(shown, "digest") : "";
  const body = JSON.stringify({ digest });
  const answer = await fetch(`${at.href}/approve`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The approval was refused: ${await answer.text()}`);
}
