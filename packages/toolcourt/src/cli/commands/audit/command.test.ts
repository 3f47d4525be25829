import { setImmediate } from "node:timers/promises";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/operator-stores";
import { intentOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { KeyFileError } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { Subjects } from "@toolcourt/gateway/internal/governance/audit/subjects";
import type { AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { auditEntry, auditSigner } from "@toolcourt/testing/audit";
import { incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, vi } from "vitest";
import { createAuditCommand } from "./command.ts";

const signer = auditSigner();

function setUp(differences: Partial<OpenedAudit> = {}) {
  const { audit: store } = openMemoryStores({ link });
  const command = createAuditCommand(async () => ({
    store,
    signer: async () => signer,
    operator: "operator:olga",
    maxCallMs: 60_000,
    [Symbol.asyncDispose]: async () => undefined,
    ...differences,
  }));
  const type = (args: readonly string[], options: RunOptions = {}) =>
    run(["audit", ...args], { ...options, command });
  return { store, type };
}

async function fill(store: AuditStore, rows: number): Promise<void> {
  const entries = Array.from({ length: rows }, () => auditEntry());
  await store.append(entries, "committed");
}

describe("toolcourt audit export", () => {
  it("prints the whole log, signed to its end, including the export's own entry", async () => {
    const { store, type } = setUp();
    await fill(store, 2);

    const { code, output } = await type(["export"]);

    expect(code).toBe(0);
    expect(output.split("\n").map((line) => line.slice(0, 14))).toEqual([
      '{"format":"too',
      '{"sequence":1,',
      '{"sequence":2,',
      '{"sequence":3,',
      '{"checkpoint":',
    ]);
    expect(output).toContain('"operator":"operator:olga"');
  });

  it("reads no more of the log than its reader takes", async () => {
    const { store, type } = setUp();
    await fill(store, 2_500);
    const read = vi.spyOn(store, "read");
    const [stuck, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let lines = 0;
    const drained = async (): Promise<void> => {
      lines += 1;
      if (lines !== 3) return;
      stuck.resolve();
      await taken.promise;
    };
    const exporting = type(["export"], { drained });
    await stuck.promise;
    const before = read.mock.calls.length;
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();

    expect({ lines, reads: read.mock.calls.length }).toEqual({ lines: 3, reads: before });
    taken.resolve();
    expect((await exporting).output.split("\n")).toHaveLength(2_503);
    expect(read.mock.calls.length).toBeGreaterThan(before);
  });

  it("prints OCSF events whose hashes form the chain", async () => {
    const { store, type } = setUp();
    await fill(store, 2);

    const { code, output } = await type(["export", "--format", "ocsf"]);
    const refused = await type(["export", "--format", "cef"]);

    expect(code).toBe(0);
    let previous: string | undefined;
    const lines = output.split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own form
      const event = JSON.parse(line) as { raw_data: string; metadata: { uid: string } };
      previous = link(previous, event.raw_data).hash;
      expect(event.metadata.uid).toBe(previous);
    }
    expect(refused).toMatchObject({ code: 2, output: "" });
    expect(refused.errors).toContain("ocsf");
  });

  it("writes a new file, and never overwrites one", async () => {
    await using folder = await openFolder({ "old.jsonl": "mine" });
    const { store, type } = setUp();
    await fill(store, 2_500);

    const written = await type(["export", "--out", "new.jsonl"], { folder: folder.path });
    const refused = await type(["export", "--out", "old.jsonl"], { folder: folder.path });

    expect(written).toMatchObject({ code: 0, output: "", errors: "2503 lines written." });
    expect((await folder.read("new.jsonl")).split("\n")).toHaveLength(2_504);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain("it already exists");
    expect(await folder.read("old.jsonl")).toBe("mine");
  });

  it("reports a broken chain, which cannot be signed", async () => {
    const { audit } = openMemoryStores({ link });
    const forged: AuditStore = {
      ...audit,
      read: async (from, most) =>
        (await audit.read(from, most)).map((row) => ({ ...row, body: "{}" })),
    };
    const { type } = setUp({ store: forged });

    expect((await type(["export"])).errors).toContain("not signed to its end");
  });

  it("does not sign a store older than the gateway's last signature", async () => {
    const edge = { size: 9, hash: "00".repeat(32), peaks: [Buffer.alloc(32), Buffer.alloc(32)] };
    const { store, type } = setUp({ edgeOf: async () => edge });
    await fill(store, 3);

    const { output, errors } = await type(["export"]);

    expect(errors).toMatch(/^The export [^\n]*the store lacks rows of this log[^\n]*$/);
    expect(output).not.toContain('checkpoint":"');
    expect(await store.checkpoints()).toEqual([]);
  });
});

async function exported(rows: number) {
  const { store, type } = setUp();
  await fill(store, rows - 1);
  const { output } = await type(["export"]);
  const folder = await openFolder({
    "export.jsonl": `${output}\n`,
    "key.txt": `${signer.publicKey}\n`,
    "outside.txt": (await store.checkpoints()).map(({ note }) => `${note}\n`).join(""),
  });
  return { folder, type, store };
}

describe("toolcourt audit export of a part", () => {
  it("prints rows that no verification takes for a log", async () => {
    await using folder = await openFolder({});
    const { store, type } = setUp();
    await fill(store, 5);

    const { output } = await type(["export", "--from", "2", "--to", "3", "--out", "part.jsonl"], {
      folder: folder.path,
    });
    const verified = await type(["verify", "part.jsonl", "--key", signer.publicKey], {
      folder: folder.path,
    });

    expect(output).toBe("");
    expect((await folder.read("part.jsonl")).split("\n")).toHaveLength(4);
    expect(verified).toMatchObject({ code: 1 });
    expect(verified.output).toContain("This is a part of a log, from row 2.");
  });

  it.each([
    [["--from", "3", "--to", "2"], "comes before its first one"],
    [["--from", "99"], "There is no row 99: the log has 5."],
    [["--to", "last"], "a whole number from 1, not last"],
  ])("refuses %j", async (range, says) => {
    const { store, type } = setUp();
    await fill(store, 5);

    const { code, errors } = await type(["export", ...range]);

    expect(code).toBe(2);
    expect(errors).toContain(says);
    expect((await store.last())?.sequence).toBe(5);
  });
});

describe("toolcourt audit status", () => {
  it("says how far the log goes and is signed, without an entry", async () => {
    const { store, type } = setUp();
    await fill(store, 2);
    await type(["export"]);
    await fill(store, 1);

    const { code, output } = await type(["status"]);
    const json: unknown = JSON.parse((await type(["status", "--json"])).output);

    expect(code).toBe(0);
    expect(output).toMatch(/^Last row: {3}row 4, hash [\da-f]{64}\n/);
    expect(output).toContain("Signed to:  row 3 of ");
    expect(output).toContain("Signed by:  toolcourt/test, key ");
    expect(output).toContain("Checkpoint:\ntoolcourt/test\n3\n");
    expect(json).toMatchObject({
      last: { row: 4 },
      signed: { row: 3 },
      key: { publicKey: signer.publicKey },
    });
    expect((await store.last())?.sequence).toBe(4);
  });

  it("is empty before the first row", async () => {
    const { type } = setUp();

    expect((await type(["status"])).output).toContain("Last row:   none\nSigned to:  nothing yet");
  });
});

describe("toolcourt audit show", () => {
  it("prints one row, and records the look", async () => {
    const { store, type } = setUp();
    await fill(store, 2);

    const { code, output } = await type(["show", "2"]);
    const json: unknown = JSON.parse((await type(["show", "2", "--json"])).output);

    expect(code).toBe(0);
    expect(output).toMatch(/^Row 2, hash [\da-f]{64}\n\{/);
    expect(json).toMatchObject({ row: 2, body: { kind: "test.made" } });
    expect((await store.read(3, 1))[0]?.body).toContain(
      '"action":"row","operator":"operator:olga","row":2',
    );
  });

  it("refuses a row that there is not", async () => {
    const { store, type } = setUp();
    await fill(store, 2);

    expect(await type(["show", "3"])).toMatchObject({ code: 2 });
    expect((await type(["show", "first"])).errors).toContain("a whole number from 1");
    expect((await store.last())?.sequence).toBe(2);
  });
});

describe("toolcourt audit verify", () => {
  it("needs the export and the public key, and states what it does not prove", async () => {
    const { folder, type } = await exported(3);
    await using _ = folder;

    const { code, output } = await type(["verify", "export.jsonl", "--key", signer.publicKey], {
      folder: folder.path,
    });

    expect(code).toBe(0);
    expect(output).toContain("3 rows, all in place.\nRows 1 to 3 are signed in the export.");
    expect(output).toContain("does not prove");
  });

  it("reads the key and the checkpoints from files", async () => {
    const { folder, type } = await exported(3);
    await using _ = folder;
    const files = ["--key", "key.txt", "--checkpoint", "outside.txt"];

    const { code, output } = await type(["verify", "export.jsonl", ...files, "--json"], {
      folder: folder.path,
    });

    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ kind: "sound", rows: 3, signed: 3, witnessed: 3 });
  });

  it.each(["", `${signer.publicKey}\n`, '{"format":"toolcourt-audit-v1"}\n'])(
    "does not blame the export for a file without a checkpoint: %j",
    async (content) => {
      const { folder, type } = await exported(3);
      await using _ = folder;
      await folder.write("other.txt", content);
      const files = ["--key", "key.txt", "--checkpoint", "other.txt"];

      const { code, output, errors } = await type(["verify", "export.jsonl", ...files], {
        folder: folder.path,
      });

      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toMatch(/^other\.txt holds no checkpoint\. Expected .*audit\.checkpoints/);
    },
  );

  it("names the checkpoint that the key did not sign, and its file", async () => {
    const { folder, type } = await exported(3);
    await using _ = folder;
    const note = await folder.read("outside.txt");
    await folder.write("outside.txt", note + note.replace("\n3\n", "\n4\n"));
    const files = ["--key", "key.txt", "--checkpoint", "outside.txt"];

    const { code, output } = await type(["verify", "export.jsonl", ...files], {
      folder: folder.path,
    });

    expect(code).toBe(1);
    expect(output).toMatch(/^Checkpoint 2 of 2 in outside\.txt is not whole, .* --key\.$/);
  });

  it("names the file without a public key", async () => {
    const { folder, type } = await exported(3);
    await using _ = folder;

    const { code, errors } = await type(["verify", "export.jsonl", "--key", "export.jsonl"], {
      folder: folder.path,
    });

    expect(code).toBe(2);
    expect(errors).toMatch(
      /^export\.jsonl holds no public key\. Expected what toolcourt audit key/,
    );
  });

  it("exits 1 and names the first bad row", async () => {
    const { folder, type } = await exported(3);
    await using _ = folder;
    const text = await folder.read("export.jsonl");

    const { code, output } = await type(["verify", "-", "--key", signer.publicKey], {
      input: text.replace('"sequence":2', '"sequence":3'),
    });

    expect({ code, output }).toEqual({
      code: 1,
      output: "Row 2: A different row is at its position. (line 3)",
    });
  });

  it("reports unsigned rows", async () => {
    const { store, type } = setUp();
    await fill(store, 2);
    const row = (await store.read(1, 1))[0];
    const header = `{"format":"toolcourt-audit-v1","origin":"${signer.name}"}`;
    const input = `${header}\n{"sequence":1,"hash":"${row?.hash}","body":${row?.body}}\n`;

    const { output } = await type(["verify", "-", "--key", signer.publicKey], { input });

    expect(output).toContain("Rows 1 to 1 are not signed");
  });

  it("does not read an endless line into memory", async () => {
    const { type } = setUp();

    const { code } = await type(["verify", "-", "--key", signer.publicKey], {
      input: "x".repeat(2_000_000),
    });

    expect(code).toBe(1);
  });

  it.each([
    { args: [], says: "Missing required argument" },
    { args: ["burn"], says: "There is no action burn; there are status, " },
    { args: ["verify"], says: "Name the export" },
    { args: ["verify", "export.jsonl"], says: "Give the public key" },
    { args: ["verify", "no.jsonl", "--key", "outside.txt"], says: "no public key" },
    { args: ["verify", "no.jsonl", "--key", "key.txt"], says: "no.jsonl" },
  ])("exits 2 when it cannot run: $args", async ({ args, says }) => {
    const { folder, type } = await exported(1);
    await using _ = folder;

    const { code, errors } = await type(args, { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain(says);
  });
});

describe("toolcourt audit prove", () => {
  it("prints a proof that verify accepts, revealing one row", async () => {
    await using folder = await openFolder();
    const { store, type } = setUp();
    await fill(store, 9);

    const proof = await type(["prove", "4"]);
    await folder.write("row.tlog-proof", `${proof.output}\n`);
    const verified = await type(["verify", "row.tlog-proof", "--key", signer.publicKey], {
      folder: folder.path,
    });
    const changed = await type(["verify", "-", "--key", signer.publicKey, "--json"], {
      input: `${proof.output.replace("index 3", "index 8")}\n`,
    });

    expect(proof.code).toBe(0);
    expect(verified).toMatchObject({
      code: 0,
      output: 'Row 4 of toolcourt/test: {"kind":"test.made"}',
    });
    expect(changed.code).toBe(1);
    expect(JSON.parse(changed.output)).toMatchObject({ kind: "broken" });
  });

  it("accepts the receipt of a row, and none with another hash", async () => {
    const { store, type } = setUp();
    await fill(store, 9);
    const hash = (await store.read(4, 1))[0]?.hash;

    const fits = await type(["prove", JSON.stringify({ row: 4, hash })]);
    const other = await type(["prove", JSON.stringify({ row: 5, hash })]);

    expect(fits.output).toContain("index 3\n");
    expect(other).toMatchObject({ code: 1, output: "" });
    expect(other.errors).toContain(
      `Row 5 has another hash than the receipt.\n  receipt: ${hash}\n`,
    );
    expect(other.errors).toContain("Next: toolcourt audit export");
  });

  it("rejects a receipt whose row has the hash but another text", async () => {
    const { audit } = openMemoryStores({ link });
    await fill(audit, 3);
    const hash = (await audit.read(2, 1))[0]?.hash;
    const read: AuditStore["read"] = async (from, most) =>
      (await audit.read(from, most)).map((row) =>
        row.sequence === 2 ? { ...row, body: '{"kind":"forged"}' } : row,
      );
    // Signed before the change, so that a checkpoint covers the row.
    await setUp({ store: audit }).type(["export"]);
    const { type } = setUp({ store: { ...audit, read } });

    const { code, output, errors } = await type(["prove", JSON.stringify({ row: 2, hash })]);

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain("The log was changed.");
  });

  it.each(["{}", '{"row":1}', '{"row":1,"hash":"00"}', '{"row":"1","hash":"00"}', "{", "[1]"])(
    "names the form of a receipt: %s",
    async (given) => {
      const { store, type } = setUp();
      await fill(store, 1);

      const { code, errors } = await type(["prove", given]);

      expect(code).toBe(2);
      expect(errors).toContain('{"row": 204, "hash": "<64 hexadecimal digits>"}');
    },
  );

  it.each(["", "0", "-1", "x", "99"])("exits 2 for an invalid row: %j", async (row) => {
    const { store, type } = setUp();
    await fill(store, 1);

    expect((await type(["prove", row])).code).toBe(2);
  });
});

describe("toolcourt audit unfinished", () => {
  it("exits 1 and lists calls without an outcome", async () => {
    const { store, type } = setUp();
    expect(await type(["unfinished"])).toMatchObject({
      code: 0,
      output: "Every started call has ended.",
    });
    const facts = { subject: { id: "s1" }, moment: { at: 0, monotonic: 0 } };
    await store.append([intentOf(incomingCall(), facts)], "committed");

    expect(await type(["unfinished"])).toMatchObject({
      code: 1,
      output: "call-1  get-forecast  by s1  begun 1970-01-01T00:00:00.000Z  (row 2)",
    });
    expect(JSON.parse((await type(["unfinished", "--json"])).output)).toMatchObject([
      { callId: "call-1", tool: "get-forecast" },
    ]);
  });

  it("ignores calls that may still be running", async () => {
    const { store, type } = setUp({ maxCallMs: Number.POSITIVE_INFINITY });
    const facts = { subject: { id: "s1" }, moment: { at: 0, monotonic: 0 } };
    await store.append([intentOf(incomingCall(), facts)], "committed");

    const { code, output } = await type(["unfinished", "--close"]);

    expect(code).toBe(0);
    expect(output).toMatch(/^call-1 .*may still run$/);
    expect(await store.unfinished(Number.POSITIVE_INFINITY)).toHaveLength(1);
  });

  it("closes them with an entry on request, and no longer lists them", async () => {
    const { store, type } = setUp();
    const facts = { subject: { id: "s1" }, moment: { at: 0, monotonic: 0 } };
    await store.append([intentOf(incomingCall(), facts)], "committed");

    const { code, output } = await type(["unfinished", "--close"]);

    expect(code).toBe(0);
    expect(output).toContain("call-1");
    const { body = "" } = (await store.last()) ?? {};
    expect(JSON.parse(body)).toMatchObject({
      kind: "call.lost",
      callId: "call-1",
      about: { operator: "operator:olga", row: 1 },
    });
    expect((await type(["unfinished"])).code).toBe(0);
  });
});

const unwritable = (): Promise<never> => Promise.reject(new StoreError("read-only"));

describe("reading the log", () => {
  it.each([
    { args: ["prove", "1"], about: '{"action":"prove","operator":"operator:olga","row":1}' },
    { args: ["unfinished"], about: '{"action":"unfinished","operator":"operator:olga"}' },
  ])("is recorded in it: $args", async ({ args, about }) => {
    const { store, type } = setUp();
    await fill(store, 1);

    expect((await type(args)).code).toBe(0);

    const body = (await store.last())?.body;
    expect(body).toContain('"kind":"audit.read"');
    expect(body).toContain(`"about":${about}`);
  });

  it.each([["prove", "1"], ["unfinished"], ["export"]])(
    "shows nothing if that cannot be recorded: %s",
    async (...args) => {
      const { audit } = openMemoryStores({ link });
      await fill(audit, 1);
      const { type } = setUp({ store: { ...audit, append: unwritable } });

      expect(await type(args)).toMatchObject({ code: 2, output: "" });
    },
  );
});

describe("toolcourt audit key", () => {
  it("prints the public key", async () => {
    const { type } = setUp();

    expect(await type(["key"])).toMatchObject({ code: 0, output: signer.publicKey });
    expect(JSON.parse((await type(["key", "--json"])).output)).toEqual({
      publicKey: signer.publicKey,
    });
  });

  it.each([new KeyFileError("No key."), new StoreError("locked")])(
    "exits 2 with one line on failure: %s",
    async (problem) => {
      const { type } = setUp({ signer: () => Promise.reject(problem) });

      expect(await type(["key"])).toMatchObject({ code: 2, errors: problem.message });
    },
  );
});

describe("toolcourt audit erase", () => {
  it("deletes the links to a person, and records the operator", async () => {
    const { personal } = openMemoryStores({ link });
    const subjects = new Subjects({ personal, clock: createFakeClock(), newId: () => "s1" });
    const { store, type } = setUp({ subjects });
    await subjects.of({ id: "ada", tenant: "acme" });

    const erased = await type(["erase", "ada", "--tenant", "acme", "--json"]);

    expect(erased.code).toBe(0);
    expect(JSON.parse(erased.output)).toEqual({ subject: "s1", fields: 1 });
    expect((await store.last())?.body).toContain(
      '"about":{"operator":"operator:olga","subject":"s1"}',
    );
    expect(await subjects.find({ id: "ada", tenant: "acme" })).toBeUndefined();
  });

  it("reports if no person is found", async () => {
    const { type } = setUp();

    expect(await type(["erase", "ada"])).toMatchObject({ code: 1, output: "" });
    expect(await type(["erase"])).toMatchObject({ code: 2 });
  });
});
