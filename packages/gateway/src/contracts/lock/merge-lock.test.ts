import { contractOf } from "@toolcourt/sdk/testing";
import { describe, expect, it } from "vitest";
import { tool } from "../../testing/tool.ts";
import { emptyLock, type Lock, lockedTool, withLocked } from "./lock.ts";
import { mergeLock } from "./merge-lock.ts";

/** The lock with a tool more, described so that it can be told apart. */
function adding(lock: Lock, name: string, description = "Returns the weather of a city."): Lock {
  const contract = contractOf({ server: "crm", tool: tool({ name, description }) });
  return withLocked(lock, "crm", new Map([[name, lockedTool(contract, { by: "ada", at: 0 })]]));
}

function toolsIn(lock: Lock): readonly string[] {
  return [...(lock.servers.get("crm")?.keys() ?? [])].toSorted();
}

describe("a lock that two have changed", () => {
  it("has what both put in", () => {
    const base = adding(emptyLock, "a");
    const merged = mergeLock({ base, next: adding(base, "b"), there: adding(base, "c") });

    expect(toolsIn(merged)).toEqual(["a", "b", "c"]);
  });

  it("has what the other changed as the other left it", () => {
    const base = adding(emptyLock, "a");
    const [next, there] = [adding(base, "a", "Mine."), adding(base, "a", "Theirs.")];

    expect(mergeLock({ base, next, there })).toEqual(there);
  });

  it("does not get back what the other took out", () => {
    const base = adding(adding(emptyLock, "a"), "b");
    const merged = mergeLock({ base, next: adding(base, "c"), there: adding(emptyLock, "a") });

    expect(toolsIn(merged)).toEqual(["a", "c"]);
  });

  it("knows a new server that has no tools", () => {
    const next = withLocked(emptyLock, "empty", new Map());

    expect(mergeLock({ base: emptyLock, next, there: adding(emptyLock, "a") }).servers.size).toBe(
      2,
    );
  });

  it("is the same where nothing was put in", () => {
    const there = adding(emptyLock, "a");

    expect(mergeLock({ base: emptyLock, next: emptyLock, there })).toBe(there);
  });
});
