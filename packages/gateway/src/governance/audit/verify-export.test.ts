import { auditSigner, byteLines, filledLog } from "@toolcourt/testing/audit";
import { describe, expect, it } from "vitest";
import { link } from "./chain.ts";
import { rowLine } from "./export-log.ts";
import { parseVerifier, type Verifier } from "./note.ts";
import { type Broken, type Sound, verifyExport } from "./verify-export.ts";

function verifiersOf(...keys: readonly string[]): readonly Verifier[] {
  return keys.map(parseVerifier).filter((each) => each !== undefined);
}

const { signer, lines, stores } = await filledLog(50, 20);
const whole = await lines();
const verifiers = verifiersOf(signer.publicKey);
const notes = (await stores.audit.checkpoints()).map(({ note }) => note);

function verdictOn(
  changed: readonly string[],
  outside: readonly string[] = [],
): Promise<Sound | Broken> {
  const bytes = Buffer.from(changed.map((line) => `${line}\n`).join(""));
  return verifyExport(byteLines(bytes), { verifiers, outside });
}

/** Rebuilds the chain over the rows, as an attacker with write access to the store would. */
function forged(bodies: readonly string[]): readonly string[] {
  let hash: string | undefined;
  return bodies.map((body, index) => {
    const linked = link(hash, body);
    hash = linked.hash;
    return rowLine({ sequence: index + 1, body, hash });
  });
}

describe("verifyExport", () => {
  it("accepts an unchanged export, and reports how far it is signed", async () => {
    expect(await verdictOn(whole)).toEqual({ kind: "sound", rows: 50, signed: 40, witnessed: 0 });
  });

  it("agrees with outside checkpoints", async () => {
    expect(await verdictOn(whole, notes)).toMatchObject({ kind: "sound", witnessed: 40 });
  });

  it.each([
    {
      what: "a changed row",
      row: 3,
      change: (all: string[]) => all.with(3, all[3]?.replace('"row":3', '"row":4') ?? ""),
    },
    { what: "a removed row", row: 3, change: (all: string[]) => all.toSpliced(3, 1) },
    {
      what: "a row that stands twice",
      row: 4,
      change: (all: string[]) => all.toSpliced(3, 0, all[3] ?? ""),
    },
    {
      what: "two rows that changed places",
      row: 3,
      change: (all: string[]) => all.with(3, all[4] ?? "").with(4, all[3] ?? ""),
    },
    { what: "an end that was cut off", row: 42, change: (all: string[]) => all.slice(0, -9) },
    {
      what: "a checkpoint that was removed",
      row: undefined,
      change: (all: string[]) => all.toSpliced(21, 1),
    },
    { what: "two headers", row: undefined, change: (all: string[]) => [all[0] ?? "", ...all] },
    { what: "no header", row: undefined, change: (all: string[]) => all.slice(1) },
    { what: "nothing at all", row: undefined, change: () => [] },
  ])("detects $what", async ({ row, change }) => {
    const verdict = await verdictOn(change([...whole]));

    expect(verdict).toMatchObject({ kind: "broken", ...(row === undefined ? {} : { row }) });
    expect("row" in verdict ? verdict.row : undefined).toBe(row);
  });

  it("detects a rebuilt chain by the checkpoints in it", async () => {
    const bodies = (await stores.audit.read(1, 50)).map(({ body }) => body);
    const rows = forged(bodies.with(4, '{"kind":"nothing.happened"}'));
    const changed = [whole[0] ?? "", ...rows.slice(0, 20), ...whole.slice(21)];

    expect(await verdictOn(changed)).toMatchObject({ kind: "broken", row: 20 });
  });

  it("detects a truncated and re-exported log only by an outside checkpoint", async () => {
    const shorter = await filledLog(25, 20);
    const exported = await shorter.lines();

    expect(await verdictOn(exported)).toMatchObject({ kind: "sound", rows: 25 });
    expect(await verdictOn(exported, notes)).toMatchObject({ kind: "broken", row: 26 });
  });

  it("detects another log with the same key by an outside checkpoint", async () => {
    const other = ['{"other":true}', ...Array.from({ length: 49 }, () => "{}")];
    const header = whole[0]?.replace('"checkpoints":2', '"checkpoints":0') ?? "";

    expect(await verdictOn([header, ...forged(other)])).toMatchObject({ kind: "sound" });
    expect(await verdictOn([header, ...forged(other)], notes)).toMatchObject({
      kind: "broken",
      row: 20,
    });
  });

  it("ignores checkpoints that the key did not sign", async () => {
    const stranger = verifiersOf(auditSigner("toolcourt/test", 8).publicKey);
    const bytes = Buffer.from(whole.map((line) => `${line}\n`).join(""));

    expect(
      await verifyExport(byteLines(bytes), { verifiers: stranger, outside: [] }),
    ).toMatchObject({ kind: "broken", row: 20 });
    expect(await verdictOn(whole, ["note"])).toMatchObject({ kind: "broken", line: 0 });
  });

  it("accepts signatures of several keys", async () => {
    const both = verifiersOf(auditSigner("toolcourt/test", 8).publicKey, signer.publicKey);
    const bytes = Buffer.from(whole.map((line) => `${line}\n`).join(""));

    expect(await verifyExport(byteLines(bytes), { verifiers: both, outside: [] })).toMatchObject({
      kind: "sound",
      signed: 40,
    });
  });
});

async function isSound(damaged: Uint8Array): Promise<boolean> {
  const verdict = await verifyExport(byteLines(damaged), { verifiers, outside: [] });
  return verdict.kind === "sound";
}

describe("damage to an export", () => {
  const bytes = Buffer.from(whole.map((line) => `${line}\n`).join(""));

  // One kind of damage per place, in turn. `tools/verify-audit/mutate.py --all` tries all kinds
  // everywhere.
  const ways: readonly ((at: number) => Uint8Array)[] = [
    ...[1, 2, 4, 8, 16, 32, 64, 128].map((bit) => (at: number) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = (bytes[at] ?? 0) ^ bit;
      return damaged;
    }),
    (at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    (at) => Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]),
    (at) => bytes.subarray(0, at),
  ];

  it("is detected at every place", { timeout: 60_000 }, async () => {
    const missed: number[] = [];
    for (const at of bytes.keys()) {
      const damaged = ways[at % ways.length]?.(at) ?? bytes;
      if (await isSound(damaged)) missed.push(at);
    }

    expect(await isSound(bytes)).toBe(true);
    expect(missed).toEqual([]);
  });

  it("is detected when any two lines are swapped", { timeout: 60_000 }, async () => {
    const missed: string[] = [];
    for (const [one, line] of whole.entries()) {
      for (const [two, other] of whole.entries()) {
        const verdict =
          two > one ? await verdictOn(whole.with(one, other).with(two, line)) : undefined;
        if (verdict?.kind === "sound") missed.push(`${one} ${two}`);
      }
    }

    expect(missed).toEqual([]);
  });
});
