import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  emptyLock,
  type Lock,
  lockedTool,
  withLocked,
} from "@toolcourt/contracts/internal/lock/lock";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import { contractOf } from "@toolcourt/sdk/testing";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { changeLock, createLockSaver, type LockDeps } from "./change-lock.ts";

const file = "toolcourt.lock";

function placeIn({ path }: Folder): LockDeps {
  return {
    folder: path,
    clock: systemClock,
    signal: new AbortController().signal,
    readInput: async function* () {},
  };
}

function adding(lock: Lock, name: string): Lock {
  const contract = contractOf({ server: "crm", tool: tool({ name }) });
  return withLocked(lock, "crm", new Map([[name, lockedTool(contract, { by: "ada", at: 0 })]]));
}

async function toolsIn(folder: Folder): Promise<readonly string[]> {
  const { servers } = parseLock(await folder.read(file), file);
  return [...(servers.get("crm")?.keys() ?? [])].toSorted();
}

const program = resolve(import.meta.dirname, "../../../testing/src/programs/lock-writer.ts");

/** Starts a process that waits for a start signal. */
async function startWriter(folder: Folder, name: string, number: number) {
  const args = ["--conditions=@toolcourt/source", program, name, String(number)];
  const child = spawn(execPath, args, { cwd: folder.path, stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return async (): Promise<unknown> => {
    child.stdin.write("go\n");
    await once(child, "exit");
    return child.exitCode;
  };
}

describe("changeLock", () => {
  // Real processes, on machines busy with other tests.
  it("keeps concurrent writes of two processes", { timeout: 30_000 }, async () => {
    await using folder = await openFolder();
    const writers = await Promise.all([
      startWriter(folder, "one", 15),
      startWriter(folder, "two", 15),
    ]);

    expect(await Promise.all(writers.map((go) => go()))).toEqual([0, 0]);
    expect(await toolsIn(folder)).toHaveLength(30);
    expect(await folder.files()).toEqual([file]);
  });

  it("leaves the file unchanged if there is no new content", async () => {
    await using folder = await openFolder();

    expect(await changeLock(file, () => undefined, placeIn(folder))).toBe(false);
    expect(await folder.files()).toEqual([]);
  });

  it("keeps approvals made while a gateway ran, when the gateway writes it", async () => {
    await using folder = await openFolder();
    const place = placeIn(folder);
    const start = adding(emptyLock, "first");
    const save = createLockSaver(file, start, place);
    await changeLock(file, () => adding(start, "approved"), place);

    await save(adding(start, "offered-later"));

    expect(await toolsIn(folder)).toEqual(["approved", "first", "offered-later"]);
  });

  it("is rewritten completely by a gateway after deletion", async () => {
    await using folder = await openFolder();
    const start = adding(emptyLock, "first");

    await createLockSaver(file, start, placeIn(folder))(adding(start, "second"));

    expect(await toolsIn(folder)).toEqual(["first", "second"]);
  });
});
