import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { type ClaimStep, createClaims } from "../store/claims.ts";
import type { RunStore } from "../store/run-store.ts";

function claims(saver: BaseCheckpointSaver, holder: string): ClaimStep {
  return createClaims({ saver, thread: "run", holder });
}

async function forgetting(openRuns: () => Promise<RunStore>) {
  const { forget, ...runs } = await openRuns();
  const saver = await runs.saver();
  const claim = (holder: string): ClaimStep =>
    createClaims({ saver, thread: "run", holder, forget });
  return { saver, claim };
}

/** Begins a step `times` times, each time refused by the gateway. */
async function beginInVain(claim: (holder: string) => ClaimStep, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const claimed = await claim(`holder-${i}`)("1.order");
    if (claimed.kind === "begun") await claimed.ended({ kind: "not-run" });
  }
}

/** Wraps a store so that its first mark is delayed. */
function beforeWriting(saver: BaseCheckpointSaver, wait: () => Promise<void>): BaseCheckpointSaver {
  return new Proxy(saver, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]): unknown => {
        const work = (): unknown => Reflect.apply(member, target, args);
        return name === "put" ? wait().then(work) : work();
      };
    },
  });
}

/** Tests the promises of claims on any store. `openRuns` must return an empty one. */
export function describeClaims(openRuns: () => Promise<RunStore>): void {
  const open = async (): Promise<BaseCheckpointSaver> => (await openRuns()).saver();

  describe("claims", () => {
    describeForgetting(openRuns);

    it("allow a step to begin once and report an unknown outcome to the next execution", async () => {
      const saver = await open();

      const first = await claims(saver, "a")("1.order");
      const second = await claims(saver, "b")("1.order");
      const other = await claims(saver, "b")("3.order");

      expect([first.kind, second.kind, other.kind]).toEqual(["begun", "unknown", "begun"]);
    });

    it("allow only one of many concurrent executions to begin", async () => {
      const saver = await open();
      const many = Array.from({ length: 8 }, (_, index) => claims(saver, `holder-${index}`));

      const all = await Promise.all(many.map((claim) => claim("1.order")));

      expect(all.filter(({ kind }) => kind === "begun")).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === "unknown")).toHaveLength(7);
    });

    it("allow a step that did not run to begin again any number of times", async () => {
      const saver = await open();
      await beginInVain((holder) => claims(saver, holder), 11);

      const last = await claims(saver, "x")("1.order");
      const next = await claims(saver, "y")("1.order");

      expect([last.kind, next.kind]).toEqual(["begun", "unknown"]);
    });

    it("return the outcome of a finished step", async () => {
      const saver = await open();
      const claim = await claims(saver, "a")("1.order");
      const how = { kind: "answered", update: { order: '"o1"' } } as const;
      if (claim.kind === "begun") await claim.ended(how);

      expect(await claims(saver, "b")("1.order")).toEqual({ kind: "ended", how });
    });

    it("are deleted with their run", async () => {
      const saver = await open();
      await claims(saver, "a")("1.order");

      await saver.deleteThread("run");

      expect(await claims(saver, "b")("1.order")).toMatchObject({ kind: "begun" });
    });
  });
}

function describeForgetting(openRuns: () => Promise<RunStore>): void {
  it("do not accumulate when a step begins repeatedly without running", async () => {
    const { saver, claim } = await forgetting(openRuns);
    await claim("other")("1.pack");
    await beginInVain(claim, 11);

    const kept = await Array.fromAsync(saver.list({ configurable: { thread_id: "run" } }));
    const [last, next] = [await claim("x")("1.order"), await claim("y")("1.order")];

    expect(kept.map(({ config }) => String(config.configurable?.["checkpoint_id"]))).toEqual([
      "1.pack.1",
      "1.order.11",
    ]);
    expect([last.kind, next.kind]).toEqual(["begun", "unknown"]);
    expect((await claim("z")("1.pack")).kind).toBe("unknown");
  });

  it("refuse a slow execution even if newer marks were deleted", async () => {
    const { saver, claim } = await forgetting(openRuns);
    await beginInVain(claim, 1);
    const looked = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const slow = beforeWriting(saver, () => {
      looked.resolve();
      return goesOn.promise;
    });
    const late = claims(slow, "late")("1.order");
    await looked.promise;
    await beginInVain(claim, 2);
    const holding = await claim("holding")("1.order");
    goesOn.resolve();

    expect([holding.kind, (await late).kind]).toEqual(["begun", "unknown"]);
  });
}
