import { chmod } from "node:fs/promises";
import { auditEntry } from "@toolcourt/testing/audit";
import { approvedCall, registeredTool, writingTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { link } from "../governance/audit/chain.ts";
import type { ApprovedCall } from "../pipeline/call.ts";
import type { Durability } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { StoreError } from "../stores/store-error.ts";
import { openAudit } from "./open-audit.ts";

const answered = {
  kind: "answered",
  output: { content: [], isError: false },
  fromCache: false,
  contract: "sha256:00",
} as const;

/**
 * A store whose audit log fails while `state.fails` is set, and which records the requested
 * durability.
 */
function faultyStores() {
  const inner = openMemoryStores({ link });
  const state = { fails: false };
  const asked: Durability[] = [];
  const stores: DurableStores = {
    ...inner,
    audit: {
      ...inner.audit,
      append: async (entries, durability) => {
        asked.push(durability);
        if (state.fails) throw new StoreError("full");
        return inner.audit.append(entries, durability);
      },
      unfinished: async (before) => {
        if (state.fails) throw new StoreError("locked");
        return inner.audit.unfinished(before);
      },
    },
  };
  return { stores, state, asked };
}

interface Given {
  readonly stores?: DurableStores;
  readonly settings?: Partial<Parameters<typeof openAudit>[1]>;
  readonly name?: string;
}

/** Opens the audit log of a store, with files in a folder, and collects its log lines. */
async function open(folder: Folder, given: Given = {}) {
  const { stores = openMemoryStores({ link }), settings, name = "id-1" } = given;
  const lines: string[] = [];
  const audit = await openAudit(
    stores,
    { key: "keys/audit.key", mustReach: "any", ...settings },
    {
      clock: createFakeClock(),
      write: ({ level, sentence }) => void lines.push(`${level}: ${sentence}`),
      newId: () => name,
      folder: folder.path,
      randomBytes: (size) => new Uint8Array(size),
      maxCallMs: 60_000,
    },
  );
  const call = async (made: ApprovedCall = approvedCall()): Promise<void> => {
    const record = audit.record(made);
    await record.durable(made);
    await record.closed(made, answered);
  };
  return { lines, stores, call, [Symbol.asyncDispose]: () => audit[Symbol.asyncDispose]() };
}

describe("openAudit", () => {
  it("logs its public key once, when it is created", async () => {
    await using folder = await openFolder();
    const said: (readonly string[])[] = [];

    for (const _ of [1, 2]) {
      await using audit = await open(folder);
      said.push(audit.lines);
    }

    expect(said).toEqual([[expect.stringMatching(/^info: .* toolcourt-id-1\+\S+$/)], []]);
  });

  it("records the request and the outcome of each call", async () => {
    await using folder = await openFolder();
    await using audit = await open(folder);

    await audit.call();

    const rows = await audit.stores.audit.read(1, 10);
    expect(rows.map(({ body }) => /"kind":"([\w.]+)"/.exec(body)?.[1])).toEqual([
      "call.opened",
      "call.closed",
    ]);
  });

  it("waits for the disk before a tool changes anything, and only then", async () => {
    await using folder = await openFolder();
    const { stores, asked } = faultyStores();
    await using audit = await open(folder, { stores });

    await audit.call(approvedCall({ registered: registeredTool() }));
    const forReads = asked.splice(0);
    await audit.call(approvedCall({ callId: "call-2", registered: writingTool() }));

    expect(forReads).not.toContain("on-disk");
    expect(asked[0]).toBe("on-disk");
  });

  it("refuses calls while it cannot write, recovers by itself, and logs both once", async () => {
    await using folder = await openFolder();
    const { stores, state } = faultyStores();
    await using audit = await open(folder, { stores });

    state.fails = true;
    for (const callId of ["a", "b"]) {
      await expect(audit.call(approvedCall({ callId }))).rejects.toMatchObject({
        code: "audit-failed",
      });
    }
    state.fails = false;
    await audit.call(approvedCall({ callId: "c" }));

    expect(audit.lines.slice(1)).toEqual([
      "error: The audit log could not be written (store): The store is full.",
      "warning: The audit log can be written again (store)",
    ]);
  });

  it("logs calls that never ended", async () => {
    await using folder = await openFolder();
    const stores = openMemoryStores({ link });
    const body = '{"callId":"lost"}';
    await stores.audit.append(
      [auditEntry({ body, part: "intent", callId: "lost", at: -60_001 })],
      "committed",
    );

    await using audit = await open(folder, { stores });

    expect(audit.lines.at(-1)).toBe(
      "warning: 1 call was begun and never closed. See: toolcourt audit unfinished",
    );
  });

  it("signs on close, in both places, and continues from there", async () => {
    await using folder = await openFolder();
    const stores = openMemoryStores({ link });
    const settings = { checkpoints: "points.txt" };

    for (const callId of ["a", "b"]) {
      await using audit = await open(folder, { stores, settings });
      await audit.call(approvedCall({ callId }));
    }

    const kept = await stores.audit.checkpoints();
    expect(kept.map(({ size }) => size)).toEqual([2, 4]);
    expect(await folder.read("points.txt")).toBe(kept.map(({ note }) => `${note}\n`).join(""));
    expect(await folder.files()).toContain("keys/audit.key.edge");
  });

  it("logs that it did not sign a tampered store", async () => {
    await using folder = await openFolder();
    const inner = openMemoryStores({ link });
    const changed = async (from: number, max: number) =>
      (await inner.audit.read(from, max)).map((row) => ({ ...row, hash: "00" }));
    const stores = { ...inner, audit: { ...inner.audit, read: changed } };
    const audit = await open(folder, { stores });
    await audit.call();

    await audit[Symbol.asyncDispose]();

    expect(audit.lines.at(-1)).toMatch(/^error: The audit log was not signed: the store lacks/);
  });

  it.each([
    [
      "an older store",
      { key: "keys/audit.key" },
      /not signed: the store lacks rows of this log\. Expected: row 2 with hash [0-9a-f]{64}\. Found: no rows\. .*toolcourt audit accept --reason/,
    ],
    ["another key", { key: "keys/other.key" }, /not signed: another key signs this log/],
  ])("logs at once that it will not sign with %s", async (what, settings, said) => {
    await using folder = await openFolder();
    const stores = openMemoryStores({ link });
    {
      await using audit = await open(folder, { stores });
      await audit.call();
    }

    const other = what === "another key" ? { stores } : {};
    await using audit = await open(folder, { ...other, settings, name: "id-2" });

    expect(audit.lines.at(-1)).toMatch(said);
  });

  it("writes a copy, and needs both places if all are required", async () => {
    await using folder = await openFolder({ "no-log.txt": "Dear diary\n" });
    {
      await using audit = await open(folder, {
        settings: { mirrorFile: "copy.jsonl", mustReach: "all" },
      });
      await audit.call();
    }
    await using any = await open(folder, { settings: { mirrorFile: "no-log.txt" } });
    await using all = await open(folder, {
      settings: { mirrorFile: "no-log.txt", mustReach: "all" },
    });

    expect((await folder.read("copy.jsonl")).split("\n")).toHaveLength(4);
    await expect(any.call()).resolves.toBeUndefined();
    await expect(all.call()).rejects.toMatchObject({ code: "audit-failed" });
    expect(any.lines.at(-1)).toMatch(/^error: .* \(copy\): /);
  });

  it.each([
    ["a key that others can read", { key: "open.key" }, /Set its mode to 0600/],
    ["a key that is none", { key: "bad.key" }, /The key of the audit log is invalid/],
    ["a key that cannot be made", { key: "bad.key/a.key" }, /cannot be read or made/],
    [
      "a copy that cannot be opened",
      { mirrorFile: "nowhere/copy.jsonl" },
      /copy of the audit log cannot be opened\. It is not there, or its folder is not\. It is nowhere\/copy\.jsonl \(audit\.mirror_file\)\.$/,
    ],
  ])("is refused with %s, in our own words", async (_, settings, because) => {
    await using folder = await openFolder({ "open.key": "x", "bad.key": "hunter2" });
    await chmod(`${folder.path}/bad.key`, 0o600);
    await chmod(`${folder.path}/open.key`, 0o644);

    const refused = await open(folder, { settings }).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "store-unusable" });
    expect(String(refused)).toMatch(because);
    expect(String(refused)).not.toMatch(/hunter2|toolcourt-test/);
  });

  it("is refused with a store that fails immediately", async () => {
    await using folder = await openFolder();
    const { stores, state } = faultyStores();
    state.fails = true;

    await expect(open(folder, { stores })).rejects.toMatchObject({
      code: "store-unusable",
      details: { because: "Another process holds the lock of the store." },
    });
  });
});
