import { createHash } from "node:crypto";
import { createPermits } from "@toolcourt/gateway/internal/compose/decide-on-calls";
import { type AdminDeps, createAdmin } from "@toolcourt/gateway/internal/edge/admin/admin";
import type { Answering } from "@toolcourt/gateway/internal/edge/admin/ask";
import { auditPart } from "@toolcourt/gateway/internal/edge/admin/audit";
import { callsPart } from "@toolcourt/gateway/internal/edge/admin/calls";
import { adminPermissions } from "@toolcourt/gateway/internal/edge/admin/me";
import { isOperator } from "@toolcourt/gateway/internal/edge/admin/operator";
import { resultsPart } from "@toolcourt/gateway/internal/edge/admin/results";
import { type ToolReview, toolsPart } from "@toolcourt/gateway/internal/edge/admin/tools";
import { principalFrom, type TakeRequest } from "@toolcourt/gateway/internal/edge/callers";
import { SingleUseCodes } from "@toolcourt/gateway/internal/edge/console/codes";
import { createConsole } from "@toolcourt/gateway/internal/edge/console/console";
import { ConsoleLogin } from "@toolcourt/gateway/internal/edge/console/login";
import type { LoginIssuer } from "@toolcourt/gateway/internal/edge/console/pending-logins";
import { ConsoleSessions } from "@toolcourt/gateway/internal/edge/console/sessions";
import { openHttp, type Place } from "@toolcourt/gateway/internal/edge/http";
import { CallRing } from "@toolcourt/gateway/internal/edge/live/call-ring";
import { EventFeed } from "@toolcourt/gateway/internal/edge/live/event-feed";
import { createIdentities } from "@toolcourt/gateway/internal/governance/identity/create-identities";
import { KeyBook } from "@toolcourt/gateway/internal/governance/identity/static-keys";
import { readPolicy } from "@toolcourt/gateway/internal/governance/policy/read-policy";
import { LocalRate } from "@toolcourt/gateway/internal/pipeline/limits/rate";
import { admissionRig } from "./admissions.ts";
import { type ApprovalRig, approvalRig, createRandom } from "./approvals.ts";
import { callDeskRig } from "./calls-desk.ts";
import { draftRig } from "./drafts.ts";
import { fakeEntranceDeps, fakeGatewayApi } from "./entrance-deps.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { grantRig } from "./grants.ts";
import { quarantineRig } from "./quarantine.ts";
import { recordRig } from "./records.ts";
import { upkeepParts } from "./upkeep-parts.ts";

/** The policy of the rig: olga may do all, rita looks at approvals only. */
const policyText = `version: 1
roles:
  all: ${JSON.stringify(adminPermissions)}
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
  /** Where people sign in. Default: nowhere. */
  readonly login?: LoginIssuer;
  /** Answers questions. Default: with the question. */
  readonly answering?: Answering;
}

const noGateway = fakeGatewayApi({
  listed: () => [],
  callTool: () => Promise.reject(new Error()),
});

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
  login: issuer,
  answering,
}: ConsoleRigOptions = {}): Promise<ConsoleRig> {
  const rig = approvalRig();
  rig.world.approvers = ["operator:grace", "key:olga", "key:rita"];
  const clock = createFakeClock();
  const randomBytes = createRandom();
  const runtime = { clock, randomBytes };
  const sessions = new ConsoleSessions(runtime);
  const codes = new SingleUseCodes<"operator">(runtime, 100);
  const feed = new EventFeed("boot");
  const calls = new CallRing(clock);
  const book = new KeyBook(keysOf(["olga", "rita", "nora"], keysEndAt), clock);
  const identities = resource === undefined ? undefined : identitiesOf(resource, book, clock);
  const admin = createAdmin(adminDepsOf(rig, { clock, feed, calls }, answering));
  const takeAttempt = attemptsBy(clock);
  const open = createConsole({
    sessions,
    login: issuer && new ConsoleLogin({ issuer, runtime, takeAttempt }),
    codes,
    files,
    admin,
    operator: "operator:grace",
    takeRequest: undefined,
    takeAttempt,
    ownerOf: identities && (async (key) => ownerIn(await identities.authenticate(`Bearer ${key}`))),
  });
  const doors = { admin, console: open, ...(takeRequest && { takeRequest }) };
  const server = await openHttp(
    { ...fakeEntranceDeps(noGateway, clock), ...doors, ...(identities && { identities }) },
    { host: "127.0.0.1", port: 0, clock, ...place },
  );
  return {
    ...rig,
    url: server.url,
    clock,
    sessions,
    issueCode: () => codes.issue("operator"),
    feed,
    calls,
    revokeKeys: () => book.configure([]),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function attemptsBy(clock: FakeClock): TakeRequest {
  const rate = new LocalRate(clock, 10);
  return (key) => rate.take(key, { max: 20, windowMs: 60_000 });
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

const unknown = (): Promise<never> => Promise.reject(new Error("There is no tool."));

const noTools: ToolReview = {
  snapshot: () => ({ version: 1, tools: new Map(), listed: [] }),
  isSeenBy: () => true,
  describe: unknown,
  driftOf: unknown,
};

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
  const calls = callDeskRig().desk;
  const records = recordRig();
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
    parts: [
      ...upkeepParts(answering),
      toolsPart(noTools),
      callsPart(() => calls),
      auditPart({ desk: records.desks.audit, unsigned: () => undefined }),
      resultsPart(records.desks.results),
    ],
    live: {
      ...live,
      servers: () => [{ name: "mail", state: "ready" }],
      waiting: { unfinishedCalls: none, unsignedRows: none, expiringConnections: none },
    },
  };
}
