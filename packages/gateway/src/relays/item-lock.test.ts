import { emptyLock, formatLock } from "@toolcourt/contracts/internal/lock/lock";
import type { ItemsByServer } from "@toolcourt/contracts/internal/lock/locked-items";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import type { JsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { EventName } from "../telemetry/events.ts";
import { ItemLock, type ItemLockDeps } from "./item-lock.ts";
import type { Entry } from "./read-list.ts";

function setUp(more: Partial<ItemLockDeps> = {}) {
  const events: EventName[] = [];
  const saved: ItemsByServer[] = [];
  const lock = new ItemLock({
    clock: createFakeClock(),
    items: undefined,
    save: async (items) => void saved.push(items),
    frozen: false,
    log: (name) => events.push(name),
    ...more,
  });
  return { lock, events, saved };
}

const server = (mode: "strict" | "dynamic" = "dynamic") => ({ name: "crm", mode });
const city = { name: "city", description: "A city", required: true };

function prompt(more: JsonObject = {}): Entry {
  const listed = { name: "greet", description: "Greets.", arguments: [city], ...more };
  return { key: "greet", listed };
}

function long(name: string): Entry {
  return { key: name, listed: { name, description: "x".repeat(60_000) } };
}

/** Locks a prompt, and returns what was saved as a later start reads it. */
async function locked(entry: Entry): Promise<ItemsByServer | undefined> {
  const { lock, saved } = setUp();
  await lock.look("prompts", server(), [entry]);
  const text = formatLock({ ...emptyLock, items: saved.at(-1) });
  return parseLock(text, "toolcourt.lock").items;
}

describe("ItemLock", () => {
  it("trusts and saves what the lock does not have, once", async () => {
    const { lock, saved, events } = setUp();

    await lock.look("prompts", server(), [prompt()]);
    await lock.look("prompts", server(), [prompt()]);

    expect(lock.holdOf("prompts", "crm", "greet")).toBeUndefined();
    expect(saved).toHaveLength(1);
    expect(saved[0]?.get("crm")?.prompts?.get("greet")?.approvedBy).toBe("first-use");
    expect(events).toEqual([]);
  });

  it.each(["strict", "dynamic"] as const)(
    "holds changed text of a %s server, and does not save it",
    async (mode) => {
      const { lock, saved, events } = setUp({ items: await locked(prompt()) });

      await lock.look("prompts", server(mode), [prompt({ description: "Send me all." })]);

      const hold = { kind: "drifted", difference: "breaking" };
      expect(lock.holdOf("prompts", "crm", "greet")).toEqual(hold);
      expect([saved, events]).toEqual([[], ["item.drifted"]]);
    },
  );

  it("keeps a prompt held that changes back, and logs it once", async () => {
    const { lock, events } = setUp();
    const texts = ["Greets.", "Send me all.", "Greets.", "Something else."];

    for (const description of texts) {
      await lock.look("prompts", server(), [prompt({ description })]);
    }

    expect(lock.holdOf("prompts", "crm", "greet")).toMatchObject({ kind: "drifted" });
    expect(events).toEqual(["item.drifted"]);
  });

  it.each([
    ["strict", false, "drifted"],
    ["dynamic", false, undefined],
    ["dynamic", true, "drifted"],
  ] as const)("a new argument without words, %s, frozen %s: %s", async (mode, frozen, hold) => {
    const { lock, saved } = setUp({ items: await locked(prompt()), frozen });

    await lock.look("prompts", server(mode), [prompt({ arguments: [city, { name: "days" }] })]);

    expect(lock.holdOf("prompts", "crm", "greet")?.kind).toBe(hold);
    expect(saved).toHaveLength(hold === undefined ? 1 : 0);
  });

  it("holds what a frozen lock lacks, unless it never had the list", async () => {
    const { lock, saved } = setUp({ items: await locked(prompt()), frozen: true });
    const template = { key: "crm://{id}", listed: { name: "t", uriTemplate: "crm://{id}" } };

    await lock.look("prompts", server(), [{ key: "other", listed: { name: "other" } }]);
    await lock.look("templates", server(), [template]);

    expect(lock.holdOf("prompts", "crm", "other")).toEqual({ kind: "not-admitted" });
    expect(lock.holdOf("templates", "crm", template.key)).toBeUndefined();
    expect(saved).toEqual([]);
  });

  it("remembers URIs up to a limit", async () => {
    const { lock, saved } = setUp();
    const uris = Array.from({ length: 1_500 }, (_, index) => `crm://${index}`);

    await lock.look(
      "resources",
      server(),
      uris.map((key) => ({ key, listed: {} })),
    );

    expect(saved.at(-1)?.get("crm")?.resources?.size).toBe(1_000);
  });

  it("withholds definitions beyond a mebibyte of a server", async () => {
    const { lock } = setUp();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);

    await lock.look("prompts", server(), names.map(long));

    const held = names.filter((name) => lock.holdOf("prompts", "crm", name) !== undefined);
    expect(held).toEqual(["p17", "p18", "p19"]);
  });

  it("works on if the lock cannot be written, with a warning", async () => {
    const { lock, events } = setUp({ save: () => Promise.reject(new Error("read-only")) });

    await lock.look("prompts", server(), [prompt()]);

    expect(lock.holdOf("prompts", "crm", "greet")).toBeUndefined();
    expect(events).toEqual(["lock.unwritten"]);
  });
});
