import { createHash } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { ConsumeResult } from "@toolcourt/gateway/internal/governance/approvals/approvals";
import type { Ticket } from "@toolcourt/gateway/internal/governance/audit/group";
import type { QueryCall } from "@toolcourt/gateway/internal/pipeline/limits/queries";
import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import { createMemoryQueries } from "@toolcourt/gateway/internal/stores/memory/transient";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import { proposal } from "@toolcourt/testing/approvals";
import type { ActionName, Step } from "./actions.ts";
import { type PausedUse, Replica, type Shared } from "./replica.ts";
import { callIn, isAlive, type ModelCall, type State } from "./state.ts";
import type { Walk } from "./walk.ts";

/** A call of the model, as the process that works on it knows it. */
interface RealCall {
  readonly replica: number;
  readonly query: string;
  readonly named: QueryCall;
  use?: PausedUse;
  /** The arguments that the consumed approval allows. */
  cleared?: JsonObject;
  intent?: Ticket;
}

/** Everything that the real parts have done so far. */
interface Real {
  readonly shared: Shared;
  readonly replicas: Replica[];
  readonly ids: Map<number, { readonly id: string; readonly digest: string }>;
  readonly calls: Map<number, RealCall>;
  /** What reached the server. */
  readonly sent: { readonly c: number; readonly arguments: string }[];
}

/** A step with the model's states around it. */
interface Moment extends Step {
  readonly before: State;
  readonly next: State;
  readonly index: number;
}

/**
 * Takes the steps of a walk on a real store and compares what can be observed after each one. Throws
 * at the first difference.
 */
export async function replay({ steps, states }: Walk, open: Shared["open"]): Promise<void> {
  const shared: Shared = {
    open,
    queries: createMemoryQueries(systemClock),
    hands: { now: start },
    randomBytes: createRandomBytes(),
  };
  await using stack = new AsyncDisposableStack();
  const replicas = [await Replica.open(shared), await Replica.open(shared)];
  stack.defer(async () => {
    for (const replica of replicas) await replica[Symbol.asyncDispose]();
  });
  const real: Real = { shared, replicas, ids: new Map(), calls: new Map(), sent: [] };
  for (const [index, step] of steps.entries()) {
    const [before, next] = [states[index], states[index + 1]];
    if (before === undefined || next === undefined) throw new Error("A walk has all its states.");
    const { name, picks } = step;
    const where = `step ${index}, ${name} ${JSON.stringify(picks)}`;
    await doing[name](real, { ...step, before, next, index });
    same(await observed(real, index), expected(next, real), where);
  }
}

const start = Date.UTC(2026, 10, 1);
/** How long an approval of a write lasts, which is one tick of the model. */
const tickMs = 600_000;

type Do = (real: Real, moment: Moment) => Promise<void>;

/** The real counterpart of every action. A power loss cannot be replayed. */
const doing: Readonly<Record<ActionName, Do>> = {
  request: async (real, { picks: { a }, index }) => {
    const result = await replicaOf(real, index).approvals.request(proposalOf(a));
    if (result.kind !== "open") throw new Error(`The request is ${result.kind}.`);
    real.ids.set(a, result.approval);
  },
  approve: (real, moment) => decide(real, moment, "approved"),
  revoke: (real, moment) => decide(real, moment, "revoked"),
  receive: async (real, { picks: { c, r, q } }) => {
    const named = { callId: callIdOf(c), registered: { publicName: "transfer" } };
    real.calls.set(c, { replica: r, query: `query ${q}`, named });
  },
  take: async (real, { picks: { c }, next }) => {
    const { call, replica } = callOf(real, c);
    const isTaken = await replica.queries.take(call.query, call.named);
    same(isTaken, callIn(next, c).phase === "taken", "take");
  },
  look,
  consume: async (real, { picks: { c }, next }) => {
    const { call } = callOf(real, c);
    const result = await call.use?.resume();
    same(result?.kind === "consumed", callIn(next, c).phase === "cleared", "consume");
    if (result?.kind === "consumed") call.cleared = result.arguments;
  },
  send: async ({ sent, ...real }, { picks: { c } }) => {
    const { call } = callOf({ ...real, sent }, c);
    sent.push({ c, arguments: canonicalJson(call.cleared ?? {}) });
  },
  reply: async () => undefined,
  lose: async () => undefined,
  settle: async (real, { picks: { c }, before }) => {
    const { phase, approval } = callIn(before, c);
    const { replica } = callOf(real, c);
    await replica.approvals.close(idOf(real, approval), phase === "answered" ? "done" : "unknown");
  },
  ack: async () => undefined,
  commitIntent: async (real, { picks: { c } }) => {
    const { call, replica } = callOf(real, c);
    call.intent = replica.log.write(entryOf(real, c, "intent"));
    await call.intent.committed;
  },
  flushIntent: async (real, { picks: { c } }) => callOf(real, c).call.intent?.onDisk(),
  commitOutcome: async (real, { picks: { c } }) =>
    callOf(real, c).replica.log.write(entryOf(real, c, "outcome")).committed,
  tick: async ({ shared: { hands } }) => {
    hands.now += tickMs;
  },
  crash,
  outage: () => Promise.reject(new Error("A power loss cannot be replayed.")),
};

async function decide(
  real: Real,
  { picks: { a }, index }: Moment,
  to: "approved" | "revoked",
): Promise<void> {
  const { id, digest } = real.ids.get(a) ?? { id: noId, digest: "" };
  const by = to === "approved" ? "olga" : "ada";
  const result = await replicaOf(real, index).approvals.decide(id, { to, by, digest });
  same(result.kind, "decided", to);
}

async function look(real: Real, { picks: { c }, next, before }: Moment): Promise<void> {
  const { call, replica } = callOf(real, c);
  const { approval, fits } = callIn(before, c);
  const wanted = proposalOf(approval, fits);
  const found = await replica.look(idOf(real, approval), call.named.callId, wanted);
  same("resume" in found, callIn(next, c).phase === "looked", "look");
  if ("resume" in found) call.use = found;
  else if (isWaiting(found)) await replica.queries.leave(call.query, call.named, "waits");
}

function isWaiting(result: ConsumeResult): boolean {
  return result.kind === "pending";
}

/** The process forgets everything. Its handle of the store is closed, and a new one opened. */
async function crash(real: Real, { picks: { r }, before }: Moment): Promise<void> {
  for (const [c, call] of real.calls) {
    if (call.replica === r && isAlive(callIn(before, c))) call.use?.abandon();
  }
  await replicaOf(real, r - 1)[Symbol.asyncDispose]();
  real.replicas[r - 1] = await Replica.open(real.shared);
}

/** Everything that another process, the server and a reviewer can see. */
interface Observable {
  readonly approvals: readonly string[];
  readonly notes: readonly string[];
  readonly rows: readonly string[];
  readonly unfinished: readonly string[];
  readonly sent: readonly string[];
}

async function observed(real: Real, index: number): Promise<Observable> {
  const { stores } = replicaOf(real, index + 1);
  const { now } = real.shared.hands;
  const found = [...real.ids].toSorted(([one], [other]) => one - other);
  const approvals = found.map(async ([a, { id }]) => {
    const approval = await stores.approvals.find(id);
    return `${a} ${approval?.state ?? "gone"}`;
  });
  const bodies = (await stores.audit.read(1, 1_000)).map(({ body }) => fieldsOf(body));
  const open = await stores.audit.unfinished(now + 1);
  return {
    approvals: await Promise.all(approvals),
    notes: bodies
      .filter(({ kind }) => kind === "approval.consumed")
      .map(({ id }) => `${found.find(([, each]) => each.id === id)?.[0]}`)
      .toSorted(),
    rows: bodies
      .flatMap(({ part, callId }) => (part === undefined ? [] : `${part} ${callId}`))
      .toSorted(),
    unfinished: open.map(({ body }) => fieldsOf(body).callId ?? "").toSorted(),
    sent: real.sent.map(({ c, arguments: bytes }) => `${c} ${bytes}`).toSorted(),
  };
}

function expected({ approvals, calls }: State, { ids }: Real): Observable {
  const numbered = calls.map((call, index) => ({ ...call, c: index + 1, id: callIdOf(index + 1) }));
  const begun = numbered.filter(isBegun);
  const closed = numbered.filter(({ outcome }) => outcome === "committed");
  return {
    approvals: approvals.flatMap(({ state }, index) =>
      ids.has(index + 1) ? `${index + 1} ${state}` : [],
    ),
    notes: approvals.flatMap(({ noted }, index) => (noted ? `${index + 1}` : [])),
    rows: [
      ...begun.map(({ id }) => `intent ${id}`),
      ...closed.map(({ id }) => `outcome ${id}`),
    ].toSorted(),
    unfinished: begun.filter((call) => !closed.includes(call)).map(({ id }) => id),
    sent: numbered.flatMap(({ c, sends, approval }) =>
      Array.from({ length: sends }, () => `${c} ${canonicalJson(proposalOf(approval).arguments)}`),
    ),
  };
}

function isBegun({ intent }: ModelCall): boolean {
  return intent === "committed" || intent === "disk";
}

function same(actual: unknown, wanted: unknown, where: string): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${where}: the store has ${one}, the model ${other}`);
}

function replicaOf({ replicas }: Real, index: number): Replica {
  const replica = replicas[index % 2];
  if (replica === undefined) throw new Error("There are two replicas.");
  return replica;
}

function callOf(real: Real, c: number): { readonly call: RealCall; readonly replica: Replica } {
  const call = real.calls.get(c);
  if (call === undefined) throw new Error(`Call ${c} has not arrived.`);
  return { call, replica: replicaOf(real, call.replica - 1) };
}

const noId = "0".repeat(32);

function idOf({ ids }: Real, a: number): string {
  return ids.get(a)?.id ?? noId;
}

function callIdOf(c: number): string {
  return `call-${c}`;
}

function proposalOf(a: number, fits = true): ReturnType<typeof proposal> {
  return proposal({ arguments: { amount: fits ? a : a + 100 } });
}

function entryOf({ shared }: Real, c: number, part: "intent" | "outcome"): AuditEntry {
  const callId = callIdOf(c);
  return { body: canonicalJson({ part, callId }), callId, part, at: shared.hands.now };
}

interface Fields {
  readonly kind?: string;
  readonly id?: string;
  readonly part?: string;
  readonly callId?: string;
}

function fieldsOf(body: string): Fields {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every body here is our own
  return JSON.parse(body) as Fields;
}

/** Returns bytes that are unique within a replay. */
function createRandomBytes(): Shared["randomBytes"] {
  let last = 0;
  return (count) => {
    last += 1;
    return createHash("sha256").update(`${last}`).digest().subarray(0, count);
  };
}
