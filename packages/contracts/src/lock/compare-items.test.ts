import { describe, expect, it } from "vitest";
import {
  approveItems,
  compareItems,
  type OfferedItem,
  type OfferedLists,
} from "./compare-items.ts";
import { emptyLock, type Lock } from "./lock.ts";

const approval = { by: "operator:grace", at: 0 };
const both = new Set(["prompts", "templates"] as const);

function prompt(name: string, more: Partial<OfferedItem> = {}): OfferedItem {
  return { list: "prompts", name, definition: { name }, ...more };
}

function offering(...items: readonly OfferedItem[]): ReadonlyMap<string, OfferedLists> {
  return new Map([["crm", { items, answered: both }]]);
}

function lockOf(...items: readonly OfferedItem[]): Lock {
  return approveItems(emptyLock, compareItems(emptyLock, offering(...items)), approval);
}

function kindsIn(lock: Lock, offered: ReturnType<typeof offering>): readonly string[] {
  return compareItems(lock, offered).map(({ kind, name }) => `${kind} ${name}`);
}

const changed = prompt("a", { definition: { name: "a", description: "Hi" } });

describe("compareItems", () => {
  it("reports added, changed and removed items", () => {
    const lock = lockOf(prompt("a"), prompt("b"));

    expect(kindsIn(lock, offering(changed, prompt("c")))).toEqual([
      "changed a",
      "added c",
      "removed b",
    ]);
  });

  it("knows a prompt from a template of the same name", () => {
    const template = prompt("a", { list: "templates" });

    expect(kindsIn(lockOf(prompt("a")), offering(prompt("a"), template))).toEqual(["added a"]);
  });

  it("reports nothing removed from a list that was not answered", () => {
    const offered = new Map([["crm", { items: [], answered: new Set<"prompts">() }]]);

    expect(kindsIn(lockOf(prompt("a")), offered)).toEqual([]);
  });

  it("reports an item that belongs to another server", () => {
    expect(kindsIn(emptyLock, offering(prompt("a", { owner: "web" })))).toEqual(["takes-name a"]);
  });
});

describe("approveItems", () => {
  it("leaves no difference", () => {
    const lock = lockOf(prompt("a"), prompt("b"));
    const offered = offering(changed, prompt("c"));

    const approved = approveItems(lock, compareItems(lock, offered), approval);

    expect(kindsIn(approved, offered)).toEqual([]);
    expect(approved.items?.get("crm")?.prompts?.get("a")?.approvedBy).toBe("operator:grace");
  });

  it("leaves a name with one owner", () => {
    const lock = lockOf(prompt("a"));
    const taking = [prompt("a", { owner: "crm" })];
    const offered = new Map([["web", { items: taking, answered: both }]]);

    const approved = approveItems(lock, compareItems(lock, offered), approval);

    const owners = [...(approved.items ?? [])].map(([server, items]) => [
      server,
      items.prompts?.has("a"),
    ]);
    expect(owners).toEqual([
      ["crm", false],
      ["web", true],
    ]);
  });
});
