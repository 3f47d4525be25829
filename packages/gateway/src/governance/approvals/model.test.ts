// A simple model of approvals, and two processes that must agree with it under any sequence of
// events.
import { canonicalJson } from "@toolcourt/sdk";
import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Proposal } from "./binding.ts";

interface Known {
  readonly wanted: Proposal;
  readonly digest: string;
  readonly shown: string;
  readonly expiresAt: number;
  state: "pending" | "approved" | "consumed" | "closed" | "denied" | "revoked" | "expired";
}

interface Model {
  readonly known: Map<string, Known>;
  approvals: number;
  /** The bytes that ran. */
  readonly executed: { readonly id: string; readonly bytes: string }[];
}

interface Real {
  /** Two processes on one store, with one clock. */
  readonly processes: readonly [ApprovalRig, ApprovalRig];
}

type Step = fc.AsyncCommand<Model, Real>;

const requesters = ["ada", "grace"] as const;
const amounts = [1, 2] as const;

function wantedBy(who: number, what: number): Proposal {
  const risk = what === 0 ? "write" : "destroy";
  const requester = requesters[who] ?? "ada";
  return proposal({ requester, risk, arguments: { amount: amounts[what] ?? 1 } });
}

function isSame(one: Proposal, other: Proposal): boolean {
  return one.requester === other.requester && one.risk === other.risk;
}

/** Only Olga may decide, and requesters may revoke their own requests. */
function mayDecide({ state, wanted }: Known, to: string, who: string): boolean {
  const isOwn = who === wanted.requester;
  const may = isOwn ? to === "revoked" : who === "olga";
  return may && (state === "pending" || (state === "approved" && to === "revoked"));
}

const endStates: ReadonlySet<string> = new Set(["done", "failed", "unknown"]);

/** Fails the run if a process and the model disagree. */
function agree(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${String(actual)} instead of ${String(expected)}`);
}

/** Applies the passage of time to the model. */
function grown({ known }: Model, now: number): void {
  for (const each of known.values()) {
    const isOpen = each.state === "pending" || each.state === "approved";
    if (isOpen && now >= each.expiresAt) each.state = "expired";
  }
}

function pick({ known }: Model, which: number): readonly [string, Known] | undefined {
  const all = [...known];
  return all[which % Math.max(1, all.length)];
}

/** Creates a step that first applies the passage of time. */
function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return {
    check: () => true,
    run: async (model, real) => {
      grown(model, real.processes[0].hands.now);
      await run(model, real);
    },
    toString: () => name,
  };
}

const rig = ({ processes }: Real, which: number): ApprovalRig =>
  processes[which % 2] ?? processes[0];

const requests = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1)).map(([by, who, what]) =>
  step(`request(${by}, ${who}, ${what})`, async (model, real) => {
    const wanted = wantedBy(who, what);
    const same = [...model.known].filter(([, each]) => isSame(each.wanted, wanted));
    const open = same.find(([, { state }]) => state === "pending" || state === "approved");
    const { now } = rig(real, by).hands;
    const no = same.find(([, each]) => each.state === "denied" && now < each.expiresAt);

    const result = await rig(real, by).approvals.request(wanted);

    if (result.kind === "too-many") throw new Error("Two requesters never have ten.");
    const { id, digest, arguments: shown, expiresAt } = result.approval;
    agree(result.kind, open === undefined && no !== undefined ? "denied" : "open");
    if (open !== undefined) agree(id, open[0]);
    if (open === undefined && no === undefined) {
      agree(model.known.has(id), false);
      model.known.set(id, { wanted, digest, shown, expiresAt, state: "pending" });
    }
  }),
);

const decisions = fc
  .tuple(
    fc.nat(1),
    fc.nat(20),
    fc.constantFrom("approved", "approved", "approved", "denied", "revoked"),
    fc.constantFrom("olga", "olga", "ada", "mallory"),
  )
  .map(([by, which, to, who]) =>
    step(`decide(${by}, ${which}, ${to}, ${who})`, async (model, real) => {
      const [id, known] = pick(model, which) ?? [];
      if (id === undefined || known === undefined) return;
      const may = mayDecide(known, to, who);

      const verdict = { to, by: who, digest: known.digest };
      const result = await rig(real, by).approvals.decide(id, verdict);

      agree(result.kind === "decided", may);
      if (result.kind !== "decided") return;
      known.state = to;
      if (to === "approved") model.approvals += 1;
    }),
  );

const uses = fc
  .tuple(
    fc.nat(1),
    fc.nat(20),
    fc.constantFrom("that", "that", "another amount", "another requester"),
  )
  .map(([by, which, what]) =>
    step(`use(${by}, ${which}, ${what})`, async (model, real) => {
      const [id, known] = pick(model, which) ?? [];
      if (id === undefined || known === undefined) return;
      const wanted = { ...known.wanted, ...others[what] };
      const isRight = what === "that" && known.state === "approved";

      const result = await rig(real, by).approvals.consume({ id, callId: "c", proposal: wanted });

      agree(result.kind === "consumed", isRight);
      if (result.kind !== "consumed") return;
      model.executed.push({ id, bytes: canonicalJson(result.arguments) });
      known.state = "consumed";
    }),
  );

const others = {
  that: {},
  "another amount": { arguments: { amount: 3 } },
  "another requester": { requester: "eve" },
} as const;

const simultaneousUses = fc.nat(20).map((which) =>
  step(`use from both sides(${which})`, async (model, real) => {
    const [id, known] = pick(model, which) ?? [];
    if (id === undefined || known === undefined) return;
    const wasApproved = known.state === "approved";

    const results = await Promise.all(
      [0, 1, 0, 1].map((by) =>
        rig(real, by).approvals.consume({ id, callId: "c", proposal: known.wanted }),
      ),
    );

    const consumed = results.filter((result) => result.kind === "consumed");
    agree(consumed.length, wasApproved ? 1 : 0);
    for (const result of consumed) {
      model.executed.push({ id, bytes: canonicalJson(result.arguments) });
      known.state = "consumed";
    }
  }),
);

const endings = fc
  .tuple(fc.nat(1), fc.nat(20), fc.constantFrom("done", "failed", "unknown"))
  .map(([by, which, how]) =>
    step(`close(${by}, ${which}, ${how})`, async (model, real) => {
      const [id, known] = pick(model, which) ?? [];
      if (id === undefined || known === undefined) return;
      await rig(real, by).approvals.close(id, how);

      if (known.state === "consumed") known.state = "closed";
      const stored = await rig(real, by).approvals.find(id);
      agree(endStates.has(stored?.state ?? ""), known.state === "closed");
    }),
  );

const waits = fc.constantFrom(1, 1, 1, 299_999, 300_000, 600_000).map((ms) =>
  step(`wait(${ms})`, async (model, { processes }) => {
    processes[0].hands.now += ms;
    grown(model, processes[0].hands.now);
  }),
);

// Thousands of steps take long on a busy machine.
const timeout = 10_000;

it("executes only approved calls, exactly as shown, under any sequence of events", {
  timeout,
}, async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.commands([requests, decisions, decisions, uses, simultaneousUses, endings, waits], {
        maxCommands: 60,
        size: "max",
      }),
      async (commands) => {
        const first = approvalRig();
        const model: Model = { known: new Map(), approvals: 0, executed: [] };
        await fc.asyncModelRun(
          () => ({ model, real: { processes: [first, approvalRig(first)] as const } }),
          commands,
        );

        expect(model.executed.length).toBeLessThanOrEqual(model.approvals);
        expect(new Set(model.executed.map(({ id }) => id)).size).toBe(model.executed.length);
        ran += model.executed.length;
        for (const { id, bytes } of model.executed) {
          expect(bytes).toBe(model.known.get(id)?.shown);
        }
      },
    ),
    { numRuns: 80 },
  );
  // A model in which nothing ever runs would agree with everything.
  expect(ran).toBeGreaterThan(20);
});
