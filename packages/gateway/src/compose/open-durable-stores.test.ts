import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { systemClock } from "../foundation/kernel/clock.ts";
import { auditEntry } from "../testing/audit.ts";
import { type Folder, openFolder } from "../testing/folder.ts";
import { run } from "../testing/terminal.ts";
import { openDurableStores, within } from "./open-durable-stores.ts";

// A file of SQLite is opened by a thread of its own, which takes its time to start on a busy machine.
const patience = { timeout: 20_000 };

function open(url: string, folder: Folder) {
  return openDurableStores(url, { clock: systemClock, folder: folder.path });
}

async function filesAfterOneEntry(url: string): Promise<readonly string[]> {
  await using folder = await openFolder();
  {
    await using stores = await open(url, folder);
    await stores.audit.append([auditEntry()], "committed");
  }
  return await folder.files();
}

describe("stores by their address", patience, () => {
  it("are in memory and leave nothing behind", async () => {
    expect(await filesAfterOneEntry("memory:")).toEqual([]);
  });

  it("are in a file beside the configuration, and in a folder of its own if it has one", async () => {
    expect(await filesAfterOneEntry("sqlite:a/state.db")).toEqual(["a/state.db"]);
  });

  it("have what was written when they are opened again", async () => {
    await using folder = await openFolder();
    {
      await using stores = await open("sqlite:state.db", folder);
      await stores.audit.append([auditEntry({ body: '{"a":1}' })], "committed");
    }

    await using again = await open("sqlite:state.db", folder);

    expect(await again.audit.last()).toMatchObject({ sequence: 1, body: '{"a":1}' });
  });

  it("say that somebody else holds the file, however long they were waited for", async () => {
    await using folder = await openFolder({ "state.db": "" });
    await chmod(`${folder.path}/state.db`, 0o600);
    using other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN EXCLUSIVE");
    const place = { clock: systemClock, folder: folder.path, deadlineMs: 200 };

    await expect(openDurableStores("sqlite:state.db", place)).rejects.toThrow(
      "The store is locked by somebody else.",
    );
  });

  it.each([
    [
      "sqlite:taken.txt",
      "The store is damaged, or is no store. It is sqlite:taken.txt (stores.url).",
    ],
    ["sqlite:.", "The store is damaged, or is no store. It is sqlite:. (stores.url)."],
    ["sqlite:taken.txt/state.db", "The "],
    [
      "postgres://ada:hunter2@127.0.0.1:1/toolcourt",
      "The store cannot be reached: its file, folder or server is not there. It is the PostgreSQL that stores.url names.",
    ],
  ])("are refused in our own words where they cannot be used: %s", async (url, because) => {
    await using folder = await openFolder({ "taken.txt": "Dear diary, ".repeat(100) });
    await chmod(`${folder.path}/taken.txt`, 0o600);

    const refused = await open(url, folder).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "store-unusable" });
    expect(String(refused)).toContain(`cannot be kept. ${because}`);
    expect(String(refused)).not.toContain("hunter2");
    expect(String(refused)).not.toContain(folder.path);
  });
});

describe("a command whose store cannot be used", patience, () => {
  it.each([
    ["approvals", "list"],
    ["audit", "unfinished"],
    ["call", "hello"],
  ])("says so and could not do its work: %s %s", async (...args) => {
    const config = 'toolbox: { local: [workspace] }\nstores: { url: "sqlite:taken.txt" }\n';
    await using folder = await openFolder({
      "toolcourt.yaml": config,
      "taken.txt": "Dear diary, ".repeat(100),
    });
    await chmod(`${folder.path}/taken.txt`, 0o600);

    const { code, output, errors } = await run(args, { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^What must not be forgotten cannot be kept\. The store is damaged/);
    expect(errors).not.toContain(folder.path);
  });
});

it.each([
  ["approvals", "list"],
  ["audit", "export"],
])("is not looked into by others where it is in memory: %s %s", async (...args) => {
  const config = 'toolbox: {}\nstores: { url: "memory:" }\n';
  await using folder = await openFolder({ "toolcourt.yaml": config });

  const { code, errors } = await run(args, { folder: folder.path });

  expect(code).toBe(2);
  expect(errors).toContain("in the memory of a gateway");
});

it("takes a path from a folder, unless it starts at the root", () => {
  expect(within("/home/ada", "a/b")).toBe("/home/ada/a/b");
  expect(within("/home/ada", "/var/b")).toBe("/var/b");
});
