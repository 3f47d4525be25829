import { createHash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, parseJson, valueAt } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { link } from "../../packages/gateway/src/governance/audit/chain.ts";
import { type EmbeddedGateway, openGateway } from "../../packages/gateway/src/open-gateway.ts";
import type { Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { openMemoryStores } from "../../packages/gateway/src/stores/memory/open-memory-stores.ts";
import type { ProgramUpstream } from "../../packages/gateway/src/upstreams/upstream.ts";
import { ledgerTools } from "./ledger-tools.ts";

/** What the tool of a name answers. */
export type Answers = Readonly<
  Record<string, (args: JsonObject) => JsonObject | Promise<JsonObject>>
>;

export interface LedgerWorld {
  readonly folder: Folder;
  readonly gateway: EmbeddedGateway;
  /** The calls that reached the server. */
  readonly sent: readonly { readonly tool: string; readonly args: JsonObject }[];
  readonly call: (call: LedgerCall) => Promise<Ended>;
}

export interface LedgerCall {
  readonly tool: string;
  readonly args?: JsonObject;
  readonly words?: string;
  readonly by?: Principal;
}

export interface Ended {
  /** Undefined if the tool answered. */
  readonly code: string | undefined;
  readonly request: string | undefined;
  readonly result: JsonObject;
}

export const ada: Principal = { id: "user:ada", tenant: "north", permissions: "all", kind: "user" };
export const bob: Principal = { ...ada, id: "user:bob" };
export const eve: Principal = { ...ada, id: "user:eve", tenant: "south" };

/** The principal of the key. */
export const reviewer: Principal = { ...ada, id: "key:reviewer" };

export const stranger = "mallory@evil.example";

/** Trusted values may leave, and all else asks an operator. */
export const origins = `version: 1
roles: { operator: ["approvals:read", "approvals:decide"] }
statements:
  - { id: all, effect: allow, principals: ["*"], tools: ["*"] }
sequences:
  - id: known-values-only
    when: call.reach == "outside"
    from: { destination: [user, operator, first-party] }
    ask: operator
...
`;

/** At most 100 an hour. */
export function ceiling(per: "principal" | "tenant", more = ""): string {
  return `version: 1
statements:
  - { id: all, effect: allow, principals: ["*"], tools: ["*"] }
sequences:
  - id: ceiling
    when: call.tool == "pay"
    total: { of: args.amount, over: PT1H, per: ${per}, at_most: 100 }
${more}...
`;
}

export const ok: JsonObject = {
  content: [{ type: "text", text: '{"ok":true}' }],
  structuredContent: { ok: true },
};

export function items(...all: readonly string[]): JsonObject {
  const structuredContent = { items: all };
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}

export function untyped(said: string): JsonObject {
  return { content: [{ type: "text", text: said }] };
}

export interface LedgerOptions {
  readonly policy?: string;
  readonly answers?: Answers;
  /** Shared with another gateway. Default: its own. */
  readonly folder?: Folder;
  /** Default: one in memory. */
  readonly stores?: ReturnType<typeof openMemoryStores> | string;
  /** Receives log lines. Default: none. */
  readonly warn?: (line: string) => void;
  readonly relays?: (method: string, params: JsonObject) => JsonObject;
}

const key = "tck_ledger";

/** Opens a whole gateway in front of a program's server. */
export async function openLedgerWorld(
  stack: AsyncDisposableStack,
  options: LedgerOptions = {},
): Promise<LedgerWorld> {
  const { stores = openMemoryStores({ link }) } = options;
  const url = typeof stores === "string" ? stores : "memory:";
  const folder = options.folder ?? stack.use(await openFolder(filesOf(url, options)));
  const sent: { tool: string; args: JsonObject }[] = [];
  const upstreams = { desk: async () => serverOf(options, sent) };
  const opened = { folder: folder.path, upstreams, warn: options.warn };
  const gateway = stack.use(
    await openGateway(typeof stores === "string" ? opened : { ...opened, stores }),
  );
  return { folder, gateway, sent, call: (call) => called(gateway, call) };
}

export function filesOf(url: string, { policy = origins }: LedgerOptions): Record<string, string> {
  const server = { name: "desk", transport: "streamable_http", url: "http://127.0.0.1:9/mcp" };
  const mcps = [{ ...server, mode: "dynamic", default_tool_config: {} }];
  const sha256 = createHash("sha256").update(key).digest("hex");
  const keys = [{ name: "reviewer", sha256, tenant: "north", roles: ["operator"] }];
  const config = {
    toolbox: { mcps },
    server: { auth: { resource: "http://127.0.0.1/mcp", keys } },
    policy: { file: "policy.yaml" },
    stores: { url },
  };
  const overlays = Object.entries(ledgerTools).map(
    ([name, { terms }]) => [`contracts/desk/${name}.yaml`, JSON.stringify({ terms })] as const,
  );
  return {
    "toolcourt.yaml": JSON.stringify(config),
    "policy.yaml": policy,
    ...Object.fromEntries(overlays),
  };
}

function serverOf(
  { answers = {}, relays }: LedgerOptions,
  sent: { tool: string; args: JsonObject }[],
): ProgramUpstream {
  const ended = Promise.withResolvers<void>();
  return {
    era: "modern",
    listTools: async () =>
      Object.entries(ledgerTools).map(([name, { input, output }]) => ({
        name,
        description: "A tool of the desk.",
        inputSchema: input,
        ...(output && { outputSchema: output }),
      })),
    callTool: async ({ name, arguments: args }) => {
      sent.push({ tool: name, args });
      const answer = await (answers[name] ?? (() => ok))(args);
      return { resultType: "complete", ...answer };
    },
    request: async ({ method, params }) => relays?.(method, params) ?? {},
    capabilities: () => ({ tools: {}, ...(relays && { resources: {}, prompts: {} }) }),
    watchResources: () => Promise.reject(new Error("Nothing can be watched.")),
    lost: ended.promise,
    [Symbol.asyncDispose]: async () => ended.resolve(),
  };
}

async function called(
  gateway: EmbeddedGateway,
  { tool, args = {}, words, by = ada }: LedgerCall,
): Promise<Ended> {
  const result = await gateway.callTool({ tool, arguments: args, principal: by, words });
  const refusal = valueAt(result, "/_meta/dev.toolcourt~1refusal");
  const [code, request] = ["/code", "/evidence/id"].map((pointer) =>
    isJsonObject(refusal) ? valueAt(refusal, pointer) : undefined,
  );
  return {
    code: typeof code === "string" ? code : undefined,
    request: typeof request === "string" ? request : undefined,
    result,
  };
}

/** Approves a request as an operator of the tenant. */
export async function approve({ gateway }: LedgerWorld, id: string | undefined): Promise<void> {
  await using listening = await gateway.listen(0);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const at = new URL(`/admin/v1/approvals/${id}`, listening.url);
  const digest = valueAt(parseJson(await (await fetch(at, { headers })).text()), "/digest") ?? "";
  const body = JSON.stringify({ digest });
  const answer = await fetch(`${at.href}/approve`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The approval was refused: ${await answer.text()}`);
}

/** Asks as the reviewer, over HTTP. */
export async function asReviewer<Answer>(
  { gateway }: LedgerWorld,
  ask: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  await using listening = await gateway.listen(0);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const versionNegotiation = { mode: { pin: "2026-07-28" } } as const;
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(listening.url, { requestInit }));
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}
