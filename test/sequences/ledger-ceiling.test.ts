import { openFolder } from "@toolcourt/testing/folder";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  ada,
  ceiling,
  filesOf,
  type LedgerOptions,
  type LedgerWorld,
  ok,
  openLedgerWorld,
} from "./ledger-world.ts";

const postgres = await usePostgres();

function sumOf(worlds: readonly LedgerWorld[]): number {
  return worlds
    .flatMap(({ sent }) => sent)
    .reduce((sum, { args }) => sum + Number(args["amount"]), 0);
}

/** Opens gateways that share a store and a key. */
async function openReplicas(url: string, options: LedgerOptions): Promise<readonly LedgerWorld[]> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const folder = stack.use(await openFolder(filesOf(url, options)));
  const one = await openLedgerWorld(stack, { ...options, folder, stores: url });
  const other = await openLedgerWorld(stack, { ...options, folder, stores: url });
  return [one, other];
}

/** Lets 64 callers pay 3 each, from all sides at once. */
async function payAtOnce(worlds: readonly LedgerWorld[], per: "principal" | "tenant") {
  const callers = worlds.flatMap(({ call }, world) =>
    Array.from({ length: 64 / worlds.length }, async (_, at) => {
      const by = per === "tenant" ? { ...ada, id: `user:${world}-${at}` } : ada;
      const { code = "ran" } = await call({ tool: "pay", args: { amount: 3 }, by });
      return code;
    }),
  );
  return Promise.all(callers);
}

describe("a ceiling", () => {
  describe.each([
    ["one gateway", "memory:", 1],
    ["two gateways over SQLite", "sqlite:state.db", 2],
  ] as const)("of %s", (_, url, count) => {
    it.each(["principal", "tenant"] as const)("per %s holds for 64 callers", async (per) => {
      const worlds = (await openReplicas(url, { policy: ceiling(per) })).slice(0, count);

      const codes = await payAtOnce(worlds, per);

      expect(sumOf(worlds)).toBe(99);
      expect(new Set(codes)).toEqual(new Set(["ran", "sequence-denied"]));
    });
  });

  it.skipIf(postgres.missing !== undefined).each(["principal", "tenant"] as const)(
    "per %s holds for 64 callers of two gateways over PostgreSQL",
    async (per) => {
      const worlds = await openReplicas(await postgres.database(), { policy: ceiling(per) });

      const codes = await payAtOnce(worlds, per);

      // On a busy machine the audit log of a database may be too slow, which refuses calls.
      const others = codes.filter((code) => !["ran", "sequence-denied"].includes(code));
      expect(new Set(others).difference(new Set(["audit-failed", "sequence-unavailable"]))).toEqual(
        new Set(),
      );
      expect(sumOf(worlds)).toBeLessThanOrEqual(99);
      expect(sumOf(worlds)).toBeGreaterThanOrEqual(others.length === 0 ? 99 : 0);
    },
  );
});

describe("a ceiling of a principal beside one of the tenant", () => {
  it("holds for 64 callers of two gateways", async () => {
    const many = "  - { id: many, count: { over: PT1H, per: tenant, at_most: 1000 } }\n";
    const policy = ceiling("principal", many);
    const worlds = await openReplicas("sqlite:state.db", { policy });

    await payAtOnce(worlds, "principal");

    expect(sumOf(worlds)).toBeGreaterThan(0);
    expect(sumOf(worlds)).toBeLessThanOrEqual(99);
  });
});

async function open(options: LedgerOptions): Promise<LedgerWorld> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  return openLedgerWorld(stack, options);
}

describe("a reservation", () => {
  it("counts while its call runs", async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const pay = async () => {
      begun.resolve();
      await gate.promise;
      return ok;
    };
    const { call } = await open({ policy: ceiling("principal"), answers: { pay } });
    const first = call({ tool: "pay", args: { amount: 60 } });
    await begun.promise;

    expect((await call({ tool: "pay", args: { amount: 60 } })).code).toBe("sequence-denied");
    gate.resolve();
    expect((await first).code).toBeUndefined();
  });

  it("is released by a call that is refused, and by one that waits for approval", async () => {
    const asking = ceiling("principal").replace("...\n", "    ask: operator\n...\n");
    const { call, sent } = await open({ policy: asking });
    const codes: unknown[] = [];
    for (const amount of [90, 20, 20, 10]) {
      codes.push((await call({ tool: "pay", args: { amount } })).code);
    }

    expect(codes).toEqual([undefined, "approval-required", "approval-required", undefined]);
    expect(sent.map(({ args }) => args["amount"])).toEqual([90, 10]);
  });

  it("counts for good if the tool may have acted", async () => {
    const half = { content: [{ type: "text", text: "Half done." }], isError: true };
    const { call } = await open({ policy: ceiling("principal"), answers: { pay: () => half } });
    await call({ tool: "pay", args: { amount: 60 } });

    expect((await call({ tool: "pay", args: { amount: 60 } })).code).toBe("sequence-denied");
  });
});
