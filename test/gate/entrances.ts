import { randomUUID } from "node:crypto";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { toMcp } from "../../packages/contracts/src/errors/to-mcp.ts";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { Gateway } from "../../packages/gateway/src/compose/open-gateway.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { resultOf } from "../../packages/gateway/src/edge/incoming-call.ts";
import type { Principal } from "../../packages/gateway/src/pipeline/call.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { entranceDepsOf } from "./entrance-deps.ts";
import { type Ask, connectHttp } from "./http-client.ts";
import { connectStdio } from "./stdio-client.ts";

/** The entrances of clients, at the whole gateway and at each endpoint. */
export const clientEntranceNames = [
  "HTTP, modern, fast lane",
  "HTTP, modern, SDK lane",
  "HTTP, legacy without a session, fast lane",
  "HTTP, legacy without a session, SDK lane",
  "HTTP, legacy in a session, fast lane",
  "HTTP, legacy in a session, SDK lane",
  "stdio, modern",
  "stdio, legacy",
] as const;
export type ClientEntrances = Readonly<Record<(typeof clientEntranceNames)[number], Ask>>;

export const entranceNames = [...clientEntranceNames, "the library", "toolcourt call"] as const;
export type EntranceName = (typeof entranceNames)[number];

export type Entrances = Readonly<Record<EntranceName, Ask>>;

export interface Before {
  readonly gateway: Gateway;
  readonly principal: Principal;
  /** Folder with a configuration and a lock, for the command that opens its own gateway. */
  readonly folder: string;
}

/** Opens every entrance of a gateway. The stack disposes of them. */
export async function openEntrances(
  before: Before,
  stack: AsyncDisposableStack,
): Promise<Entrances> {
  return {
    ...(await openClientEntrances(before, stack)),
    "the library": askLibrary(before),
    "toolcourt call": askCommand(before),
  };
}

/** Opens what clients connect to: the whole gateway, or one of its endpoints. */
export async function openClientEntrances(
  before: Pick<Before, "gateway" | "principal">,
  stack: AsyncDisposableStack,
  endpoint?: string,
): Promise<ClientEntrances> {
  const whole = entranceDepsOf(before);
  const found = whole.endpoints?.find(({ name }) => name === endpoint);
  if (endpoint !== undefined && found === undefined) throw new Error(`no endpoint ${endpoint}`);
  const face = found === undefined ? whole : { ...whole, gateway: found.gateway };
  const { url: at } = stack.use(
    await openHttp(whole, { host: "127.0.0.1", port: 0, clock: systemClock }),
  );
  const url = found === undefined ? at : new URL(found.path, at);
  const [modern, legacy] = [
    stack.use(await connectStdio(face, "modern")),
    stack.use(await connectStdio(face, "legacy")),
  ];
  const session = { era: "legacy", hasSession: true } as const;
  return {
    "HTTP, modern, fast lane": await connectHttp(url, { era: "modern", lane: "fast" }),
    "HTTP, modern, SDK lane": await connectHttp(url, { era: "modern", lane: "sdk" }),
    "HTTP, legacy without a session, fast lane": await connectHttp(url, {
      era: "legacy",
      lane: "fast",
    }),
    "HTTP, legacy without a session, SDK lane": await connectHttp(url, {
      era: "legacy",
      lane: "sdk",
    }),
    "HTTP, legacy in a session, fast lane": await connectHttp(url, { ...session, lane: "fast" }),
    "HTTP, legacy in a session, SDK lane": await connectHttp(url, { ...session, lane: "sdk" }),
    "stdio, modern": modern.ask,
    "stdio, legacy": legacy.ask,
  };
}

function askLibrary({ gateway, principal }: Before): Ask {
  return async (method, { name, arguments: given }, meta = {}) => {
    if (method === "tools/list") return { result: { tools: gateway.listed(principal) } };
    const queryId = own(meta, "dev.toolcourt/query");
    const call = {
      callId: "call",
      principal,
      ...(typeof queryId === "string" && { queryId }),
      correlationId: randomUUID(),
      traceId: randomUUID(),
      agent: { name: "tester", version: "1.0.0" },
      tool: typeof name === "string" ? name : "",
      ...(given !== undefined && { arguments: given }),
    };
    try {
      return { result: resultOf(await gateway.callTool(call, new AbortController().signal)) };
    } catch (error) {
      const { kind, ...outcome } = toMcp(error);
      return kind === "result" ? outcome : { error: { ...outcome } };
    }
  };
}

function askCommand({ folder }: Before): Ask {
  return async (_, { name, arguments: given }) => {
    const tool = typeof name === "string" ? name : "";
    const args = ["call", "--args", JSON.stringify(given ?? {}), "--", tool];
    const { output, errors } = await run(args, { folder });
    const printed = output === "" ? errors : parseJson(output);
    if (!isJsonObject(printed)) throw new Error(`The command could not be run: ${errors}`);
    return own(printed, "error") === undefined ? { result: printed } : printed;
  };
}
