import { type JsonObject, readContract, type ToolContract } from "@toolcourt/sdk";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import {
  emptyLock,
  firstUse,
  formatLock,
  type Lock,
  lockedTool,
  mergeLock,
  withLocked,
} from "./lock.ts";
import { type LockedItem, lockedItem, withItems } from "./locked-items.ts";
import { parseLock } from "./parse-lock.ts";

function contractOf(server: string, received: JsonObject): ToolContract {
  const reading = readContract({ server, tool: received });
  if (reading.kind === "unreadable") throw new Error(reading.message);
  return reading.contract;
}

function lockOf(server: string, ...tools: readonly JsonObject[]): Lock {
  const entries = tools.map((received) => {
    const contract = contractOf(server, received);
    return [contract.name, lockedTool(contract, { by: firstUse, at: 0 })] as const;
  });
  return withLocked(emptyLock, server, new Map(entries));
}

/** Formats a valid lock and replaces one thing in it. */
function broken(from: string | RegExp, to: string): string {
  return formatLock(lockOf("crm", tool())).replace(from, to);
}

describe("a lock", () => {
  it("survives a round trip through its text", () => {
    const lock = lockOf("crm", tool(), tool({ name: "other" }));

    expect(parseLock(formatLock(lock), "toolcourt.lock")).toEqual(lock);
  });

  it("has the same text, regardless of the order of its entries", () => {
    const [a, b] = [tool({ name: "a" }), tool({ name: "b" })];
    const turned = Object.fromEntries(Object.entries(b).toReversed());

    expect(formatLock(lockOf("crm", a, b))).toBe(formatLock(lockOf("crm", turned, a)));
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])(
    "holds a tool and a server called %j like any other",
    (name) => {
      const lock = lockOf(name, tool({ name }));
      const read = parseLock(formatLock(lock), "toolcourt.lock");

      expect(read.servers.get(name)?.get(name)?.contract).toEqual(tool({ name }));
      expect(read.servers.size).toBe(1);
    },
  );

  it("keeps a server's entries when others are added", () => {
    const lock = lockOf("crm", tool({ name: "a" }));
    const more = lockOf("crm", tool({ name: "b" })).servers.get("crm") ?? new Map();

    expect([...(withLocked(lock, "crm", more).servers.get("crm")?.keys() ?? [])]).toEqual([
      "a",
      "b",
    ]);
  });
});

describe("parseLock", () => {
  it.each<[string, string, string]>([
    ["not JSON", "{", "json-invalid"],
    ["two values", "{} {}", "json-invalid"],
    ["a key twice", '{"version":1,"version":1}', "json-duplicate-key"],
    ["a list", "[]", "lock-invalid"],
    ["no servers", '{"version":1}', "lock-invalid"],
    ["another version", '{"version":2,"servers":{}}', "lock-invalid"],
    ["an unknown key", '{"version":1,"servers":{},"more":1}', "lock-invalid"],
    ["a changed contract", broken("Geneva tomorrow", "Bern tomorrow"), "lock-invalid"],
    ["a changed digest", broken(/sha256:[0-9a-f]{8}/, "sha256:00000000"), "lock-invalid"],
    ["an unknown effect", broken('"effect": "read"', '"effect": "look"'), "lock-invalid"],
    ["no approver", broken('"approvedBy": "first-use"', '"approvedBy": 1'), "lock-invalid"],
    ["broken text", broken("Geneva tomorrow", "\\ud800"), "lock-invalid"],
    ["a server without tools", '{"version":1,"servers":{"crm":{}}}', "lock-invalid"],
  ])("refuses a lock with a flaw: %s", (_, text, code) => {
    expect(() => parseLock(text, "toolcourt.lock")).toThrow(expect.objectContaining({ code }));
  });

  it("refuses a flawed lock with the position", () => {
    const text = '{\n  "version": 1,\n  "servers": {\n    "crm": { "tools": 7 }\n  }\n}';

    expect(() => parseLock(text, "toolcourt.lock")).toThrow(
      "toolcourt.lock:4:23 Expected an object.",
    );
  });
});

/** Returns the lock with one more tool. The description makes it distinguishable. */
function adding(lock: Lock, name: string, description = "Returns the weather of a city."): Lock {
  const contract = contractOf("crm", tool({ name, description }));
  return withLocked(lock, "crm", new Map([[name, lockedTool(contract, { by: "ada", at: 0 })]]));
}

function toolsIn(lock: Lock): readonly string[] {
  return [...(lock.servers.get("crm")?.keys() ?? [])].toSorted();
}

describe("mergeLock", () => {
  it("keeps the additions of both sides", () => {
    const base = adding(emptyLock, "a");
    const merged = mergeLock({ base, next: adding(base, "b"), there: adding(base, "c") });

    expect(toolsIn(merged)).toEqual(["a", "b", "c"]);
  });

  it("keeps the other side's version of a changed entry", () => {
    const base = adding(emptyLock, "a");
    const [next, there] = [adding(base, "a", "Mine."), adding(base, "a", "Theirs.")];

    expect(mergeLock({ base, next, there })).toEqual(there);
  });

  it("does not restore an entry that the other side removed", () => {
    const base = adding(adding(emptyLock, "a"), "b");
    const merged = mergeLock({ base, next: adding(base, "c"), there: adding(emptyLock, "a") });

    expect(toolsIn(merged)).toEqual(["a", "c"]);
  });

  it("records a new server without tools", () => {
    const next = withLocked(emptyLock, "empty", new Map());

    expect(mergeLock({ base: emptyLock, next, there: adding(emptyLock, "a") }).servers.size).toBe(
      2,
    );
  });

  it("returns the same lock if nothing was added", () => {
    const there = adding(emptyLock, "a");

    expect(mergeLock({ base: emptyLock, next: emptyLock, there })).toBe(there);
  });
});

const greet = { name: "greet", description: "Greets." };

function promptOf(description = "Greets.", at = 0): LockedItem {
  const definition = { ...greet, description };
  return lockedItem({ server: "crm", list: "prompts", definition }, { by: firstUse, at });
}

/** Returns the lock with prompts of the server `crm`. */
function prompting(lock: Lock, prompts: Readonly<Record<string, LockedItem>>): Lock {
  const items = withItems(lock.items, "crm", { prompts: new Map(Object.entries(prompts)) });
  return { ...lock, items };
}

describe("prompts, templates and URIs in a lock", () => {
  const full = prompting(lockOf("crm", tool()), { greet: promptOf() });

  it("are read as they were written, also of a server without locked tools", () => {
    const items = withItems(full.items, "web", {
      templates: new Map(),
      resources: new Set(["b:1", "a:1"]),
    });
    const lock = { ...full, items };

    const read = parseLock(formatLock(lock), "toolcourt.lock");

    expect(read.items?.get("crm")).toEqual(items.get("crm"));
    expect(read.items?.get("web")).toEqual({
      templates: new Map(),
      resources: new Set(["a:1", "b:1"]),
    });
    expect([...read.servers.keys()]).toEqual(["crm"]);
    expect(formatLock(read)).toBe(formatLock(lock));
  });

  it("are missing from an older lock, whose text stays the same", () => {
    const old = formatLock(lockOf("crm", tool()));

    expect(parseLock(old, "toolcourt.lock").items).toBeUndefined();
    expect(formatLock(parseLock(old, "toolcourt.lock"))).toBe(old);
  });

  it.each<[string, string | RegExp, string]>([
    ["a changed definition", "Greets.", "Send me all."],
    ["a changed digest", /sha256:[0-9a-f]{8}/, "sha256:00000000"],
    ["no approver", /"approvedBy": "first-use",\n\s*"definition"/, '"definition"'],
    ["an unknown key", '"definition": {', '"note": 1, "definition": {'],
    ["addresses that are no list", '"prompts": {', '"resources": {}, "prompts": {'],
    ["an address that is no text", '"prompts": {', '"resources": [7], "prompts": {'],
  ])("are refused with a flaw: %s", (_, from, to) => {
    const text = formatLock({ ...full, servers: new Map() });
    const flawed = text.replace(from, to);

    expect(flawed).not.toBe(text);
    expect(() => parseLock(flawed, "toolcourt.lock")).toThrow(
      expect.objectContaining({ code: "lock-invalid" }),
    );
  });

  it("are merged as tools are", () => {
    const base = prompting(emptyLock, { a: promptOf(), b: promptOf() });
    const next = prompting(base, { a: promptOf("Mine.", 1), c: promptOf() });
    const there = prompting(base, { a: promptOf("Theirs.", 2), d: promptOf() });
    const uris = { resources: new Set(["x:1"]) };
    const withUris = { ...next, items: withItems(next.items, "crm", uris) };

    const { items } = mergeLock({ base, next: withUris, there });

    const [a, b, c, d] = [promptOf("Theirs.", 2), promptOf(), promptOf(), promptOf()];
    expect(items?.get("crm")).toEqual({
      prompts: new Map(Object.entries({ a, b, c, d })),
      resources: new Set(["x:1"]),
    });
  });

  it("are not restored after the other side removed them", () => {
    const base = prompting(emptyLock, { a: promptOf() });

    expect(mergeLock({ base, next: base, there: emptyLock })).toBe(emptyLock);
  });
});
