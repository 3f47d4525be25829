import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { createPermits } from "@toolcourt/gateway/internal/compose/decide-on-calls";
import { type AdminDeps, createAdmin } from "@toolcourt/gateway/internal/edge/admin/admin";
import type { Answering } from "@toolcourt/gateway/internal/edge/admin/ask";
import { isOperator } from "@toolcourt/gateway/internal/edge/admin/operator";
import { principalFrom, type TakeRequest } from "@toolcourt/gateway/internal/edge/callers";
import { SingleUseCodes } from "@toolcourt/gateway/internal/edge/console/codes";
import { createConsole } from "@toolcourt/gateway/internal/edge/console/console";
import { ConsoleSessions } from "@toolcourt/gateway/internal/edge/console/sessions";
import { openHttp, type Place } from "@toolcourt/gateway/internal/edge/http";
import { CallRing } from "@toolcourt/gateway/internal/edge/live/call-ring";
import { EventFeed } from "@toolcourt/gateway/internal/edge/live/event-feed";
import { createIdentities } from "@toolcourt/gateway/internal/governance/identity/create-identities";
import { KeyBook } from "@toolcourt/gateway/internal/governance/identity/static-keys";
import { readPolicy } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { LocalRate } from "@toolcourt/gateway/internal/pipeline/limits/rate";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { admissionRig } from "./admissions.ts";
import { type ApprovalRig, approvalRig, createRandom } from "./approvals.ts";
import { draftRig } from "./drafts.ts";
import { fakeEntranceDeps, fakeGatewayApi } from "./entrance-deps.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { grantRig } from "./grants.ts";
import { quarantineRig } from "./quarantine.ts";
import { upkeepParts } from "./upkeep-parts.ts";

/** A request as a browser, or something else, sends it. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Empty for an answer that is no object. */
  readonly body: JsonObject;
}

/** Both halves of a session, as the browser has them. */
export interface Halves {
  readonly cookie: string;
  readonly half: string;
}

/** Sends exactly these headers: `fetch` would add and refuse some. */
export function sendTo(url: URL, sent: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    begin(url, sent, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => void (text += chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, body: objectIn(text) });
      });
    }).on("error", reject);
  });
}

/** Opens an answer that does not end, such as a stream of events. */
export function openStream(url: URL, sent: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    begin(url, sent, resolve).on("error", reject);
  });
}

function begin(
  url: URL,
  { method = "GET", path, headers: given = {}, body }: Sent,
  answered: (response: IncomingMessage) => void,
): ReturnType<typeof request> {
  // Node sends a body with GET without its length.
  const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` };
  const headers: Readonly<Record<string, string>> = { ...given, ...length };
  const place = { host: url.hostname, port: url.port, path, method, headers, agent: false };
  const sent = request({ ...place, setHost: headers["host"] === undefined }, answered);
  sent.end(body);
  return sent;
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Headers that a browser sends with a request of the console's own page. */
export function fromPage(
  url: URL,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { "sec-fetch-site": "same-origin", origin: url.origin, ...more };
}

/** Headers of a session, as the page sends them. */
export function inSession({ cookie, half }: Halves): Readonly<Record<string, string>> {
  return { cookie, "x-toolcourt-console": half };
}

export const json = { "content-type": "application/json" } as const;

/** Signs in, and returns the halves. Throws if that is refused. */
export async function signIn(
  url: URL,
  body: JsonObject,
  more: Readonly<Record<string, string>> = {},
): Promise<Halves & { readonly answer: Answered }> {
  const headers = fromPage(url, { ...json, ...more });
  const path = "/console/session";
  const answer = await sendTo(url, { method: "POST", path, headers, body: JSON.stringify(body) });
  const { half } = answer.body;
  const [cookie = ""] = (answer.headers["set-cookie"]?.[0] ?? "").split(";");
  if (answer.status !== 200 || typeof half !== "string") throw new Error(answer.text);
  return { cookie, half, answer };
}

/** The policy of the rig: olga may do all, rita looks at approvals only. */
const policyText = `version: 1
roles:
  all: ["admissions:decide", "admissions:read", "approvals:decide", "approvals:read", "audit:read", "calls:read", "configuration:read", "configuration:reload", "connections:read", "drafts:review", "drafts:write", "grants:give", "grants:read", "host:ask", "quarantine:forget", "quarantine:read", "runs:read", "servers:read"]
  auditor: ["approvals:read"]
...
`;

const people = { olga: ["all"], rita: ["auditor"], nora: ["all"] } as const;
/** Nora is of another tenant. */
const tenants: Partial<Record<keyof typeof people, string>> = { nora: "north" };

/** Returns the key of a person of the rig. */
export function consoleKeyOf(person: keyof typeof people): string {
  return `tck_${person}-0123456789-0123456789`;
}

function keysOf(named: readonly (keyof typeof people)[], expiresAt?: number) {
  return named.map((name) => ({
    name,
    sha256: createHash("sha256").update(consoleKeyOf(name)).digest("hex"),
    isSystem: false,
    roles: people[name],
    ...(expiresAt !== undefined && { expiresAt }),
    ...(tenants[name] !== undefined && { tenant: tenants[name] }),
  }));
}

export interface ConsoleRig extends ApprovalRig, AsyncDisposable {
  readonly url: URL;
  readonly clock: FakeClock;
  readonly sessions: ConsoleSessions;
  readonly issueCode: () => string;
  readonly feed: EventFeed;
  readonly calls: CallRing;
  /** Takes the keys of everybody back. */
  readonly revokeKeys: () => void;
}

export interface ConsoleRigOptions {
  /** Default: callers need no identity. */
  readonly resource?: string;
  readonly place?: Partial<Place>;
  /** When the keys expire, in milliseconds since 1970. Default: never. */
  readonly keysEndAt?: number;
  /** Counts requests with keys. Default: no limit. */
  readonly takeRequest?: TakeRequest;
  /** Answers questions. Default: with the question. */
  readonly answering?: Answering;
}

const files = new Map([
  ["index.html", Buffer.from("<!doctype html><title>console</title>")],
  ["assets/app-1a2b.js", Buffer.from("export {};")],
  ["assets/app-1a2b.css", Buffer.from("body{}")],
  ["icon.svg", Buffer.from("<svg/>")],
]);

/** Opens the console and the admin API over stores in memory, on a free port. */
export async function openConsoleRig({
  resource,
  place,
  keysEndAt,
  takeRequest,
  answering,
}: ConsoleRigOptions = {}): Promise<ConsoleRig> {
  const rig = approvalRig();
  rig.world.approvers = ["operator:grace", "key:olga", "key:rita"];
  const clock = createFakeClock();
  const randomBytes = createRandom();
  const sessions = new ConsoleSessions({ clock, randomBytes });
  const codes = new SingleUseCodes({ clock, randomBytes });
  const feed = new EventFeed("boot");
  const calls = new CallRing(clock);
  const book = new KeyBook(keysOf(["olga", "rita", "nora"], keysEndAt), clock);
  const identities = resource === undefined ? undefined : identitiesOf(resource, book, clock);
  const admin = createAdmin(adminDepsOf(rig, { clock, feed, calls }, answering));
  const rate = new LocalRate(clock, 10);
  const open = createConsole({
    sessions,
    codes,
    files,
    admin,
    operator: "operator:grace",
    takeRequest: undefined,
    takeAttempt: (key) => rate.take(key, { max: 20, windowMs: 60_000 }),
    ownerOf: identities && (async (key) => ownerIn(await identities.authenticate(`Bearer ${key}`))),
  });
  const gateway = fakeGatewayApi({ listed: () => [], callTool: () => Promise.reject(new Error()) });
  const counting = takeRequest && { takeRequest };
  const deps = { ...fakeEntranceDeps(gateway, clock), admin, console: open, ...counting };
  const server = await openHttp(
    { ...deps, ...(identities && { identities }) },
    { host: "127.0.0.1", port: 0, clock, ...place },
  );
  return {
    ...rig,
    url: server.url,
    clock,
    sessions,
    issueCode: codes.issue,
    feed,
    calls,
    revokeKeys: () => book.configure([]),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

type Identities = ReturnType<typeof createIdentities>;

function identitiesOf(resource: string, book: KeyBook, clock: FakeClock): Identities {
  const trust = { resource: new URL(resource), issuers: [], scopes: [], trusted: [], keys: [] };
  return createIdentities(trust, { clock, fetch: noIssuer }, book.find);
}

function noIssuer(): Promise<never> {
  return Promise.reject(new Error("There is no issuer."));
}

function ownerIn(found: Awaited<ReturnType<Identities["authenticate"]>>) {
  if (found.kind !== "authenticated") return undefined;
  const { identity, endsAt, until } = found;
  return { principal: principalFrom(identity), endsAt, until };
}

async function none(): Promise<number> {
  return 0;
}

function adminDepsOf(
  { approvals }: ApprovalRig,
  live: Pick<NonNullable<AdminDeps["live"]>, "clock" | "feed" | "calls">,
  answering: Answering | undefined,
): AdminDeps {
  const reading = readPolicy(policyText, "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join("\n"));
  const permits = createPermits({ state: () => ({ kind: "usable", policy: reading.policy }) });
  return {
    approvals,
    grants: grantRig().grants,
    drafts: draftRig().drafts,
    quarantine: quarantineRig().desk,
    admissions: admissionRig().review,
    permits: (principal, permission) =>
      isOperator(principal) ? { kind: "permitted" } : permits(principal, permission),
    contractOf: () => ({ digest: "contract-1", description: "Moves money." }),
    servers: async () => [{ name: "mail", state: "ready" }],
    parts: upkeepParts(answering),
    live: {
      ...live,
      servers: () => [{ name: "mail", state: "ready" }],
      waiting: { unfinishedCalls: none, unsignedRows: none, expiringConnections: none },
    },
  };
}
