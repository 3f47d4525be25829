import type { IncomingHttpHeaders } from "node:http";
import { isRefusal, type Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { loginName } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type { ConnectionSettings } from "@toolcourt/gateway/internal/boundary/connections/settings";
import { type Gateway, openGateway } from "@toolcourt/gateway/internal/compose/open-gateway";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import type { Principal } from "@toolcourt/gateway/internal/pipeline/call";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import type { JsonObject } from "@toolcourt/sdk";
import { onTestFinished } from "vitest";
import { goodResult, incomingCall, noAbort } from "./calls.ts";
import {
  answering,
  type Exchange,
  type Handlers,
  type Listening,
  listen,
  refuseWith,
} from "./programs/odd-http.ts";
import { openProvider, openRenewing, type Renewing } from "./renewing.ts";
import { tool } from "./tool.ts";

export const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const capabilities = { tools: {}, prompts: {}, resources: {} };

export type Check = (
  headers: IncomingHttpHeaders,
) => "good" | readonly [status: number, demand?: string];

/** Serves a modern server that checks the credential of every request. */
export async function guard(check: Check, more: Handlers = {}): Promise<Listening> {
  const answers: Handlers = {
    "server/discover": answering({ ...seal, supportedVersions: ["2026-07-28"], capabilities }),
    "tools/list": answering({ ...seal, tools: [tool()] }),
    "prompts/list": answering({ ...seal, prompts: [] }),
    "resources/list": answering({ ...seal, resources: [] }),
    "resources/templates/list": answering({ ...seal, resourceTemplates: [] }),
    "tools/call": answering({ resultType: "complete", ...goodResult() }),
    else: refuseWith(404),
    ...more,
  };
  const guarded = (answer: (exchange: Exchange) => void) => (exchange: Exchange) => {
    const verdict = check(exchange.request.headers);
    if (verdict === "good") return answer(exchange);
    const [status, demand] = verdict;
    exchange.response.writeHead(status, demand === undefined ? {} : { "www-authenticate": demand });
    exchange.response.end();
  };
  const server = await listen(
    Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, guarded(answer)])),
  );
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

export function only(value: string, header = "authorization"): Check {
  return (headers) => (headers[header] === value ? "good" : [401]);
}

/** Opens the connections of a gateway with a store in memory. */
export async function connectionsOf(): Promise<Renewing> {
  return openRenewing({ provider: await openProvider(), stores: openMemoryStores({ link }) });
}

type Made = DistributiveOmit<ConnectionSettings, "origins" | "users" | "levels" | "tiers">;
type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;

export interface Adding {
  readonly kind: Made;
  readonly secrets: Readonly<Record<string, string>>;
  /** Default: the gateway's own user. */
  readonly owner?: string;
  readonly tenant?: string;
}

/** Adds a connection to the server crm. */
export async function add(
  { admin, holdSecret }: Renewing,
  { url }: Listening,
  { kind, secrets, owner = "local", tenant = "" }: Adding,
): Promise<StoredConnection> {
  const rest = { origins: [url.origin], users: "owner" as const, levels: {}, tiers: [] };
  const held = Object.entries(secrets).map(([key, value]) => [key, holdSecret(value)] as const);
  const name = loginName("crm", owner);
  const about = { tenant, owner, name, secrets: Object.fromEntries(held) };
  const added = await admin.add({ ...about, settings: { ...kind, ...rest } }, "operator:grace");
  if (added === undefined) throw new Error("The name was taken.");
  return added;
}

export const bearer = { kind: "token", header: "authorization", prefix: "Bearer " } as const;

export interface Opened {
  readonly gateway: Gateway;
  readonly lines: readonly string[];
}

export async function open(
  { url }: Listening,
  { connections, redaction }: Pick<Renewing, "connections" | "redaction">,
  keys: JsonObject = {},
): Promise<Opened> {
  const usual = { name: "crm", transport: "streamable_http", url: url.href, mode: "dynamic" };
  const mcps = [{ ...usual, default_tool_config: {}, connection: "crm", ...keys }];
  const config = loadConfig(JSON.stringify({ toolbox: { mcps } }), { environment: {} });
  const lines: string[] = [];
  const gateway = await openGateway(config, {
    clock: systemClock,
    write: ({ level, sentence }) => void lines.push(`${level}: ${sentence}`),
    newId: () => "id-1",
    random: () => 0.5,
    searchPath: "",
    local: [],
    overlayOf: () => undefined,
    lock: undefined,
    saveLock: async () => undefined,
    frozen: false,
    redaction,
    outside: { connections, egress: noEgress, readText: async () => "" },
  });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  return { gateway, lines };
}

const noEgress = {
  request: () => Promise.reject(new Error("nothing else is called")),
  nextPage: () => "",
  [Symbol.asyncDispose]: async () => undefined,
};

export interface Caller extends Pick<Principal, "id" | "tenant" | "presented"> {
  readonly permissions: "all";
}

export const ada: Caller = { id: "ada", permissions: "all" };

let calls = 0;

/** Calls with new arguments, since an answer may come from the cache. */
export function call({ gateway }: Opened, principal: Caller = ada): Promise<unknown> {
  calls += 1;
  const given = { arguments: { city: `City ${calls}` }, principal };
  return gateway.callTool(incomingCall(given), noAbort);
}

export async function refusalOf(
  work: Promise<unknown>,
): Promise<Pick<Refusal, "code" | "details" | "next" | "message">> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isRefusal(error)) throw error;
  const { code, details, next, message } = error;
  return { code, details, next, message };
}

/** Returns the identities that called a tool, in order. */
export function calledAs({ seen }: Listening): readonly (string | undefined)[] {
  return seen
    .filter(({ headers }) => headers["mcp-method"] === "tools/call")
    .map(({ headers }) => headers.authorization);
}
