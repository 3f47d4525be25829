import { auditSigner, filledLog } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { AuditStore } from "../../stores/audit-store.ts";
import { verifyLog } from "./verify-log.ts";

const { stores, signer } = await filledLog(1_000, 400);

function changed(differences: Partial<AuditStore>): AuditStore {
  return { ...stores.audit, ...differences };
}

/** Returns rows with another body in one of them. */
function withForged(row: number): AuditStore {
  const { read } = stores.audit;
  return changed({
    read: async (from, max) =>
      (await read(from, max)).map((each) =>
        each.sequence === row ? { ...each, body: '{"row":"forged"}' } : each,
      ),
  });
}

describe("the verification of a log", () => {
  it("finds a log in place, and says how far it is signed", async () => {
    const clock = createFakeClock();

    const events = await Array.fromAsync(verifyLog({ store: stores.audit, signer, clock }));

    expect(events).toEqual([
      { kind: "progress", rows: 0, of: 1_000 },
      { kind: "sound", rows: 1_000, signed: 800, witnessed: 0 },
    ]);
  });

  it.each([1, 399, 1_000])("names row %i as the first wrong one", async (row) => {
    const deps = { store: withForged(row), signer, clock: createFakeClock() };

    const events = await Array.fromAsync(verifyLog(deps));

    expect(events.at(-1)).toMatchObject({ kind: "broken", row });
  });

  it("trusts no checkpoint of another key", async () => {
    const other = auditSigner("toolcourt/test", 8);
    const deps = { store: stores.audit, signer: other, clock: createFakeClock() };

    const events = await Array.fromAsync(verifyLog(deps));

    expect(events.at(-1)).toMatchObject({ kind: "broken", row: 400 });
  });

  it("tells the progress while it reads", async () => {
    const clock = createFakeClock();
    const gate = Promise.withResolvers<void>();
    const { read } = stores.audit;
    const store = changed({
      read: async (from, max) => {
        if (from > 500) await gate.promise;
        return read(from, max);
      },
    });
    const events = verifyLog({ store, signer, clock });
    await events.next();
    const next = events.next();
    await clock.advance(250);

    expect((await next).value).toEqual({ kind: "progress", rows: 500, of: 1_000 });
    gate.resolve();
    expect((await Array.fromAsync(events)).at(-1)).toMatchObject({ kind: "sound" });
  });

  it("reads no more once its reader has left", async () => {
    const clock = createFakeClock();
    const gate = Promise.withResolvers<void>();
    const { read } = stores.audit;
    let reads = 0;
    const store = changed({
      read: async (from, max) => {
        reads += 1;
        await gate.promise;
        return read(from, max);
      },
    });
    const events = verifyLog({ store, signer, clock });
    await events.next();
    const second = events.next();
    await clock.advance(250);
    await second;
    await events.return(undefined);
    gate.resolve();
    await clock.advance(1_000);

    expect(reads).toBe(1);
  });
});
