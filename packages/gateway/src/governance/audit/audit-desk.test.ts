import { setImmediate } from "node:timers/promises";
import { auditSigner, byteLines } from "@toolcourt/testing/audit";
import { type RecordRigOptions, recordRig } from "@toolcourt/testing/records";
import { describe, expect, it } from "vitest";
import type { AuditDesk } from "./audit-desk.ts";
import { parseVerifier } from "./note.ts";
import { verifyProof } from "./row-proof.ts";
import { verifyExport } from "./verify-export.ts";

const olga = { by: "operator:olga" };
const north = { by: "key:nora", tenant: "north" };

function setUp(options?: RecordRigOptions) {
  const rig = recordRig(options);
  const { audit: desk } = rig.desks;
  if (desk === undefined) throw new Error("The rig has a log.");
  const verifiers = [parseVerifier(rig.signer.publicKey)].filter((each) => each !== undefined);
  return { ...rig, desk, verifiers };
}

async function linesOf(desk: AuditDesk, range = {}): Promise<readonly string[]> {
  const lines = await desk.export({ range, format: "rows" }, olga);
  return lines === undefined ? [] : Array.fromAsync(lines);
}

describe("the status of a log", () => {
  it("is empty at first, and is not recorded", async () => {
    const { desk, bodies } = setUp();

    const { publicKey } = auditSigner();

    expect(await desk.status()).toEqual({
      last: undefined,
      signed: undefined,
      checkpoint: undefined,
      key: { origin: "toolcourt/test", id: "806ae1d3", publicKey },
    });
    expect(await bodies()).toEqual([]);
  });

  it("says how far the log goes, and how far it is signed", async () => {
    const { desk, addCall, sign, clock } = setUp();
    await addCall({ callId: "c-1", hasEnded: true });
    await sign();
    await addCall({ callId: "c-2" });

    const status = await desk.status();
    expect(status).toMatchObject({
      last: { row: 3, at: clock.now() },
      signed: { row: 2, at: clock.now() },
    });
    expect(status.checkpoint).toMatch(/^toolcourt\/test\n2\n/);
  });
});

describe("one row", () => {
  it("is shown once the look is recorded", async () => {
    const { desk, addCall, bodies } = setUp();
    await addCall({ callId: "c-1" });

    expect(await desk.row(1, olga)).toMatchObject({ sequence: 1 });
    expect(await desk.row(9, olga)).toBeUndefined();
    expect((await bodies()).slice(1)).toMatchObject([
      { kind: "audit.read", about: { operator: "operator:olga", action: "row", row: 1 } },
    ]);
  });

  it("is there for its tenant alone, the end of a call too", async () => {
    const { desk, addCall } = setUp();
    await addCall({ callId: "c-1", tenant: "north", hasEnded: true });
    await addCall({ callId: "c-2", tenant: "south", hasEnded: true });
    await addCall({ callId: "c-3", hasEnded: true });

    const shown = await Promise.all([1, 2, 3, 4, 5, 6, 99].map((row) => desk.row(row, north)));

    expect(shown.map((row) => row?.sequence)).toEqual([1, 2, ...Array<undefined>(5)]);
    expect(await desk.proof(3, north)).toBe("unknown");
    const own = await desk.proof(2, north);
    expect(typeof own === "string" ? own : own.text).toContain("index 1");
  });

  it("is not shown to a tenant whose name the log has shortened", async () => {
    const { desk, addCall } = setUp();
    const long = "n".repeat(200);
    await addCall({ callId: "c-1", tenant: `${long}-one` });

    expect(await desk.row(1, { by: "key:nora", tenant: `${long}-other` })).toBeUndefined();
  });

  it("is not shown if the look cannot be recorded", async () => {
    const { desk, addCall } = setUp({
      changed: () => ({ append: () => Promise.reject(new Error("full")) }),
    });
    await addCall({ callId: "c-1" });

    await expect(desk.row(1, olga)).rejects.toThrow("full");
  });
});

describe("the proof of one row", () => {
  it("is signed on demand, and accepted by the verifier", async () => {
    const { desk, addCall, verifiers, bodies } = setUp();
    await addCall({ callId: "c-1" });

    const found = await desk.proof(1, olga);

    const text = typeof found === "string" ? "" : found.text;
    expect(verifyProof(text, verifiers)).toMatchObject({ sequence: 1 });
    expect((await bodies())[1]).toMatchObject({ about: { action: "prove", row: 1 } });
  });

  it("is made after the one before, since each reads the whole log", async () => {
    let reading = 0;
    let most = 0;
    const { desk, addCall } = setUp({
      changed: ({ read }) => ({
        read: async (from, max) => {
          reading += max === 1_000 ? 1 : 0;
          most = Math.max(most, reading);
          const rows = await read(from, max);
          for (let turn = 0; turn < max; turn += 1) await setImmediate();
          reading -= max === 1_000 ? 1 : 0;
          return rows;
        },
      }),
    });
    await addCall({ callId: "c-1", hasEnded: true });

    const proofs = await Promise.all([1, 2, 1, 2].map((row) => desk.proof(row, olga)));

    expect(proofs.map((proof) => typeof proof)).toEqual(Array(4).fill("object"));
    expect(most).toBe(1);
  });

  it("waits for no more than seven others, so that none can fill the queue for hours", async () => {
    const { desk, addCall } = setUp();
    await addCall({ callId: "c-1", hasEnded: true });

    const proofs = await Promise.all(Array.from({ length: 12 }, () => desk.proof(1, olga)));

    expect(proofs.filter((proof) => proof === "busy")).toHaveLength(4);
    expect(await desk.proof(1, olga)).toHaveProperty("text");
  });

  it("cannot be made of a log that cannot be signed", async () => {
    const { desk, addCall } = setUp({
      changed: () => ({ keepCheckpoint: () => Promise.reject(new Error("read-only")) }),
    });
    await addCall({ callId: "c-1" });

    expect(await desk.proof(1, olga)).toBe("unsigned");
  });
});

describe("calls without an end", () => {
  it("are closed by the person who looked into them", async () => {
    const { desk, addCall, clock, bodies } = setUp();
    await addCall({ callId: "c-1" });
    await addCall({ callId: "c-2" });
    await clock.advance(60_001);

    expect(await desk.unfinished(olga)).toMatchObject([{ callId: "c-1" }, { callId: "c-2" }]);
    expect(await desk.close([1], olga)).toMatchObject([{ callId: "c-1" }]);

    expect(await desk.unfinished(olga)).toMatchObject([{ callId: "c-2" }]);
    expect(await bodies()).toContainEqual(
      expect.objectContaining({
        kind: "call.lost",
        callId: "c-1",
        about: { operator: "operator:olga", row: 1 },
      }),
    );
  });

  it("are closed all or not at all", async () => {
    const { desk, addCall, clock } = setUp();
    await addCall({ callId: "c-1" });
    await clock.advance(60_001);
    await addCall({ callId: "c-2" });
    await clock.advance(1);

    expect(await desk.close([1, 2], olga)).toBe("running");
    expect(await desk.close([1, 9], olga)).toBe("unknown");
    expect(await desk.unfinished(olga)).toHaveLength(2);
  });

  it("are there for their tenant alone", async () => {
    const { desk, addCall, clock } = setUp();
    await addCall({ callId: "c-1", tenant: "north" });
    await addCall({ callId: "c-2", tenant: "south" });
    await clock.advance(60_001);

    expect(await desk.unfinished(north)).toMatchObject([{ callId: "c-1" }]);
    expect(await desk.close([2], north)).toBe("unknown");
    expect(await desk.close([1], north)).toHaveLength(1);
  });
});

describe("an export", () => {
  it("has its own entry, and verifies", async () => {
    const { desk, addCall, verifiers } = setUp();
    await addCall({ callId: "c-1", hasEnded: true });

    const lines = await linesOf(desk);

    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const verdict = await verifyExport(byteLines(bytes), { verifiers, outside: [] });
    expect(verdict).toMatchObject({ kind: "sound", rows: 3, signed: 3 });
    expect(lines.join("")).toContain('"kind":"audit.exported"');
  });

  it("of the first rows verifies, without later checkpoints", async () => {
    const { desk, addCall, sign, verifiers } = setUp();
    for (const callId of ["c-1", "c-2", "c-3"]) {
      await addCall({ callId, hasEnded: true });
      await sign();
    }

    const lines = await linesOf(desk, { to: 5 });

    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const verdict = await verifyExport(byteLines(bytes), { verifiers, outside: [] });
    expect(verdict).toMatchObject({ kind: "sound", rows: 5, signed: 4 });
  });

  it("of later rows says that it is a part, and is not taken for a log", async () => {
    const { desk, addCall, verifiers } = setUp();
    await addCall({ callId: "c-1", hasEnded: true });

    const lines = await linesOf(desk, { from: 2, to: 3 });

    expect(lines[0]).toBe(
      '{"format":"toolcourt-audit-v1-part","origin":"toolcourt/test","from":2,"to":3}',
    );
    expect(lines.map((line) => line.slice(0, 13)).slice(1)).toEqual([
      '{"sequence":2',
      '{"sequence":3',
    ]);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const verdict = await verifyExport(byteLines(bytes), { verifiers, outside: [] });
    expect(verdict.kind === "broken" && verdict.problem).toContain("from row 2");
  });

  it("begins at no row that there is not", async () => {
    const { desk, bodies } = setUp();

    expect(await desk.export({ range: { from: 2 }, format: "rows" }, olga)).toBeUndefined();
    expect(await bodies()).toEqual([]);
  });
});

describe("a verification", () => {
  it("runs alone, and is recorded", async () => {
    const { desk, bodies } = setUp();
    const first = await desk.verify(olga);

    expect(await desk.verify(olga)).toBeUndefined();
    const events = await Array.fromAsync(first ?? []);

    expect(events.at(-1)).toEqual({ kind: "sound", rows: 1, signed: 1, witnessed: 0 });
    expect(await bodies()).toMatchObject([{ about: { action: "verify" } }]);
    expect(await desk.verify(olga)).toBeDefined();
  });

  it.each([0, 1])("makes room when its reader leaves after %i events", async (taken) => {
    const { desk } = setUp();
    const events = (await desk.verify(olga))?.[Symbol.asyncIterator]();
    for (let count = 0; count < taken; count += 1) await events?.next();
    await events?.return?.();

    expect(await desk.verify(olga)).toBeDefined();
  });

  it("makes room once, though a stream ends its reader twice", async () => {
    const { desk } = setUp();
    const first = (await desk.verify(olga))?.[Symbol.asyncIterator]();
    await first?.return?.();
    const second = await desk.verify(olga);
    await first?.return?.();

    expect(second).toBeDefined();
    expect(await desk.verify(olga)).toBeUndefined();
  });

  it("makes room when it cannot begin", async () => {
    let isFull = true;
    const { desk } = setUp({
      changed: ({ append }) => ({
        append: (...given) => (isFull ? Promise.reject(new Error("full")) : append(...given)),
      }),
    });
    await expect(desk.verify(olga)).rejects.toThrow("full");
    isFull = false;

    expect(await desk.verify(olga)).toBeDefined();
  });
});
