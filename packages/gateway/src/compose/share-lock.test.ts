import { emptyLock, type Lock, withLocked } from "@toolcourt/contracts/internal/lock/lock";
import { describe, expect, it } from "vitest";
import { type SharedLock, shareLock } from "./share-lock.ts";

const tools = withLocked(emptyLock, "crm", new Map());
const items = new Map([["crm", { resources: new Set(["x:1"]) }]]);

function sharing(saveLock: (lock: Lock) => Promise<void>): SharedLock {
  return shareLock({ lock: undefined, saveLock, frozen: false });
}

describe("shareLock", () => {
  it("keeps both parts, however their saves overlap", async () => {
    const saved: Lock[] = [];
    const { saveLock, locked } = sharing(async (lock) => {
      await Promise.resolve();
      saved.push(lock);
    });

    await Promise.all([saveLock(tools), locked.save(items), saveLock(tools)]);

    expect(saved).toEqual([tools, { ...tools, items }, { ...tools, items }]);
  });

  it("goes on from the last lock that could be saved", async () => {
    const saved: Lock[] = [];
    const { saveLock, locked } = sharing(async (lock) => {
      if (lock.servers.size > 0) throw new Error("read-only");
      saved.push(lock);
    });

    await expect(saveLock(tools)).rejects.toThrow("read-only");
    await locked.save(items);

    expect(saved).toEqual([{ ...emptyLock, items }]);
  });
});
