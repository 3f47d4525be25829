import type { JsonObject } from "@toolcourt/sdk";
import { contractOf } from "@toolcourt/sdk/testing";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import {
  approveDifferences,
  compareLock,
  type LockComparison,
  type OfferedTool,
} from "./compare-lock.ts";
import { emptyLock, firstUse, type Lock, lockedTool, withLocked } from "./lock.ts";

const approval = { by: "operator:grace", at: 0 };

function candidate(received: JsonObject, hold?: OfferedTool["hold"]): OfferedTool {
  return { contract: contractOf({ server: "crm", tool: received }), hold };
}

function lockOf(server: string, ...tools: readonly JsonObject[]): Lock {
  const entries = tools.map((received) => {
    const contract = contractOf({ server, tool: received });
    return [contract.name, lockedTool(contract, { by: firstUse, at: 0 })] as const;
  });
  return withLocked(emptyLock, server, new Map(entries));
}

function compared(lock: Lock, ...candidates: readonly OfferedTool[]): LockComparison {
  return compareLock({ lock, offered: new Map([["crm", candidates]]), configured: ["crm"] });
}

function kindsIn({ differences }: LockComparison): readonly string[] {
  return differences.map(({ kind, tool: name }) => `${kind} ${name}`);
}

const [a, b] = [tool({ name: "a" }), tool({ name: "b" })];
const changed = tool({ name: "a", title: "Another" });

describe("compareLock", () => {
  it("reports added, changed and removed tools", () => {
    const comparison = compared(lockOf("crm", a, b), candidate(changed), candidate(tool()));

    expect(kindsIn(comparison)).toEqual(["changed a", "added get-forecast", "removed b"]);
  });

  it("ignores the order of keys", () => {
    const turned = Object.fromEntries(Object.entries(a).toReversed());

    expect(kindsIn(compared(lockOf("crm", a), candidate(turned)))).toEqual([]);
  });

  it("ignores nonconformant tools that were never locked", () => {
    const hold = { kind: "nonconformant", findings: [] } as const;
    const comparison = compared(lockOf("crm"), candidate(a, hold));

    expect(kindsIn(comparison)).toEqual([]);
    expect(comparison.nonconformant).toEqual([{ server: "crm", tool: "a" }]);
  });

  it("reports a tool that the lock trusted and that is held for its text", () => {
    const hold = { kind: "unreviewed", findings: [] } as const;
    const comparison = compared(lockOf("crm", a), candidate(a, hold));
    const next = approveDifferences(lockOf("crm", a), comparison.differences, approval);

    expect(kindsIn(comparison)).toEqual(["unreviewed a"]);
    expect(next.servers.get("crm")?.get("a")?.approvedBy).toBe("operator:grace");
  });

  it("reports a tool whose approval was withdrawn, for a new one", () => {
    const comparison = compared(lockOf("crm", a), candidate(a, { kind: "withdrawn" }));
    const next = approveDifferences(lockOf("crm", a), comparison.differences, approval);

    expect(kindsIn(comparison)).toEqual(["withdrawn a"]);
    expect(next.servers.get("crm")?.get("a")?.approvedBy).toBe("operator:grace");
  });

  it("names the servers that could not be compared", () => {
    const lock = withLocked(lockOf("old", a), "gone", new Map());
    const offered = new Map([["crm", []]]);

    expect(compareLock({ lock, offered, configured: ["crm", "gone"] })).toEqual({
      differences: [],
      newServers: ["crm"],
      unreached: ["gone"],
      unconfigured: ["old"],
      nonconformant: [],
    });
  });
});

describe("approveDifferences", () => {
  it("leaves no difference", () => {
    const lock = lockOf("crm", a, b);
    const candidates = [candidate(changed), candidate(tool())];

    const approved = approveDifferences(lock, compared(lock, ...candidates).differences, approval);

    expect(kindsIn(compared(approved, ...candidates))).toEqual([]);
    expect(approved.servers.get("crm")?.get("a")?.approvedBy).toBe("operator:grace");
  });

  it("changes nothing else, and does not modify its input", () => {
    const lock = withLocked(lockOf("other", b), "crm", new Map());
    const { differences } = compared(lock, candidate(a));

    const approved = approveDifferences(lock, differences, approval);

    expect(approved.servers.get("other")).toBe(lock.servers.get("other"));
    expect(lock.servers.get("crm")?.size).toBe(0);
  });
});
