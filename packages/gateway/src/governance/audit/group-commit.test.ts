import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { MessageChannel } from "node:worker_threads";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry } from "@toolcourt/testing/audit";
import { never } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { AuditEntry, Durability } from "../../stores/audit-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import {
  GroupCommit,
  type GroupCommitDeps,
  maxGroup,
  maxPending,
  repeatMs,
} from "./group-commit.ts";

interface Appended {
  readonly bodies: readonly string[];
  readonly durability: Durability;
}

function setUp(options: Partial<GroupCommitDeps> = {}) {
  const clock = createFakeClock();
  const appended: Appended[] = [];
  const keep = async (entries: readonly AuditEntry[], durability: Durability) => {
    appended.push({ bodies: entries.map(({ body }) => body), durability });
    return [];
  };
  const commit = new GroupCommit({ clock, append: keep, ...options });
  const write = (body: string) => commit.write(auditEntry({ body }));
  return { clock, appended, commit, write, keep };
}

describe("a group commit", () => {
  it("appends entries of one turn together", async () => {
    const { appended, write } = setUp();

    await Promise.all(["1", "2", "3"].map((body) => write(body).committed));

    expect(appended).toEqual([{ bodies: ["1", "2", "3"], durability: "committed" }]);
  });

  it("goes to disk if one entry of the group must", async () => {
    const { appended, write } = setUp();
    const first = write("1");
    const second = write("2");

    await Promise.all([first.committed, second.onDisk()]);

    expect(appended).toEqual([{ bodies: ["1", "2"], durability: "on-disk" }]);
  });

  it("requests a second flush if the first group has already left", async () => {
    const { appended, write } = setUp();
    const ticket = write("1");
    await ticket.committed;

    await ticket.onDisk();
    await ticket.onDisk();

    expect(appended).toEqual([
      { bodies: ["1"], durability: "committed" },
      { bodies: [], durability: "on-disk" },
    ]);
  });

  it("treats earlier entries as on disk too", async () => {
    const { appended, write } = setUp();
    const early = write("1");
    await early.committed;
    await write("2").onDisk();

    await early.onDisk();

    expect(appended).toHaveLength(2);
  });

  it("keeps gathering as long as every turn brings entries", async () => {
    const { appended, write } = setUp();
    const written = [write("1"), write("2")];
    for (const body of ["3", "4"]) {
      await turn();
      written.push(write(body));
    }
    await Promise.all(written.map(({ committed }) => committed));
    await write("5").committed;

    expect(appended.map(({ bodies }) => bodies)).toEqual([["1", "2", "3", "4"], ["5"]]);
  });

  it("gathers for at most 2 ms", async () => {
    let now = 0;
    const { appended, write } = setUp({ clock: { ...createFakeClock(), monotonic: () => now } });
    const written = [write("1"), write("2")];
    for (const body of ["3", "4", "5"]) {
      now += 1;
      await turn();
      written.push(write(body));
    }
    await Promise.all(written.map(({ committed }) => committed));

    expect(appended[0]?.bodies).toEqual(["1", "2", "3"]);
  });

  it("sends one group at a time, with a maximum size", async () => {
    const gates: PromiseWithResolvers<readonly []>[] = [];
    const sizes: number[] = [];
    const { write } = setUp({
      append: (entries) => {
        sizes.push(entries.length);
        const gate = Promise.withResolvers<readonly []>();
        gates.push(gate);
        return gate.promise;
      },
    });
    const tickets = Array.from({ length: maxGroup + 1 }, (_, index) => write(`${index}`));
    while (sizes.length === 0) await turn();
    tickets.push(...Array.from({ length: maxGroup }, (_, index) => write(`more ${index}`)));
    await turn();
    expect(sizes).toEqual([maxGroup]);

    for (const groups of [2, 3]) {
      gates.at(-1)?.resolve([]);
      while (sizes.length < groups) await turn();
    }
    gates.at(-1)?.resolve([]);

    await Promise.all(tickets.map(({ committed }) => committed));
    expect(sizes).toEqual([maxGroup, maxGroup, 1]);
  });

  it("refuses all pending entries when the store fails, and retries with the next", async () => {
    let isDown = true;
    const told: string[] = [];
    const { write } = setUp({
      append: async () => {
        if (isDown) throw new Error("disk full");
        return [];
      },
      onFailed: ({ because }) => told.push(because),
    });

    await expect(write("1").committed).rejects.toMatchObject({ because: "failed" });
    isDown = false;

    await expect(write("2").committed).resolves.toBeUndefined();
    expect(told).toEqual(["failed"]);
  });

  it("treats a synchronous throw as a store failure", async () => {
    const { write } = setUp({
      append: () => {
        throw new Error("closed");
      },
    });

    await expect(write("1").onDisk()).rejects.toMatchObject({ because: "failed" });
  });

  it("refuses within a second when the store hangs, including later entries", async () => {
    let isHung = true;
    const { clock, write, keep } = setUp({
      append: (entries, durability) => (isHung ? never() : keep(entries, durability)),
    });
    const first = write("1");
    await clock.advance(500);
    const second = write("2");

    await clock.advance(450);

    await expect(first.committed).rejects.toMatchObject({ because: "late" });
    await expect(second.onDisk()).rejects.toMatchObject({ because: "late" });
    isHung = false;
    await expect(write("3").committed).resolves.toBeUndefined();
  });

  it("counts from the writing of an entry, not from the sending of its group", async () => {
    const gates: PromiseWithResolvers<readonly []>[] = [];
    const { clock, write } = setUp({
      append: () => {
        const gate = Promise.withResolvers<readonly []>();
        gates.push(gate);
        return gate.promise;
      },
    });
    void write("1").committed;
    await clock.advance(100);
    const behind = write("2");
    await clock.advance(700);
    gates[0]?.resolve([]);
    await clock.advance(0);

    await clock.advance(200);

    await expect(behind.committed).rejects.toMatchObject({ because: "late" });
  });

  it("gives the second wait for the disk only the remaining time", async () => {
    const answers: PromiseWithResolvers<never[]>[] = [];
    const append = () => {
      const answer = Promise.withResolvers<never[]>();
      answers.push(answer);
      return answer.promise;
    };
    const { clock, write } = setUp({ append, timeoutMs: 800 });
    const ticket = write("1");
    await turn();
    const onDisk = ticket.onDisk();
    onDisk.catch(() => undefined);

    await clock.advance(700);
    answers[0]?.resolve([]);
    await turn();
    await clock.advance(100);

    await expect(onDisk).rejects.toMatchObject({ name: "AuditUnavailable", because: "late" });
    expect(answers).toHaveLength(2);
  });

  it("accepts an answer that came in time but was processed late, because the process was busy", async () => {
    const { port1, port2 } = new MessageChannel();
    const timeoutMs = 20;
    const append = async () => {
      const heard = once(port1, "message");
      port2.postMessage("done");
      // Blocks the event loop, so that the timer fires before the answer is processed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs);
      await heard;
      return [];
    };
    const { write } = setUp({ append, clock: systemClock, timeoutMs });

    await expect(write("1").committed).resolves.toBeUndefined();
    port1.close();
  });

  it("does not charge the store for the process's own busy time", async () => {
    const { port1, port2 } = new MessageChannel();
    // Long enough that load from other processes does not matter.
    const timeoutMs = 150;
    const append = async () => {
      const heard = once(port1, "message");
      port2.postMessage("done");
      await heard;
      await turn();
      return [];
    };
    const { write } = setUp({ append, clock: systemClock, timeoutMs });
    const { committed } = write("1");

    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeoutMs + 10);

    await expect(committed).resolves.toBeUndefined();
    port1.close();
  });

  it("ignores a late answer", async () => {
    const gate = Promise.withResolvers<readonly []>();
    const { clock, write } = setUp({ append: () => gate.promise });
    const ticket = write("1");
    await clock.advance(1_000);
    await turn();

    gate.resolve([]);

    await expect(ticket.committed).rejects.toMatchObject({ because: "late" });
  });

  it("writes an outcome that was late once the store answers, and its intent no more", async () => {
    const gate = Promise.withResolvers<readonly []>();
    const repeated: string[][] = [];
    const { clock, commit } = setUp({
      append: async (entries, _durability, isRepeated) => {
        if (isRepeated !== true) return gate.promise;
        repeated.push(entries.map(({ part }) => part));
        return [];
      },
    });
    const intent = commit.write(auditEntry({ part: "intent", callId: "c1" }));
    const outcome = commit.write(auditEntry({ part: "outcome", callId: "c2" }));
    await turn();
    await clock.advance(900);
    await turn();
    await expect(intent.committed).rejects.toMatchObject({ because: "late" });
    await expect(outcome.committed).rejects.toMatchObject({ because: "late" });
    const written = outcome.written();

    gate.reject(new StoreError("overdue"));
    await turn();
    await clock.advance(repeatMs);
    await turn();

    await expect(written).resolves.toBeUndefined();
    expect(repeated).toEqual([["outcome"]]);
  });

  it("counts an answer that came late as written, without a second attempt", async () => {
    const gate = Promise.withResolvers<readonly []>();
    let appends = 0;
    const { clock, commit } = setUp({
      append: () => {
        appends += 1;
        return gate.promise;
      },
    });
    const outcome = commit.write(auditEntry({ part: "outcome", callId: "c1" }));
    await turn();
    await clock.advance(900);
    await turn();
    await expect(outcome.committed).rejects.toMatchObject({ because: "late" });

    gate.resolve([]);

    await expect(outcome.written()).resolves.toBeUndefined();
    await clock.advance(repeatMs);
    expect(appends).toBe(1);
  });

  it("writes no outcome of a call whose intent is not in the log", async () => {
    const gate = Promise.withResolvers<readonly []>();
    const parts: string[][] = [];
    let isFirst = true;
    const { clock, commit } = setUp({
      append: async (entries) => {
        if (isFirst) {
          isFirst = false;
          return gate.promise;
        }
        parts.push(entries.map(({ part, callId }) => `${part} ${callId}`));
        return [];
      },
    });
    commit.write(auditEntry({ part: "intent", callId: "sent" }));
    await turn();
    await turn();
    commit.write(auditEntry({ part: "intent", callId: "waiting" }));
    const outcomes = ["sent", "waiting", "ran"].map((callId) =>
      commit.write(auditEntry({ part: "outcome", callId })),
    );

    gate.reject(new StoreError("full"));
    await Promise.allSettled(outcomes.map(({ committed }) => committed));
    await clock.advance(repeatMs);
    await turn();
    await turn();

    expect(parts).toEqual([["outcome ran"]]);
  });

  it("waits for a late group when it closes, and tries its outcomes again", async () => {
    const gate = Promise.withResolvers<readonly []>();
    const { clock, commit } = setUp({ append: () => gate.promise });
    const outcome = commit.write(auditEntry({ part: "outcome", callId: "c1" }));
    await turn();
    await turn();
    await clock.advance(900);
    await expect(outcome.committed).rejects.toMatchObject({ because: "late" });
    const state = { isClosed: false };
    const closing = commit[Symbol.asyncDispose]().then(() => (state.isClosed = true));
    await turn();
    const before = { ...state };

    gate.resolve([]);
    await closing;

    expect([before.isClosed, state.isClosed]).toEqual([false, true]);
    await expect(outcome.written()).resolves.toBeUndefined();
  });

  it("sends other entries while a late outcome waits for its answer", async () => {
    let isHung = true;
    const { clock, appended, commit, write, keep } = setUp({
      append: (entries, durability) => (isHung ? never() : keep(entries, durability)),
    });
    commit.write(auditEntry({ part: "outcome", callId: "c1" }));
    await turn();
    await clock.advance(900);
    await turn();
    isHung = false;

    await expect(write("2").committed).resolves.toBeUndefined();
    expect(appended).toHaveLength(1);
  });

  it("limits the number of pending entries", async () => {
    const { write } = setUp();
    const tickets = Array.from({ length: maxPending + 1 }, (_, index) => write(`${index}`));

    await expect(tickets[maxPending]?.committed).rejects.toMatchObject({ because: "full" });
    await expect(tickets[maxPending - 1]?.committed).resolves.toBeUndefined();
  });

  it("writes pending entries before it closes, and nothing afterwards", async () => {
    const { appended, commit, write } = setUp();
    void write("1").committed;

    await commit[Symbol.asyncDispose]();

    expect(appended).toHaveLength(1);
    await expect(write("2").committed).rejects.toMatchObject({ because: "closed" });
  });
});
