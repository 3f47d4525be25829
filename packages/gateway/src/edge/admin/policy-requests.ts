import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Asked } from "../../governance/policy/policy-desk.ts";
import { readPrincipal } from "../../governance/policy/read-principal.ts";
import { bodyOf } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about the policy. */
export type PolicyAsk = "show" | "versions" | "explain" | "check" | "try" | "put";

interface PolicyRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly ask: PolicyAsk;
}

const root = "/admin/v1/policy";

/** All paths of the policy. Public: never renamed, never reused. */
export const policyRoutes: readonly PolicyRoute[] = [
  { method: "GET", path: root, ask: "show" },
  { method: "POST", path: root, ask: "put" },
  { method: "GET", path: `${root}/versions`, ask: "versions" },
  { method: "POST", path: `${root}/explain`, ask: "explain" },
  { method: "POST", path: `${root}/check`, ask: "check" },
  { method: "POST", path: `${root}/try`, ask: "try" },
];

const match = matcherOf(policyRoutes);

export function isAboutPolicy({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/policy(?:[/?]|$)/.test(url);
}

/** Determines the request from the path and the method alone. */
export function policyAskIn({ url = "", method }: IncomingMessage): PolicyAsk {
  const [path = "", ...queries] = url.split("?");
  const { route } = match(path, method);
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  return route.ask;
}

/** Reading YAML blocks all calls. The command reads larger texts, outside the gateway. */
const maxTextBytes = 64 * 1024;
const maxBodyBytes = 2 * maxTextBytes + 1_024;

async function knownIn(
  request: IncomingMessage,
  keys: readonly string[],
  expected: string,
): Promise<JsonObject> {
  const body = await bodyOf(request, maxBodyBytes);
  const isKnown = body !== undefined && Object.keys(body).every((key) => keys.includes(key));
  if (!isKnown) throw unexpected(expected);
  return body;
}

function textIn(body: JsonObject, expected: string): string {
  const text = own(body, "text");
  if (typeof text !== "string") throw unexpected(expected);
  if (Buffer.byteLength(text) > maxTextBytes) {
    throw new Refusal("request-invalid", { because: "size" });
  }
  return text;
}

const expectedText = '{"text": "…"}, a policy of at most 64 KB';

export async function checkedTextIn(request: IncomingMessage): Promise<string> {
  return textIn(await knownIn(request, ["text"], expectedText), expectedText);
}

const maxLast = 1_000;
const expectedTry = `{"text": "…", "last": 200}: a policy of at most 64 KB, and 1 to ${maxLast} calls`;

export async function triedIn(
  request: IncomingMessage,
): Promise<{ readonly text: string; readonly last: number }> {
  const body = await knownIn(request, ["text", "last"], expectedTry);
  const last = own(body, "last");
  const isWhole = typeof last === "number" && Number.isInteger(last);
  if (!isWhole || last < 1 || last > maxLast) throw unexpected(expectedTry);
  return { text: textIn(body, expectedTry), last };
}

const expectedPut =
  '{"text": "…", "replaces": "sha256:…"}: a policy of at most 64 KB, and the version that is the newest, or null if there is none';

export async function putIn(
  request: IncomingMessage,
): Promise<{ readonly text: string; readonly replaces: string | undefined }> {
  const body = await knownIn(request, ["text", "replaces"], expectedPut);
  const replaces = own(body, "replaces");
  const isVersion = typeof replaces === "string" && /^sha256:[\da-f]{64}$/.test(replaces);
  if (!isVersion && replaces !== null) throw unexpected(expectedPut);
  return { text: textIn(body, expectedPut), replaces: replaces ?? undefined };
}

const expectedExplain =
  '{"principal", "tool", "arguments"} and, if needed, "connection" and "text"; "principal" has "id" and, if needed, "kind" (local, user, system), "tenant", "roles", "scopes", "permissions" and "claims"';

/** Reads a question. What it leaves out the principal does not have. */
export async function questionIn(request: IncomingMessage): Promise<Asked> {
  const keys = ["principal", "tool", "arguments", "connection", "text"];
  const body = await knownIn(request, keys, expectedExplain);
  const principal = readPrincipal(own(body, "principal"));
  const [tool, args = {}] = [own(body, "tool"), own(body, "arguments")];
  if (principal === undefined || typeof tool !== "string" || !isJsonObject(args)) {
    throw unexpected(expectedExplain);
  }
  const connection = own(body, "connection");
  if (connection !== undefined && typeof connection !== "string") throw unexpected(expectedExplain);
  const text = Object.hasOwn(body, "text") ? textIn(body, expectedExplain) : undefined;
  return { principal, tool, args, connection, text };
}

function unexpected(expected: string): Refusal {
  return new Refusal("request-invalid", { because: "body", expected });
}
