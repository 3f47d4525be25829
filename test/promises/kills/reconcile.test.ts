import { hash } from "node:crypto";
import { canonicalJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { isKept } from "../promise.ts";
import type { AuditLog, LoggedCall } from "../world/read-audit.ts";
import { memoryTool, tools } from "../world/rig.ts";
import { reconcile, type Traces } from "./reconcile.ts";

const given = { city: "call-1" };
const entry = '{"number":2,"text":"remember "}';
const remembered = { file: "progress_log.jsonl", entry };

function digestOf(value: Readonly<Record<string, string>>): string {
  return `sha256:${hash("sha256", canonicalJson(value), "hex")}`;
}

const paid = { callId: "c1", tool: tools.approved, digest: digestOf(given), code: "answered" };
const noted = { callId: "c2", tool: memoryTool, digest: digestOf(remembered), code: "answered" };

function auditOf(
  calls: readonly LoggedCall[],
  consumed: readonly (readonly [string, readonly string[]])[] = [["a1", ["c1"]]],
): AuditLog {
  const byId = new Map(calls.map((call) => [call.callId, call]));
  return { rows: 9, calls: byId, consumed: new Map(consumed), objections: 0 };
}

/**
 * Returns the faults found for a payment and a memory entry whose traces agree, apart from the
 * differences.
 */
async function broken(differences: Partial<Traces>, memory = `${entry}\n`) {
  await using folder = await openFolder({ "memory.jsonl": memory });
  const figures = reconcile({
    acknowledged: [
      { tool: tools.approved, arguments: given, code: "answered", round: 1 },
      { tool: memoryTool, arguments: remembered, code: "answered", round: 1 },
    ],
    effects: [{ name: tools.approved, arguments: given }],
    audit: auditOf([paid, noted]),
    memoryFile: `${folder.path}/memory.jsonl`,
    ...differences,
  });
  return figures.filter((figure) => !isKept(figure)).map(({ label }) => label);
}

describe("reconcile", () => {
  it("finds nothing if all traces agree", async () => {
    expect(await broken({})).toEqual([]);
  });

  it.each([
    ["that was lost", { audit: auditOf([noted]) }, "without their intent and their outcome"],
    [
      "without its outcome",
      { audit: auditOf([{ ...paid, code: "cancelled" }, noted]) },
      "without their intent and their outcome",
    ],
    [
      "that ran twice",
      { effects: [1, 2].map(() => ({ name: tools.approved, arguments: given })) },
      "of them done twice",
    ],
    [
      "that was never requested",
      { effects: [{ name: tools.write, arguments: { city: "call-9" } }] },
      "of them without an intent",
    ],
    [
      "without its approval",
      { audit: auditOf([paid, noted], [["a1", ["c9"]]]) },
      "effects without the approval they need",
    ],
    [
      "on a used approval",
      { audit: auditOf([paid, noted], [["a1", ["c1", "c9"]]]) },
      "of them used up twice",
    ],
  ])("finds a call %s", async (_, differences, label) => {
    expect((await broken(differences)).join()).toContain(label);
  });

  it.each([
    ["that is missing", "", "of them not there"],
    ["that is there twice", `${entry}\n${entry}\n`, "entries that are there twice"],
    ["that is cut", `${entry}\n{"number":3,"te\n`, "entries that are cut"],
    ["without its end", `${entry}\n{"num`, "bytes of memory behind the last line"],
  ])("finds an entry %s", async (_, memory, label) => {
    expect(await broken({}, memory)).toContain(label);
  });
});
