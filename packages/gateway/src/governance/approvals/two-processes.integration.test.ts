import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { type ApprovalRig, approvalRig, proposal } from "@toolcourt/testing/approvals";
import { openFolder } from "@toolcourt/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStores } from "../../stores/sqlite/open-sqlite-stores.ts";
import { link, linkModule } from "../../stores/suites/link.ts";

let held: AsyncDisposable & { readonly first: ApprovalRig; readonly second: ApprovalRig };

// Two threads with their own connections to one file, like two processes.
beforeAll(async () => {
  held = await openAll(async (stack) => {
    const folder = stack.use(await openFolder());
    const path = join(folder.path, "state.db");
    const options = { link, linkModule, clock: systemClock, deadlineMs: 10_000 };
    const open = async () => stack.use(await openSqliteStores(path, options));
    const first = approvalRig({ stores: await open() });
    return { first, second: approvalRig({ ...first, stores: await open() }) };
  });
});

afterAll(() => held[Symbol.asyncDispose]());

// Every use is on disk before it counts, and a busy disk is slow.
describe("two processes on one file", () => {
  it("execute an approval once in a hundred concurrent attempts", async () => {
    const { first, second } = held;
    const result = await first.approvals.request(proposal());
    const { id, digest } = result.kind === "open" ? result.approval : { id: "", digest: "" };
    await second.approvals.decide(id, { to: "approved", by: "olga", digest });

    const uses = Array.from({ length: 50 }, (_, index) => ({
      id,
      callId: `c${index}`,
      proposal: proposal(),
    }));
    const results = await Promise.all([
      ...uses.map((use) => first.approvals.consume(use)),
      ...uses.map((use) => second.approvals.consume(use)),
    ]);

    const kinds = results.map((each) => (each.kind === "refused" ? each.because : each.kind));
    expect(kinds.toSorted()).toEqual(["consumed", ...Array.from({ length: 99 }, () => "used")]);
    const rows = await second.stores.audit.read(1, 1_000);
    expect(rows.filter(({ body }) => body.includes("approval.consumed"))).toHaveLength(1);
  });

  it("create one request for the same call, and let one decision win", async () => {
    const { first, second } = held;
    const wanted = proposal({ requester: "grace" });
    const results = await Promise.all([
      first.approvals.request(wanted),
      second.approvals.request(wanted),
    ]);
    const ids = results.map((each) => (each.kind === "open" ? each.approval.id : each.kind));
    expect(new Set(ids).size).toBe(1);

    const [id = ""] = ids;
    const decided = await Promise.all([
      first.approvals.decide(id, { to: "denied", by: "olga" }),
      second.approvals.decide(id, { to: "denied", by: "otto" }),
    ]);
    expect(decided.map(({ kind }) => kind).toSorted()).toEqual(["decided", "settled"]);
  });
});
