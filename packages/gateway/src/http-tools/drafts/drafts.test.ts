import type { JsonObject } from "@toolcourt/sdk";
import { draftRig } from "@toolcourt/testing/drafts";
import { describe, expect, it } from "vitest";
import { definitionJson } from "./content.ts";
import type { Drafts, SeenDraft } from "./drafts.ts";
import type { ImportOutcome } from "./import-into.ts";
import { readWritten } from "./read-written.ts";

const found = {
  200: {
    description: "Found.",
    content: {
      "application/json": {
        schema: { type: "object", properties: {}, additionalProperties: false },
      },
    },
  },
};

function operation(description: string): JsonObject {
  return { description, responses: found };
}

/** Builds a document with these operations, by path. */
function documentOf(paths: Readonly<Record<string, string>>): string {
  const items = Object.entries(paths).map(
    ([path, text]) => [path, { get: { operationId: path.slice(1), ...operation(text) } }] as const,
  );
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example" }],
    paths: Object.fromEntries(items),
  });
}

const pets = documentOf({
  "/pets": "Lists the pets of the shop, with their names.",
  "/toys": "Lists the toys of the shop, with their prices.",
});

function importing(drafts: Drafts, text: string): Promise<ImportOutcome> {
  return drafts.importDocument({ text, set: "shop", from: "pets.json", by: "operator:grace" });
}

async function seen(drafts: Drafts, name: string): Promise<SeenDraft> {
  const draft = await drafts.show("shop", name);
  if (draft === undefined || draft === "damaged") throw new TypeError(`no ${name}`);
  return draft;
}

async function approve(drafts: Drafts, name: string, by = "key:ada") {
  const { stored } = await seen(drafts, name);
  return drafts.decide("shop", name, { to: "approved", by, digest: stored.digest, self: "never" });
}

function became(outcome: ImportOutcome): Readonly<Record<string, string>> {
  if (outcome.kind !== "imported") return {};
  return Object.fromEntries(outcome.drafts.map((each) => [each.name, each.became]));
}

async function edit(drafts: Drafts, name: string, description: string) {
  const { content } = await seen(drafts, name);
  const text = JSON.stringify(
    definitionJson({ ...content, tool: { ...content.tool, description } }),
  );
  const reading = readWritten(text);
  if (reading.kind === "unreadable") throw new TypeError("not a draft");
  const { definition, documentDigest } = reading;
  return drafts.edit(name, { set: "shop", definition, documentDigest, from: "e", by: "key:eve" });
}

describe("drafts", () => {
  it("are pending after an import, and keep their provenance", async () => {
    const { drafts } = draftRig();

    const outcome = await importing(drafts, pets);

    expect(became(outcome)).toEqual({ pets: "added", toys: "added" });
    const { stored, content, approvable } = await seen(drafts, "pets");
    expect([stored.state, approvable]).toEqual(["pending", true]);
    expect(content.provenance).toMatchObject({ from: "pets.json", pointer: "/paths/~1pets/get" });
  });

  it("stay unchanged if the document is unchanged, and become pending again if it changed", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    await approve(drafts, "pets");
    await approve(drafts, "toys");

    const again = await importing(drafts, pets);
    const changed = await importing(
      drafts,
      documentOf({ "/pets": "Lists all pets, and sells them." }),
    );

    expect(became(again)).toEqual({ pets: "unchanged", toys: "unchanged" });
    expect(became(changed)).toEqual({ pets: "changed" });
    expect(changed).toMatchObject({ gone: ["toys"] });
    const { stored, content } = await seen(drafts, "pets");
    expect(stored.state).toBe("pending");
    expect(content.before?.tool["description"]).toContain("with their names");
    expect((await seen(drafts, "toys")).stored.state).toBe("approved");
  });

  it("keep an edit while the document is unchanged", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    await edit(drafts, "pets", "Lists the pets of the shop, sorted by name.");

    expect(became(await importing(drafts, pets))).toMatchObject({ pets: "kept" });
    const { content } = await seen(drafts, "pets");
    expect(content.tool["description"]).toContain("sorted by name");
  });

  it("become pending again after an edit, and show the approved version", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    await approve(drafts, "pets");

    const edited = await edit(drafts, "pets", "Lists the pets of the shop, sorted by name.");

    expect(edited.kind).toBe("written");
    const { stored, content } = await seen(drafts, "pets");
    expect(stored.state).toBe("pending");
    expect(content.before?.tool["description"]).toContain("with their names");
  });

  it("are approved only by the digest that was shown", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    const { stored } = await seen(drafts, "pets");
    const decide = (digest?: string) =>
      drafts.decide("shop", "pets", {
        to: "approved",
        by: "key:ada",
        self: "never",
        ...(digest === undefined ? {} : { digest }),
      });

    expect(await decide()).toEqual({ kind: "differs" });
    expect(await decide("sha256:")).toEqual({ kind: "differs" });
    expect(await decide(stored.digest.slice(0, -1))).toEqual({ kind: "differs" });
    expect(await decide("0".repeat(64))).toEqual({ kind: "differs" });
    expect(await decide(stored.digest.slice(7))).toMatchObject({ kind: "decided" });
    expect(await decide(stored.digest)).toEqual({ kind: "settled" });
  });

  it("cannot be approved by their authors if self-approval is off", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    await edit(drafts, "pets", "Lists the pets of the shop, sorted by name.");

    expect(await approve(drafts, "pets", "key:eve")).toEqual({ kind: "own" });
    expect(await approve(drafts, "pets", "key:ada")).toMatchObject({ kind: "decided" });
  });

  it("cannot be approved with errors, but can be rejected", async () => {
    const { drafts } = draftRig();
    await importing(
      drafts,
      documentOf({ "/pets": "Lists \u202Epets\u202C of the shop, with names." }),
    );

    expect(await approve(drafts, "pets")).toMatchObject({ kind: "flawed" });
    const rejecting = { to: "rejected", by: "key:ada", self: "never" } as const;
    expect(await drafts.decide("shop", "pets", rejecting)).toMatchObject({ kind: "decided" });
    expect((await seen(drafts, "pets")).stored.state).toBe("rejected");
  });

  it("are neither shown nor decided if they were tampered with", async () => {
    const { drafts, store } = draftRig();
    await importing(drafts, pets);
    const { stored } = await seen(drafts, "pets");
    const content = stored.content.replace("pets.example", "evil.example");
    await store.put([{ draft: { ...stored, content, version: 2 }, replaces: 1 }], []);

    expect(await drafts.show("shop", "pets")).toBe("damaged");
    expect(await approveBlindly(drafts, stored.digest)).toEqual({ kind: "differs" });
    expect(became(await importing(drafts, pets))).toEqual({ pets: "changed", toys: "unchanged" });
    expect((await seen(drafts, "pets")).stored).toMatchObject({ state: "pending", version: 3 });
  });

  it("audit every change: actor, action and digest, but no text", async () => {
    const { drafts, audited } = draftRig();
    await importing(drafts, pets);
    await approve(drafts, "pets");
    await edit(drafts, "pets", "Lists the pets of the shop, sorted by name.");

    const entries = await audited();

    expect(entries.map(({ kind }) => kind)).toEqual([
      "draft.imported",
      "draft.written",
      "draft.written",
      "draft.decided",
      "draft.written",
    ]);
    expect(entries[3]).toMatchObject({
      about: { set: "shop", name: "pets", to: "approved", by: "subject of key:ada" },
    });
    expect(JSON.stringify(entries)).not.toContain("Lists");
  });

  it("accept a handwritten draft once", async () => {
    const { drafts } = draftRig();
    await importing(drafts, pets);
    const { content } = await seen(drafts, "pets");
    const tool = { ...content.tool, name: "animals" };
    const writing = {
      set: "shop",
      definition: { tool, operation: content.operation },
      documentDigest: "sha256:0",
      from: "animals.yaml",
      by: "operator:grace",
    };

    expect((await drafts.add(writing)).kind).toBe("written");
    expect(await drafts.add(writing)).toEqual({ kind: "taken" });
    expect((await seen(drafts, "animals")).content.provenance.edition).toBe("by hand");
    expect(await importing(drafts, pets)).toMatchObject({ gone: [] });
  });
});

function approveBlindly(drafts: Drafts, digest: string) {
  return drafts.decide("shop", "pets", { to: "approved", by: "key:ada", digest, self: "may" });
}
