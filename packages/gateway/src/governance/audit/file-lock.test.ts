import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { execPath } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { FileLock } from "./file-lock.ts";

describe("FileLock", () => {
  it("admits one holder at a time, even if its file is removed", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/lock`;
    await using stack = new AsyncDisposableStack();
    const opening = [1, 2, 3].map(async () => stack.use(await FileLock.open(path, systemClock)));
    const locks = await Promise.all(opening);
    let inside = 0;
    const seen: number[] = [];
    const work = async (): Promise<void> => {
      inside += 1;
      seen.push(inside);
      await systemClock.sleep(1);
      inside -= 1;
    };

    await Promise.all([...locks, ...locks].map((lock) => lock.hold(work)));
    await rm(path);
    await Promise.all([...locks, ...locks].map((lock) => lock.hold(work)));

    expect(seen).toEqual(Array.from({ length: 12 }, () => 1));
  });

  it("is not taken from a slow holder, and waiting times out", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/lock`;
    const clock = createFakeClock();
    await using slow = await FileLock.open(path, clock);
    await using other = await FileLock.open(path, clock);
    const { promise, resolve } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const slowly = slow.hold(() => {
      entered.resolve();
      return promise;
    });
    await entered.promise;
    const waiting = other.hold(async () => "in");
    waiting.catch(() => undefined);

    for (let ms = 0; ms < 5_000; ms += 500) {
      await clock.advance(500);
    }

    await expect(waiting).rejects.toThrow("Another process holds the file.");
    resolve();
    await slowly;
    await expect(other.hold(async () => "in")).resolves.toBe("in");
  });

  it("is released if the work fails", async () => {
    await using folder = await openFolder();
    await using lock = await FileLock.open(`${folder.path}/lock`, systemClock);

    await expect(lock.hold(() => Promise.reject(new Error("full")))).rejects.toThrow("full");

    await expect(lock.hold(async () => "in")).resolves.toBe("in");
  });

  // A process has to start and to be killed.
  it("is released if the process dies", async () => {
    await using folder = await openFolder();
    const path = `${folder.path}/lock`;
    await writeFile(path, "");
    const program = `const { DatabaseSync } = require("node:sqlite");
      const lock = new DatabaseSync(${JSON.stringify(path)});
      lock.exec("BEGIN EXCLUSIVE");
      console.log("taken");
      setInterval(() => lock, 1_000);`;
    const child = spawn(execPath, ["--no-warnings", "-e", program], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    await using lock = await FileLock.open(path, systemClock);
    const entered = lock.hold(async () => "in");

    child.kill("SIGKILL");

    await expect(entered).resolves.toBe("in");
  });
});
