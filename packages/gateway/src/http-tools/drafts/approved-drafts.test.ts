import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { draftOfOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import type { DraftStore, StoredDraft } from "../../stores/draft-store.ts";
import { openApprovedDrafts } from "./approved-drafts.ts";
import type { DraftContent } from "./content.ts";
import { decisionText } from "./decision.ts";
import { writtenDraft } from "./write.ts";

const content: DraftContent = {
  ...draftOfOperation({ operationId: "list_pets", responses: {} }),
  writtenBy: "operator:grace",
};
const pending = writtenDraft({ set: "shop", content, at: 1 });
const { name, digest } = pending;

function decided(kind: "approved" | "rejected", about = digest): StoredDraft {
  const decision = decisionText({ kind, digest: about, by: "key:ada", at: 5 });
  return { ...pending, state: kind, decision };
}

/** A store with one replaceable draft. */
function storeOf(first: StoredDraft) {
  let [draft, revision, asked] = [first, 1, 0];
  const store: DraftStore = {
    put: async () => "put",
    find: async () => draft,
    list: async () => [draft],
    approved: async () => {
      asked += 1;
      return draft.state === "approved" ? [draft] : [];
    },
    revision: async () => revision,
  };
  return {
    store,
    asked: () => asked,
    become: (next: StoredDraft) => {
      draft = next;
      revision += 1;
    },
  };
}

describe("openApprovedDrafts", () => {
  it.each([
    ["pending", pending, "pending"],
    ["rejected", decided("rejected"), "rejected"],
    ["changed since", { ...decided("approved", "sha256:0"), state: "pending" as const }, "changed"],
    ["approved as something else", decided("approved", "sha256:0"), "changed"],
    ["tampered with", { ...decided("approved"), content: "{}" }, "changed"],
    ["called approved by nobody", { ...pending, state: "approved" as const }, "pending"],
  ])("returns no tool for a draft that is %s", async (_, draft, why) => {
    const { store } = storeOf(draft);
    await using drafts = await openApprovedDrafts(store, "shop", { clock: createFakeClock() });

    expect(drafts.approved()).toEqual([]);
    expect(drafts.whyNot(name)?.why).toBe(why);
  });

  it("tells what a withheld draft declares, and reads only changed drafts for it", async () => {
    const { store, become } = storeOf(pending);
    const found: string[] = [];
    const find: DraftStore["find"] = (set, named) => {
      found.push(named);
      return store.find(set, named);
    };
    const clock = createFakeClock();
    await using drafts = await openApprovedDrafts({ ...store, find }, "shop", { clock });
    const { _meta = {}, annotations = {} } = content.tool;

    become(decided("rejected"));
    await drafts.refresh();

    expect(drafts.whyNot(name)).toEqual({
      why: "rejected",
      declared: { name, annotations, _meta },
    });
    expect(found).toEqual([name]);
  });

  it("tells nothing of a draft whose content is not the one of its digest", async () => {
    const { store } = storeOf({ ...pending, content: "{}" });
    await using drafts = await openApprovedDrafts(store, "shop", { clock: createFakeClock() });

    expect(drafts.whyNot(name)).toEqual({ why: "pending", declared: undefined });
  });

  it("returns the approved definition", async () => {
    const { store } = storeOf(decided("approved"));
    await using drafts = await openApprovedDrafts(store, "shop", { clock: createFakeClock() });

    expect(drafts.approved()).toEqual([
      { name, digest, tool: content.tool, operation: content.operation, by: "key:ada", at: 5 },
    ]);
    expect(drafts.whyNot(name)).toBeUndefined();
    expect(drafts.whyNot("another")).toBeUndefined();
  });

  it("notices a decision within seconds, notifies, and reads nothing while unchanged", async () => {
    const clock = createFakeClock();
    const { store, become, asked } = storeOf(pending);
    await using drafts = await openApprovedDrafts(store, "shop", { clock });
    let told = 0;
    const stop = drafts.subscribe(() => (told += 1));
    await clock.advance(10_000);
    const before = asked();

    become(decided("approved"));
    await clock.advance(2_000);

    expect([before, asked(), told]).toEqual([1, 2, 1]);
    expect(drafts.approved()).toHaveLength(1);
    stop();
    become(decided("rejected"));
    await drafts.refresh();
    expect([drafts.approved(), told]).toEqual([[], 1]);
  });

  it("keeps the same list and does not notify when other drafts change", async () => {
    const { store, become } = storeOf(decided("approved"));
    await using drafts = await openApprovedDrafts(store, "shop", { clock: createFakeClock() });
    let told = 0;
    drafts.subscribe(() => (told += 1));
    const before = drafts.approved();

    become(decided("approved"));
    await drafts.refresh();
    const after = drafts.approved();
    become({ ...decided("approved"), content: "{}" });
    await drafts.refresh();

    expect(after).toBe(before);
    expect([drafts.approved(), told]).toEqual([[], 1]);
  });

  it("keeps its list while the store is unavailable, and retries", async () => {
    const clock = createFakeClock();
    const { store, become } = storeOf(decided("approved"));
    let isAway = false;
    const revision = (): Promise<number> =>
      isAway ? Promise.reject(new Error("away")) : store.revision();
    await using drafts = await openApprovedDrafts({ ...store, revision }, "shop", { clock });
    isAway = true;
    become(pending);
    await clock.advance(4_000);
    const meanwhile = drafts.approved().length;

    isAway = false;
    await clock.advance(2_000);

    expect([meanwhile, drafts.approved().length]).toEqual([1, 0]);
  });
});
