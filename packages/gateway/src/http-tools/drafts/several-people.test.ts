import { draftRig } from "@toolcourt/testing/drafts";
import { describe, expect, it } from "vitest";
import type { Drafts, SeenDraft, Verdict } from "./drafts.ts";

const schema = { type: "object", properties: {}, additionalProperties: false };
const text = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "pets",
        description: "Lists the pets of the shop, with their names.",
        responses: { 200: { content: { "application/json": { schema } } } },
      },
    },
  },
});

async function seen(drafts: Drafts): Promise<SeenDraft> {
  const draft = await drafts.show("shop", "pets");
  if (typeof draft !== "object") throw new TypeError("no draft");
  return draft;
}

/** Returns the actions of one person on the draft of the shop. */
function person(drafts: Drafts, by: string) {
  const decide = async (to: Verdict["to"]) => {
    const { digest } = (await seen(drafts)).stored;
    return (await drafts.decide("shop", "pets", { to, by, digest, self: "never" })).kind;
  };
  return {
    imports: () => drafts.importDocument({ text, set: "shop", from: "pets.json", by }),
    approves: () => decide("approved"),
    rejects: () => decide("rejected"),
    /** Edits the version that the person has seen. */
    edits: async (description?: string, made?: SeenDraft) => {
      const { content, stored } = made ?? (await seen(drafts));
      const tool = description === undefined ? content.tool : { ...content.tool, description };
      const { kind } = await drafts.edit("pets", {
        set: "shop",
        definition: { tool, operation: content.operation },
        documentDigest: "sha256:0",
        from: "an editor",
        by,
        replaces: stored.version,
      });
      return kind;
    },
  };
}

async function shop() {
  const { drafts, audited } = draftRig();
  const [ada, eve, grace] = [
    person(drafts, "key:ada"),
    person(drafts, "key:eve"),
    person(drafts, "key:grace"),
  ];
  await eve.imports();
  return { drafts, audited, ada, eve, grace };
}

const other = "Lists the pets of the shop, sorted by name.";

describe("several people editing one draft", () => {
  it("cannot approve it after adding only a small edit to another author's text", async () => {
    const { ada, eve, grace } = await shop();
    await ada.edits(other);

    expect(await eve.approves()).toBe("own");
    expect(await ada.approves()).toBe("own");
    expect(await grace.approves()).toBe("decided");
  });

  it("start over once it is approved", async () => {
    const { ada, eve, grace, drafts } = await shop();
    await grace.approves();
    await ada.edits(other);

    expect((await seen(drafts)).content).not.toHaveProperty("alsoWrittenBy");
    expect(await eve.approves()).toBe("decided");
  });

  it("do not overwrite each other's concurrent changes", async () => {
    const { ada, eve, drafts } = await shop();
    const opened = await seen(drafts);
    await eve.edits(other);

    expect(await ada.edits("Lists the pets.", opened)).toBe("overtaken");
    expect((await seen(drafts)).content.tool["description"]).toBe(other);
  });

  it("get one decision when two decide at once", async () => {
    const { ada, grace } = await shop();

    const ends = await Promise.all([grace.rejects(), ada.approves()]);

    expect(ends.toSorted()).toEqual(["decided", "settled"]);
  });

  it("can withdraw a rejection by an edit without changes", async () => {
    const { ada, eve, grace, drafts, audited } = await shop();
    await grace.rejects();

    expect(await eve.imports()).toMatchObject({ drafts: [{ became: "unchanged" }] });
    expect((await seen(drafts)).stored.state).toBe("rejected");
    expect(await grace.approves()).toBe("settled");
    expect(await grace.edits()).toBe("written");
    expect((await seen(drafts)).stored.state).toBe("pending");
    expect((await audited()).at(-1)).toMatchObject({ about: { by: "subject of key:grace" } });
    expect(await eve.approves()).toBe("own");
    expect(await grace.approves()).toBe("decided");
    expect(await ada.edits()).toBe("unchanged");
  });
});
