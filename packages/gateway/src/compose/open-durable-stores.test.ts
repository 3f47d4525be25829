import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { patientDeadlineMs } from "../stores/store-error.ts";
import { openDurableStores, within } from "./open-durable-stores.ts";

// SQLite runs in its own thread, which starts slowly on a busy machine.
const patience = { timeout: 20_000 };

function open(url: string, folder: Folder) {
  const place = { clock: systemClock, folder: folder.path, deadlineMs: patientDeadlineMs };
  return openDurableStores(url, place);
}

async function filesAfterOneEntry(url: string): Promise<readonly string[]> {
  await using folder = await openFolder();
  {
    await using stores = await open(url, folder);
    await stores.audit.append([auditEntry()], "committed");
  }
  return await folder.files();
}

describe("openDurableStores", patience, () => {
  it("keeps stores in memory and leaves nothing behind", async () => {
    expect(await filesAfterOneEntry("memory:")).toEqual([]);
  });

  it("creates the file next to the configuration, and its folder if needed", async () => {
    expect(await filesAfterOneEntry("sqlite:a/state.db")).toEqual(["a/state.db"]);
  });

  it("keeps its data across a reopen", async () => {
    await using folder = await openFolder();
    {
      await using stores = await open("sqlite:state.db", folder);
      await stores.audit.append([auditEntry({ body: '{"a":1}' })], "committed");
    }

    await using again = await open("sqlite:state.db", folder);

    expect(await again.audit.last()).toMatchObject({ sequence: 1, body: '{"a":1}' });
  });

  it("reports that another process holds the file, however short the deadline", async () => {
    await using folder = await openFolder({ "state.db": "" });
    await chmod(`${folder.path}/state.db`, 0o600);
    using other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN EXCLUSIVE");
    // The thread gives up in real time, so a deadline that stands still cannot come before it.
    const place = { clock: createFakeClock(), folder: folder.path, deadlineMs: 20 };

    await expect(openDurableStores("sqlite:state.db", place)).rejects.toThrow(
      "Another process holds the lock of the store.",
    );
  });

  it.each([
    [
      "sqlite:taken.txt",
      "The store is damaged, or it is not a Toolcourt store. It is sqlite:taken.txt (stores.url).",
    ],
    [
      "sqlite:.",
      "The store is damaged, or it is not a Toolcourt store. It is sqlite:. (stores.url).",
    ],
    ["sqlite:taken.txt/state.db", "The "],
    [
      "postgres://ada:hunter2@127.0.0.1:1/toolcourt",
      "The store cannot be reached: its file, folder or server is not there. It is the PostgreSQL that stores.url names.",
    ],
  ])("refuses unusable stores in our own words: %s", async (url, because) => {
    await using folder = await openFolder({ "taken.txt": "Dear diary, ".repeat(100) });
    await chmod(`${folder.path}/taken.txt`, 0o600);

    const refused = await open(url, folder).catch((error: unknown) => error);

    expect(refused).toMatchObject({ code: "store-unusable" });
    expect(String(refused)).toContain(`cannot be used. ${because}`);
    expect(String(refused)).not.toContain("hunter2");
    expect(String(refused)).not.toContain(folder.path);
  });
});

describe("a command with an unusable store", patience, () => {
  it.each([
    ["approvals", "list"],
    ["audit", "unfinished"],
    ["call", "hello"],
  ])("reports the problem and exits 2: %s %s", async (...args) => {
    const config = 'toolbox: { local: [workspace] }\nstores: { url: "sqlite:taken.txt" }\n';
    await using folder = await openFolder({
      "toolcourt.yaml": config,
      "taken.txt": "Dear diary, ".repeat(100),
    });
    await chmod(`${folder.path}/taken.txt`, 0o600);

    const { code, output, errors } = await run(args, { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(/^The durable store cannot be used\. The store is damaged/);
    expect(errors).not.toContain(folder.path);
  });
});

it.each([
  ["approvals", "list"],
  ["audit", "export"],
])("refuses to open a store in the memory of a gateway: %s %s", async (...args) => {
  const config = 'toolbox: {}\nstores: { url: "memory:" }\n';
  await using folder = await openFolder({ "toolcourt.yaml": config });

  const { code, errors } = await run(args, { folder: folder.path });

  expect(code).toBe(2);
  expect(errors).toContain("in the memory of a gateway");
});

it("resolves relative paths from the folder, but not absolute ones", () => {
  expect(within("/home/ada", "a/b")).toBe("/home/ada/a/b");
  expect(within("/home/ada", "/var/b")).toBe("/var/b");
});
