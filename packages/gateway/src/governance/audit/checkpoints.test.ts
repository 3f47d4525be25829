import { setImmediate as turn } from "node:timers/promises";
import { auditEntry, auditSigner, byteLines } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import type { AppendedRow, AuditStore } from "../../stores/audit-store.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { StoreError } from "../../stores/store-error.ts";
import { link } from "./chain.ts";
import { createCheckpointFile } from "./checkpoint.ts";
import { Checkpoints, type CheckpointsDeps } from "./checkpoints.ts";
import { exportLog } from "./export-log.ts";
import { parseVerifier } from "./note.ts";
import { verifyExport } from "./verify-export.ts";

function setUp(options: Partial<CheckpointsDeps> = {}) {
  const clock = createFakeClock();
  const store = options.store ?? openMemoryStores({ link }).audit;
  const troubles: string[] = [];
  const checkpoints = new Checkpoints({
    clock,
    signer: auditSigner(),
    onTrouble: ({ kind }) => troubles.push(kind),
    onRecovered: () => troubles.push("over"),
    ...options,
    store,
  });
  const add = (rows: number): Promise<readonly AppendedRow[]> =>
    store.append(
      Array.from({ length: rows }, () => auditEntry()),
      "committed",
    );
  return { clock, store, checkpoints, add, troubles };
}

type ReadKey = NonNullable<CheckpointsDeps["readKey"]>;
const readOurs: ReadKey = async () => auditSigner();

async function sizesOf(store: AuditStore): Promise<readonly number[]> {
  return (await store.checkpoints()).map(({ size }) => size);
}

/** Returns the verifier's result for the log in a store. */
async function verified(store: AuditStore, origin = auditSigner().name): Promise<unknown> {
  const lines = await Array.fromAsync(exportLog(store, origin));
  const verifier = parseVerifier(auditSigner().publicKey);
  const text = byteLines(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  return verifyExport(text, { verifiers: verifier === undefined ? [] : [verifier], outside: [] });
}

describe("checkpoints", () => {
  it("are signed every minute if there were new rows", async () => {
    const { clock, store, add } = setUp();
    await add(3);

    await clock.advance(60_000);
    await clock.advance(60_000);
    await add(2);
    await clock.advance(60_000);

    expect(await sizesOf(store)).toEqual([3, 5]);
  });

  it("are signed early when there are many rows", async () => {
    const { store, checkpoints, add } = setUp();
    checkpoints.appended(await add(999));
    await turn();
    expect(await sizesOf(store)).toEqual([]);

    checkpoints.appended(await add(1));
    await turn();

    expect(await sizesOf(store)).toEqual([1_000]);
  });

  it("are signed at most once a second", async () => {
    const { clock, store, checkpoints, add } = setUp();
    checkpoints.appended(await add(1_000));
    await turn();
    checkpoints.appended(await add(2_000));
    await turn();
    expect(await sizesOf(store)).toEqual([1_000]);

    await clock.advance(1_000);
    checkpoints.appended(await add(1));
    await turn();

    expect(await sizesOf(store)).toEqual([1_000, 3_001]);
  });

  it("are not signed if a row of this process does not follow the last one", async () => {
    const { store, checkpoints, add, troubles } = setUp();
    const [first, second] = await add(2);
    if (first === undefined || second === undefined) throw new TypeError("Two rows were added.");
    checkpoints.appended([first, { ...second, previous: "00" }]);

    await checkpoints.sign();

    expect(await sizesOf(store)).toEqual([]);
    expect(troubles).toEqual(["broken"]);
  });

  it("are signed on close", async () => {
    const { store, checkpoints, add } = setUp();
    await add(2_500);

    await checkpoints[Symbol.asyncDispose]();

    expect(await sizesOf(store)).toEqual([2_500]);
  });

  it("cover the rows of other processes too, and continue after a restart", async () => {
    const { store, checkpoints, add } = setUp();
    await add(3);
    await checkpoints.sign();
    const again = setUp({ store });
    await add(1);

    await again.checkpoints.sign();

    expect(await sizesOf(store)).toEqual([3, 4]);
  });

  it("do not reread the log after a restart, and still sign the same tree", async () => {
    await using folder = await openFolder();
    const edgeFile = { path: `${folder.path}/edge`, origin: "toolcourt/test" };
    const { store, checkpoints, add } = setUp({ edgeFile });
    await add(700);
    await checkpoints.sign();
    await add(5);
    const asked: number[] = [];
    const read: AuditStore["read"] = (from, max) => {
      asked.push(from);
      return store.read(from, max);
    };

    await setUp({ edgeFile, store: { ...store, read } }).checkpoints.sign();

    expect(asked).toEqual([700]);
    const fromAllRows = setUp({ store: openMemoryStores({ link }).audit });
    await fromAllRows.add(705);
    await fromAllRows.checkpoints.sign();
    expect((await store.checkpoints())[1]).toEqual((await fromAllRows.store.checkpoints())[0]);
  });

  it.each(["", "{}", '{"size":3,"hash":"00","peaks":[]}', "another log"])(
    "reread the whole log if the signed edge is unknown: %j",
    async (text) => {
      await using folder = await openFolder({ edge: text });
      const edgeFile = { path: `${folder.path}/edge`, origin: "toolcourt/test" };
      if (text === "another log") {
        const other = setUp({ edgeFile: { path: `${folder.path}/edge`, origin: "toolcourt/old" } });
        await other.add(4);
        await other.checkpoints.sign();
      }
      const { store, checkpoints, add } = setUp({ edgeFile });
      await add(3);

      await checkpoints.sign();

      expect(await sizesOf(store)).toEqual([3]);
    },
  );

  it.each([
    { name: "fewer rows", rows: 3 },
    { name: "as many others", rows: 6 },
    { name: "more others", rows: 900 },
  ])("are not signed if an older store replaced ours: $name", async ({ rows }) => {
    await using folder = await openFolder();
    const edgeFile = { path: `${folder.path}/edge`, origin: "toolcourt/test" };
    const right = setUp({ edgeFile });
    await right.add(6);
    await right.checkpoints.sign();
    const known = await folder.read("edge");
    const older = setUp({ edgeFile });
    const others = Array.from({ length: rows }, () => auditEntry({ body: '{"other":1}' }));
    await older.store.append(others, "committed");

    await older.checkpoints.sign();
    await older.checkpoints.sign();
    await older.clock.advance(60_000);

    expect(older.troubles).toEqual(["older", "older"]);
    expect(await sizesOf(older.store)).toEqual([]);
    expect(await folder.read("edge")).toBe(known);
  });

  it("are not signed while signed rows are missing, and resume once they are back", async () => {
    const { audit } = openMemoryStores({ link });
    let isOlder = false;
    const store: AuditStore = {
      ...audit,
      read: async (from, max) => (isOlder ? [] : audit.read(from, max)),
    };
    const { checkpoints, add, troubles } = setUp({ store });
    await add(3);
    await checkpoints.sign();
    await add(1);

    isOlder = true;
    await checkpoints.sign();
    isOlder = false;
    await checkpoints.sign();

    expect(troubles).toEqual(["older", "over"]);
    expect(await sizesOf(store)).toEqual([3, 4]);
  });

  it("are not signed under a second name, and two concurrent starts leave a verifiable log", async () => {
    const ours = setUp();
    const { store, add } = ours;
    const signer = auditSigner("toolcourt/other", 8);
    const theirs = setUp({ store, signer });
    await add(1);
    await ours.checkpoints.sign();
    await add(1);
    await store.keepCheckpoint({ size: 2, note: signer.sign("toolcourt/other\n2\nroot\n") });

    await theirs.checkpoints.sign();
    await add(1);
    await ours.checkpoints.sign();

    expect(theirs.troubles).toEqual(["foreign"]);
    expect(await verified(store, signer.name)).toMatchObject({ kind: "sound", signed: 3 });
  });

  it("are not signed over tampered rows", async () => {
    const { audit } = openMemoryStores({ link });
    const store: AuditStore = {
      ...audit,
      read: async (from, max) =>
        (await audit.read(from, max)).map((row) =>
          row.sequence === 2 ? { ...row, body: "{}" } : row,
        ),
    };
    const { checkpoints, add, troubles } = setUp({ store });
    await add(3);

    await checkpoints.sign();

    expect(await sizesOf(store)).toEqual([]);
    expect(troubles).toEqual(["broken"]);
  });

  it("are signed over the rows this process wrote, even if the store changed them", async () => {
    const { audit } = openMemoryStores({ link });
    const store: AuditStore = {
      ...audit,
      read: async (from, max) =>
        (await audit.read(from, max)).map((row) =>
          row.sequence === 2 ? { ...row, body: "{}" } : row,
        ),
    };
    const { checkpoints, add } = setUp({ store });
    checkpoints.appended(await add(3));

    await checkpoints.sign();

    expect(await verified(store)).toMatchObject({ kind: "broken" });
    expect(await verified(audit)).toMatchObject({ kind: "sound", signed: 3 });
  });

  it("read back only the last row this process wrote", async () => {
    const { audit } = openMemoryStores({ link });
    const read: number[] = [];
    const store: AuditStore = {
      ...audit,
      read: async (from, max) => {
        const rows = await audit.read(from, max);
        read.push(rows.length);
        return rows;
      },
    };
    const { checkpoints, add } = setUp({ store });
    checkpoints.appended(await add(600));

    await checkpoints.sign();

    expect(await sizesOf(store)).toEqual([600]);
    expect(read).toEqual([1, 1, 1]);
  });

  it("cover rows of this process and of others in turn", async () => {
    const { store, checkpoints, add } = setUp();
    for (const isOwn of [true, false, true, true, false]) {
      const rows = await add(3);
      if (isOwn) checkpoints.appended(rows);
    }

    await checkpoints.sign();

    expect(await sizesOf(store)).toEqual([15]);
    expect(await verified(store)).toMatchObject({ kind: "sound", signed: 15 });
  });

  it("wait for an unavailable store", async () => {
    let isAway = true;
    const { audit } = openMemoryStores({ link });
    const store: AuditStore = {
      ...audit,
      read: (from, max) => (isAway ? Promise.reject(new Error("away")) : audit.read(from, max)),
    };
    const { clock, add, troubles } = setUp({ store });
    await add(1);
    await clock.advance(60_000);

    isAway = false;
    await clock.advance(60_000);

    expect(troubles).toEqual(["store-failed", "over"]);
    expect(await sizesOf(store)).toEqual([1]);
  });

  it.each([
    ["key-unusable", async () => Promise.reject(new Error("gone"))],
    ["key-replaced", async () => auditSigner("toolcourt/test", 8)],
  ] as const)(
    "are not signed with trouble %s, and resume when the key is back",
    async (kind, wrong) => {
      let readKey: ReadKey = readOurs;
      const { store, checkpoints, add, troubles } = setUp({ readKey: () => readKey() });
      await add(1);
      await checkpoints.look();
      const before = checkpoints.unsigned;

      readKey = wrong;
      await checkpoints.look();
      await checkpoints.sign();
      const meanwhile = [checkpoints.unsigned?.kind, await sizesOf(store)];
      readKey = readOurs;
      await checkpoints.look();

      expect(before).toBeUndefined();
      expect(meanwhile).toEqual([kind, []]);
      expect(checkpoints.unsigned).toBeUndefined();
      expect(troubles).toEqual([kind, "over"]);
      expect(await sizesOf(store)).toEqual([1]);
    },
  );

  it("report at once that a key fails for another reason", async () => {
    let error: Error = Object.assign(new Error("gone"), { code: "ENOENT" });
    const { checkpoints, troubles } = setUp({ readKey: () => Promise.reject(error) });

    await checkpoints.look();
    await checkpoints.look();
    error = Object.assign(new Error("closed"), { code: "EACCES" });
    await checkpoints.look();
    await checkpoints.look();

    expect(troubles).toEqual(["key-unusable", "key-unusable"]);
  });

  it("are not signed by a key that fails", async () => {
    const signer = {
      ...auditSigner(),
      sign: () => {
        throw new Error("no");
      },
    };
    const { checkpoints, add } = setUp({ signer });
    await add(1);

    await checkpoints.sign();

    expect(checkpoints.unsigned?.kind).toBe("signing-failed");
  });

  it("name the last written row if an older store lacks it, signed or not", async () => {
    const { audit } = openMemoryStores({ link });
    let left = Infinity;
    const store: AuditStore = {
      ...audit,
      last: async () => (await audit.read(left, 1))[0],
      read: async (from, max) =>
        (await audit.read(from, max)).filter(({ sequence }) => sequence <= left),
    };
    const { checkpoints, add } = setUp({ store });
    checkpoints.appended(await add(2));
    await checkpoints.sign();
    const rows = await add(3);
    checkpoints.appended(rows);

    left = 4;
    await checkpoints.look();

    expect(checkpoints.unsigned).toMatchObject({
      kind: "older",
      expected: { sequence: 5, hash: rows.at(-1)?.hash },
      found: { sequence: 4, hash: rows.at(-2)?.hash },
    });
  });

  it.each([
    ["overdue", undefined],
    ["full", "store-failed"],
  ] as const)(
    "call a store that is %s at once %s, and after five seconds failed",
    async (fault, atOnce) => {
      const { audit } = openMemoryStores({ link });
      const store: AuditStore = {
        ...audit,
        checkpoints: () => Promise.reject(new StoreError(fault)),
      };
      const { clock, checkpoints } = setUp({ store });

      await checkpoints.look();
      const first = checkpoints.unsigned?.kind;
      await clock.advance(5_000);
      await checkpoints.look();

      expect([first, checkpoints.unsigned?.kind]).toEqual([atOnce, "store-failed"]);
    },
  );

  it("count as signed while the second place fails: the store has them", async () => {
    const { store, checkpoints, add, troubles } = setUp({
      send: () => Promise.reject(new Error("away")),
    });
    await add(1);

    await checkpoints.sign();

    expect([await sizesOf(store), checkpoints.unsigned]).toEqual([[1], undefined]);
    expect(troubles).toEqual(["not-sent"]);
  });

  it("are sent to the second place, and retried after a failure", async () => {
    const sent: number[] = [];
    let isDown = true;
    const { checkpoints, add, troubles } = setUp({
      send: async ({ size }) => {
        if (isDown) throw new Error("no route");
        sent.push(size);
      },
    });
    await add(1);
    await checkpoints.sign();
    await add(1);

    isDown = false;
    await checkpoints.sign();

    expect(troubles).toEqual(["not-sent", "over"]);
    expect(sent).toEqual([1, 2]);
  });
});

describe("the second place of checkpoints", () => {
  it("keeps checkpoints in a folder, one file each, and never overwrites one", async () => {
    await using folder = await openFolder();
    const send = createCheckpointFile(folder.path);

    await send({ size: 12, note: "first" });
    await send({ size: 12, note: "second" });

    expect(await folder.files()).toEqual(["checkpoint-000000000012.txt"]);
    expect(await folder.read("checkpoint-000000000012.txt")).toBe("first");
  });

  it.each(["", "first no"])("completes one truncated by a full disk: %j", async (left) => {
    await using folder = await openFolder({ "checkpoint-000000000012.txt": left });

    await createCheckpointFile(folder.path)({ size: 12, note: "first note\n" });

    expect(await folder.read("checkpoint-000000000012.txt")).toBe("first note\n");
  });

  it("appends checkpoints to one file", async () => {
    await using folder = await openFolder();
    const send = createCheckpointFile(`${folder.path}/checkpoints.txt`);

    await send({ size: 1, note: "a\n" });
    await send({ size: 2, note: "b\n" });

    expect(await folder.read("checkpoints.txt")).toBe("a\n\nb\n\n");
  });

  it("reports a checkpoint it cannot keep", async () => {
    await using folder = await openFolder();

    const sending = createCheckpointFile(`${folder.path}/no/file`)({ size: 1, note: "" });

    await expect(sending).rejects.toMatchObject({ code: "ENOENT" });
  });
});
