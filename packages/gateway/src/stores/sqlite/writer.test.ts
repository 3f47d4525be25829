import { chmod, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import {
  approval,
  chained,
  connection,
  entry,
  many,
  noon,
  personal,
  result,
} from "../suites/builders.ts";
import { link } from "../suites/link.ts";
import { Connections } from "./connection.ts";
import { createRetry, Scrub } from "./deadlines.ts";
import type { Answer, Request } from "./protocol.ts";
import { Writer } from "./writer.ts";

const append: Request = { statement: "audit.append", values: [[entry()]], how: "on-disk" };
const readAll: Request = { statement: "audit.read", values: [1, 1_000], how: "read" };

/** Tests the thread's work without the thread. */
const ownerOnly = { mode: 0o600 };

async function setUp({ file = "state.db", maxBytes = 2 ** 40 } = {}) {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const path = join(folder.path, file);
  const retry = createRetry(systemClock, 10);
  const connections = stack.use(new Connections({ path, maxBytes }, { link, retry }));
  const clock = createFakeClock();
  const writer = new Writer(connections, new Scrub(clock, retry));
  const run = (...batch: readonly Request[]): readonly Answer[] => {
    const answers: Answer[] = [];
    writer.write(batch, (reply) => {
      for (const [position, answer] of reply.answers) answers[position] = answer;
    });
    return answers;
  };
  return {
    folder,
    path,
    run,
    writer,
    clock,
    connections,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const someHash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
const someLeaf: unknown = expect.any(String);
const appended = (from: number): unknown => {
  const added: unknown = expect.objectContaining({
    from,
    links: [{ hash: someHash, leaf: someLeaf }],
  });
  return { value: added };
};
const fault = (kind: string): unknown => expect.objectContaining({ fault: kind });

describe("a file that cannot be used", () => {
  it("is locked while another process holds it, and usable again afterwards", async () => {
    await using setup = await setUp();
    setup.run(append);
    using other = new DatabaseSync(setup.path);
    other.exec("BEGIN IMMEDIATE");

    const during = setup.run(append, { ...append, how: "committed" });
    other.exec("COMMIT");

    expect(during).toEqual([fault("locked"), fault("locked")]);
    expect(setup.run(append)).toEqual([appended(2)]);
  });

  it("is locked while another process holds it exclusively, even for opening", async () => {
    await using setup = await setUp();
    await writeFile(setup.path, "", ownerOnly);
    using other = new DatabaseSync(setup.path);
    other.exec("BEGIN EXCLUSIVE");

    const during = setup.run(append);
    other.exec("ROLLBACK");

    expect(during).toEqual([fault("locked")]);
    expect(setup.run(append)).toEqual([appended(1)]);
  });

  it("is full at its size limit, and usable again after an erasure", async () => {
    await using setup = await setUp({ maxBytes: 380_000 });
    const big: Request = {
      statement: "personal.put",
      values: [personal({ text: "x".repeat(60_000) })],
      how: "committed",
    };
    setup.run(big);
    const large: Request = { ...append, values: [[entry({ body: "x".repeat(30_000) })]] };
    const answers = many(5, "").map(() => setup.run(large)[0]);

    setup.run({ statement: "personal.erase", values: ["subject-1", "north"], how: "on-disk" });

    expect(answers.at(-1)).toEqual(fault("full"));
    const written = answers.filter((answer) => answer !== undefined && "value" in answer).length;
    expect(setup.run(large)).toEqual([appended(written + 1)]);
  });

  it("is read-only without write permission, even while it is open", async () => {
    await using setup = await setUp();
    setup.run(append);
    await chmod(setup.path, 0o400);

    const during = [...setup.run(append), ...setup.run(readAll)];
    await chmod(setup.path, 0o600);

    expect(during).toEqual([fault("read-only"), fault("read-only")]);
    expect(setup.run(append)).toEqual([appended(2)]);
  });

  it.each([0o644, 0o604, 0o602, 0o666])(
    "is not opened if all users can read or write it: %o",
    async (mode) => {
      await using setup = await setUp();
      await setup.folder.write("state.db", "");
      await chmod(setup.path, mode);

      expect(setup.run(append)).toEqual([fault("exposed")]);
      await chmod(setup.path, 0o660);
      expect(setup.run(append)).toEqual([appended(1)]);
    },
  );

  it("is corrupt if it is no database, and usable once a good one replaces it", async () => {
    await using setup = await setUp();
    await writeFile(setup.path, "This is a text and no database. ".repeat(1_000), ownerOnly);

    const during = setup.run(append);
    await writeFile(setup.path, "");

    expect(during).toEqual([fault("corrupt")]);
    expect(setup.run(append)).toEqual([appended(1)]);
  });

  it("is corrupt if its pages were damaged while it was closed", async () => {
    await using setup = await setUp();
    setup.run(append);
    setup.connections.drop();
    const bytes = await readFile(setup.path);
    await writeFile(setup.path, bytes.fill(0xff, 100, 8_192));

    expect(setup.run(append)).toEqual([fault("corrupt")]);
  });

  it("is not ours if it is a foreign database, which stays untouched", async () => {
    await using setup = await setUp();
    await writeFile(setup.path, "", ownerOnly);
    using theirs = new DatabaseSync(setup.path);
    theirs.exec("CREATE TABLE customers (name TEXT)");

    expect(setup.run(append)).toEqual([fault("corrupt")]);
    expect(theirs.prepare("SELECT name FROM sqlite_schema").all()).toHaveLength(1);
    expect(theirs.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
  });

  it("stays untouched if a newer version wrote it", async () => {
    await using setup = await setUp();
    setup.run(append);
    setup.connections.drop();
    using newer = new DatabaseSync(setup.path);
    newer.exec("PRAGMA user_version = 1000");

    expect(setup.run(append)).toEqual([fault("newer")]);
  });

  it("is unreachable while its folder cannot be created", async () => {
    await using setup = await setUp({ file: "blocked/state.db" });
    await setup.folder.write("blocked", "a file where the folder should be");

    const during = setup.run(append);
    await rm(join(setup.folder.path, "blocked"));

    expect(during).toEqual([fault("unreachable")]);
    expect(setup.run(append)).toEqual([appended(1)]);
  });

  it("is not recreated when it vanishes in use, and works again when it is back", async () => {
    await using setup = await setUp();
    setup.run(append);
    await rename(setup.path, `${setup.path}.away`);

    const during = [...setup.run(append), ...setup.run(append)];
    const files = await setup.folder.files();
    await rename(`${setup.path}.away`, setup.path);

    expect(during).toEqual([fault("unreachable"), fault("unreachable")]);
    expect(files).not.toContain("state.db");
    expect(setup.run(append)).toEqual([appended(2)]);
  });

  it("is not written through a removed log", async () => {
    await using setup = await setUp();
    setup.run(append);
    await rm(`${setup.path}-wal`);

    setup.run(append);
    setup.connections.drop();

    const [rows] = setup.run(readAll);
    expect(rows).toEqual({ value: chained([entry().body, entry().body]) });
  });
});

describe("a new file", () => {
  it("has owner-only permissions, like its folders and side files", async () => {
    await using setup = await setUp({ file: "a/b/state.db" });

    setup.run(append);

    const modes = await Promise.all(
      ["a", "a/b", "a/b/state.db", "a/b/state.db-wal", "a/b/state.db-shm"].map(async (file) =>
        ((await stat(join(setup.folder.path, file))).mode & 0o777).toString(8),
      ),
    );
    expect(modes).toEqual(["700", "700", "600", "600", "600"]);
    expect(await setup.folder.files()).toHaveLength(3);
  });
});

describe("a batch", () => {
  it("is one transaction for all its requests", async () => {
    await using setup = await setUp();
    setup.run(append);
    const before = (await stat(`${setup.path}-wal`)).size;

    setup.run(...many(100, "").map(() => append));

    const pages = ((await stat(`${setup.path}-wal`)).size - before) / 4_120;
    expect(pages).toBeLessThan(10);
  });

  it("answers requests without a disk sync first", async () => {
    await using setup = await setUp();
    const order: (readonly unknown[])[] = [];
    const put: Request = { statement: "personal.put", values: [personal()], how: "committed" };

    setup.writer.write([append, readAll, put], ({ answers, isLast }) => {
      order.push([...answers.map(([place]) => place), isLast]);
    });

    expect(order).toEqual([
      [2, false],
      [1, false],
      [0, true],
    ]);
  });
});

describe("rows", () => {
  it("keep their order of arrival at any durability", async () => {
    await using setup = await setUp();
    const begun: Request = { ...append, values: [[entry({ body: "begun" })]] };
    const ended: Request = { ...append, values: [[entry({ body: "ended" })]], how: "committed" };

    setup.run(begun, ended);

    expect(setup.run(readAll)).toEqual([{ value: chained(["begun", "ended"]) }]);
  });

  it("are not added to an older file that replaced ours", async () => {
    await using setup = await setUp();
    setup.run(append);
    using copying = new DatabaseSync(setup.path);
    copying.exec(`VACUUM INTO '${setup.path}.old'`);
    setup.run(append);
    await rename(setup.path, `${setup.path}.away`);
    await rm(`${setup.path}-wal`);
    await rename(`${setup.path}.old`, setup.path);

    const during = [...setup.run(append), ...setup.run(readAll)];

    expect(during).toEqual([fault("older"), fault("older")]);
  });
});

describe("erased data", () => {
  it("is gone from the files once no reader is left", async () => {
    await using setup = await setUp();
    setup.run({
      statement: "personal.put",
      values: [personal({ text: "Lovelace" })],
      how: "committed",
    });
    using reader = new DatabaseSync(setup.path);
    reader.exec("BEGIN; SELECT count(*) FROM personal");

    setup.run({ statement: "personal.erase", values: ["subject-1", "north"], how: "on-disk" });
    reader.exec("COMMIT");
    const before = await setup.folder.read("state.db-wal");
    await setup.clock.advance(1_000);
    setup.run(append);

    const files = await setup.folder.files();
    const contents = await Promise.all(files.map((file) => setup.folder.read(file)));
    expect(before).toContain("Lovelace");
    expect(contents.join("")).not.toContain("Lovelace");
  });

  it("is in none of the files", async () => {
    await using setup = await setUp();
    const secret = "Ada Augusta Lovelace, 12 St James's Square";
    setup.run({
      statement: "personal.put",
      values: [personal({ text: secret })],
      how: "committed",
    });

    setup.run({ statement: "personal.erase", values: ["subject-1", "north"], how: "on-disk" });

    const files = await setup.folder.files();
    const contents = await Promise.all(files.map((file) => setup.folder.read(file)));
    expect(contents.join("")).not.toContain("Lovelace");
    expect(contents.join("")).toContain("SQLite format 3");
  });
});

/** Counts the files that contain this text. */
async function found({ folder }: Awaited<ReturnType<typeof setUp>>, text: string) {
  const files = await folder.files();
  const contents = await Promise.all(files.map((file) => folder.read(file)));
  expect(contents.join("")).toContain("SQLite format 3");
  return contents.filter((content) => content.includes(text)).length;
}

describe("revoked or forgotten data", () => {
  it("leaves no sealed token of a connection in the files", async () => {
    await using setup = await setUp();
    const sealed = { token: "v1.sealed-token-of-ada" };
    setup.run({
      statement: "connections.add",
      values: [connection({ sealed }), entry()],
      how: "on-disk",
    });
    const before = await found(setup, sealed.token);

    const revoked = connection({ version: 2, status: "revoked", sealed: {} });
    setup.run({ statement: "connections.revoke", values: [revoked, entry()], how: "on-disk" });

    expect(before).toBeGreaterThan(0);
    expect(await found(setup, sealed.token)).toBe(0);
  });

  it("leaves no part of a result in the files", async () => {
    await using setup = await setUp();
    const output = "what the tool said";
    setup.run({ statement: "results.keep", values: [result({ output })], how: "committed" });
    const before = await found(setup, output);

    setup.run({ statement: "results.forget", values: [noon + 1, 10], how: "on-disk" });

    expect(before).toBeGreaterThan(0);
    expect(await found(setup, output)).toBe(0);
  });

  it("leaves no arguments of an approval in the files", async () => {
    await using setup = await setUp();
    const asked = approval({ arguments: '{"value":"what was asked for"}', state: "denied" });
    const limit = { max: 10, entry: entry() };
    setup.run({ statement: "approvals.add", values: [asked, limit], how: "on-disk" });
    const before = await found(setup, asked.arguments);

    setup.run({ statement: "approvals.forget", values: [asked.expiresAt + 1, 10], how: "on-disk" });

    expect(before).toBeGreaterThan(0);
    expect(await found(setup, asked.arguments)).toBe(0);
  });
});

describe("results", () => {
  it.each([
    "UPDATE results SET output = 'x'",
    "UPDATE results SET at = 0",
    "DELETE FROM results",
    "REPLACE INTO results (call_id, tenant, subject, server, tool, contract, at, digest, output) SELECT call_id, tenant, subject, server, tool, contract, at, digest, 'x' FROM results",
  ])("are protected by the file itself from %s", async (sql) => {
    await using setup = await setUp();
    setup.run({ statement: "results.forget", values: [noon, 10], how: "on-disk" });
    setup.run({ statement: "results.keep", values: [result()], how: "committed" });
    using other = new DatabaseSync(setup.path);

    expect(() => other.exec(sql)).toThrow(/results are/);

    expect(setup.run({ statement: "results.find", values: ["call-1"], how: "read" })).toEqual([
      { value: result() },
    ]);
  });
});

describe("audit rows", () => {
  it.each(["UPDATE audit SET body = 'x'", "DELETE FROM audit"])(
    "are protected by the file itself from %s",
    async (sql) => {
      await using setup = await setUp();
      setup.run(append);
      using other = new DatabaseSync(setup.path);

      expect(() => other.exec(sql)).toThrow(/audit rows are never/);
    },
  );
});
