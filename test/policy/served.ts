import { hash } from "node:crypto";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { resource } from "../../packages/testing/src/issuer.ts";
import { hello, spoken, type TestLane } from "../../packages/testing/src/lanes.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { type CountingServer, openCountingServer } from "../gate/counting-server.ts";
import { outcomeOf } from "../gate/outcome.ts";

export interface Said {
  readonly policy: JsonObject;
  readonly auth?: JsonObject;
  readonly stores?: JsonObject;
  readonly tools: readonly JsonObject[];
  readonly files?: Readonly<Record<string, string>>;
}

/** The real command `serve` before a counting server. */
export interface Served extends AsyncDisposable {
  readonly folder: Folder;
  readonly server: CountingServer;
  readonly gateway: Serving;
}

export async function openServed({ tools, files = {}, ...said }: Said): Promise<Served> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder(files));
  const server = stack.use(await openCountingServer({ tools }));
  await folder.write("toolcourt.yaml", configOf(said, server));
  const gateway = stack.use(await openServing(folder.path));
  const owned = stack.move();
  return { folder, server, gateway, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function configOf({ policy, auth, stores }: Omit<Said, "tools">, { url }: CountingServer): string {
  const crm = { name: "crm", transport: "streamable_http", url, mode: "dynamic" };
  return JSON.stringify({
    toolbox: { mcps: [{ ...crm, default_tool_config: {} }] },
    ...(auth && { server: { auth: { resource: resource.href, ...auth } } }),
    stores: stores ?? { url: "memory:" },
    policy,
  });
}

/** Returns a key, and its hash for the configuration. */
export function keyOf(name: string): { readonly key: string; readonly sha256: string } {
  const key = `tck_${name}-0123456789-0123456789`;
  return { key, sha256: hash("sha256", key, "hex") };
}

/** Sends a request with or without a key and returns the protocol answer. */
export async function askAs(
  url: URL,
  { token, lane }: { readonly token?: string; readonly lane: TestLane },
  { method, ...params }: JsonObject & { readonly method: string },
): Promise<JsonObject> {
  const known = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const session = lane.era === "legacy" ? await openSession(url, known) : {};
  const request = spoken(method, params, lane);
  const headers = withMore(request, { ...known, ...session });
  const text = await (await fetch(url, { ...request, headers })).text();
  const [, data = text] = /^data: (.+"id":7.*)$/m.exec(text) ?? [];
  const answer = parseJson(data);
  if (!isJsonObject(answer)) throw new Error(`no answer: ${text}`);
  return answer;
}

async function openSession(
  url: URL,
  known: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const headers = withMore(hello, known);
  const opened = await fetch(url, { ...hello, headers });
  await opened.text();
  return { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
}

function withMore(request: RequestInit, more: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return headers;
}

/** Returns `answered`, or the refusal code. */
export async function call(
  url: URL,
  as: { readonly token?: string; readonly lane: TestLane },
  named: { readonly name: string; readonly arguments?: JsonObject },
): Promise<string> {
  const args = named.arguments ?? { city: "Bern" };
  const asked = { method: "tools/call", name: named.name, arguments: args };
  const { refused, rpc } = outcomeOf(await askAs(url, as, asked));
  return refused ?? (rpc === undefined ? "answered" : `error ${rpc}`);
}

/** Waits until the condition holds: the policy source is polled once a second. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await systemClock.sleep(20);
}
