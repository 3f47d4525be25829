import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { emptyLock, type Lock, lockedTool, withLocked } from "./lock.ts";
import { mergeLock } from "./merge-lock.ts";

/** Returns the lock with one more tool. The description makes it distinguishable. */
function adding(lock: Lock, name: string, description = "Returns the weather of a city."): Lock {
  const contract = contractOf({ server: "crm", tool: tool({ name, description }) });
  return withLocked(lock, "crm", new Map([[name, lockedTool(contract, { by: "ada", at: 0 })]]));
}

function toolsIn(lock: Lock): readonly string[] {
  return [...(lock.servers.get("crm")?.keys() ?? [])].toSorted();
}

describe("mergeLock", () => {
  it("keeps the additions of both sides", () => {
    const base = adding(emptyLock, "a");
    const merged = mergeLock({ base, next: adding(base, "b"), there: adding(base, "c") });

    expect(toolsIn(merged)).toEqual(["a", "b", "c"]);
  });

  it("keeps the other side's version of a changed entry", () => {
    const base = adding(emptyLock, "a");
    const [next, there] = [adding(base, "a", "Mine."), adding(base, "a", "Theirs.")];

    expect(mergeLock({ base, next, there })).toEqual(there);
  });

  it("does not restore an entry that the other side removed", () => {
    const base = adding(adding(emptyLock, "a"), "b");
    const merged = mergeLock({ base, next: adding(base, "c"), there: adding(emptyLock, "a") });

    expect(toolsIn(merged)).toEqual(["a", "c"]);
  });

  it("records a new server without tools", () => {
    const next = withLocked(emptyLock, "empty", new Map());

    expect(mergeLock({ base: emptyLock, next, there: adding(emptyLock, "a") }).servers.size).toBe(
      2,
    );
  });

  it("returns the same lock if nothing was added", () => {
    const there = adding(emptyLock, "a");

    expect(mergeLock({ base: emptyLock, next: emptyLock, there })).toBe(there);
  });
});
