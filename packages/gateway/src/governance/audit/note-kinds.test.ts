import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { noteKinds } from "./note-kinds.ts";

const page = await readFile(
  new URL("../../../../../docs/audit-format.md", import.meta.url),
  "utf8",
);

describe("noteKinds", () => {
  it("are public: additions are visible changes, renames are forbidden", () => {
    expect(noteKinds).toEqual([
      "approval.requested",
      "approval.shown",
      "approval.decided",
      "approval.consumed",
      "approvals.pruned",
      "audit.exported",
      "audit.read",
      "call.lost",
      "connection.added",
      "connection.expired",
      "connection.pushed",
      "connection.refused",
      "connection.revoked",
      "draft.decided",
      "draft.imported",
      "draft.written",
      "gateway.started",
      "gateway.stopped",
      "identity.refused",
      "identity.verified",
      "keys.rotated",
      "lock.created",
      "notes.lost",
      "policy.loaded",
      "policy.put",
      "policy.unusable",
      "result.shown",
      "results.pruned",
      "server.unavailable",
      "subject.erased",
      "tool.discovered",
      "tool.drifted",
      "tool.nonconformant",
      "tool.removed",
      "tool.updated",
      "tool.withheld",
    ]);
  });

  it.each(["call.opened", "call.closed", ...noteKinds])(
    "documents %s on the page about the format",
    (kind) => {
      expect(page).toContain(`\`${kind}\``);
    },
  );
});
