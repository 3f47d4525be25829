import { type Lock, lockedTool } from "@toolcourt/contracts/internal/lock/lock";
import { type JsonObject, type JsonValue, readContract } from "@toolcourt/sdk";
import { admissionInput, type TestToolbox } from "@toolcourt/testing/admission";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { greetTool } from "@toolcourt/testing/local-tool";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { createTextWriter } from "../telemetry/writers.ts";
import { createRegistry, type Registry } from "./create-registry.ts";

const named = (...names: readonly string[]): readonly JsonObject[] =>
  names.map((name) => tool({ name }));

async function open(toolbox: TestToolbox) {
  const lines: string[] = [];
  const saved: Lock[] = [];
  const registry = await createRegistry({
    ...admissionInput(toolbox),
    clock: createFakeClock(),
    write: createTextWriter({ print: (line) => void lines.push(line), minLevel: "info" }),
    saveLock: async (lock) => void saved.push(lock),
  });
  lines.length = 0;
  return { registry, lines, saved };
}

function callable(registry: Registry): readonly (JsonValue | undefined)[] {
  return registry.current().listed.map(({ name }) => name);
}

function holdOn(registry: Registry, name: string): string | undefined {
  return registry.current().tools.get(name)?.hold?.kind;
}

function digestOf(received: JsonObject): string {
  const reading = readContract({ server: "crm", tool: received });
  if (reading.kind === "unreadable") throw new Error(reading.message);
  return lockedTool(reading.contract, { by: "", at: 0 }).digest;
}

const described =
  "Returns the weather of a city. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm is it in Bern?";

const crm = (...has: readonly JsonValue[]) => ({ servers: [{ name: "crm", has }] });

describe("createRegistry, at the start", () => {
  it("saves the lock only if it is new", async () => {
    const first = await open(crm(tool()));
    const [lock] = first.saved;
    const second = await open({ ...crm(tool()), ...(lock && { lock }) });

    expect(first.saved).toHaveLength(1);
    expect(second.saved).toEqual([]);
  });

  it("marks a tool without an output schema in the list, and not in its lock entry", async () => {
    const { outputSchema: _none, ...untyped } = tool({ name: "a", _meta: { theirs: 1 } });
    const { registry, saved } = await open({
      servers: [{ name: "crm", has: [untyped, tool({ name: "b" })], profiles: ["registry"] }],
    });

    const [a, b] = registry.current().listed;
    expect(a?.["_meta"]).toEqual({ theirs: 1, "dev.toolcourt/untyped": true });
    expect(b?.["_meta"]).not.toHaveProperty(["dev.toolcourt/untyped"]);
    expect(saved[0]?.servers.get("crm")?.get("a")).toMatchObject({ contract: untyped });
  });
});

async function openOnFullDisk() {
  let isFull = false;
  const registry = await createRegistry({
    ...admissionInput(crm(...named("a", "b", "c"))),
    clock: createFakeClock(),
    write: () => undefined,
    saveLock: async () => {
      if (isFull) throw new Error("disk full");
    },
  });
  isFull = true;
  return registry;
}

describe("createRegistry, with a lock that cannot be saved", () => {
  it("admits nothing that would need a lock entry, but still holds drifted tools", async () => {
    const registry = await openOnFullDisk();
    const harmless = tool({ name: "a", icons: [{ src: "https://example.com/a.png" }] });
    const harmful = tool({ name: "b", title: "Other" });

    const replacing = registry.replace("crm", [harmless, harmful, ...named("c")]);

    await expect(replacing).rejects.toThrow("disk full");
    expect(callable(registry)).toEqual(["c"]);
  });

  it("does not write a lock for a start without servers", async () => {
    const { saved } = await open({});

    expect(saved).toEqual([]);
  });
});

describe("a server that changes its tools at run time", () => {
  it("T22: gets no new tool admitted before the next start", async () => {
    const { registry, lines, saved } = await open(crm(...named("a")));

    await registry.replace("crm", named("a", "b"));

    expect(callable(registry)).toEqual(["a"]);
    expect(holdOn(registry, "b")).toBe("not-admitted");
    expect(lines).toEqual([
      "WARNING: Tool 'b' from MCP server 'crm' may not be called, it has not been admitted",
    ]);
    expect(saved).toHaveLength(1);
  });

  it("T22: does not stop a strict gateway with an unconfigured tool", async () => {
    const { registry } = await open({
      tools: [{ name: "a" }],
      servers: [{ name: "crm", mode: "strict", has: named("a") }],
    });

    await registry.replace("crm", named("a", "b"));

    expect(callable(registry)).toEqual(["a"]);
    expect(holdOn(registry, "b")).toBe("not-admitted");
  });

  it("loses a removed tool, and gets it back unchanged", async () => {
    const { registry, lines } = await open(crm(...named("a", "b")));

    await registry.replace("crm", named("a"));
    expect(callable(registry)).toEqual(["a"]);
    await registry.replace("crm", named("a", "b"));

    expect(callable(registry)).toEqual(["a", "b"]);
    expect(lines).toEqual([
      "WARNING: Tool 'b' was configured but is no longer available from MCP server 'crm'",
    ]);
  });

  it("has a breaking change held, even after restoring the old contract", async () => {
    const { registry } = await open(crm(tool()));

    await registry.replace("crm", [tool({ title: "Other" })]);
    expect(holdOn(registry, "get-forecast")).toBe("drifted");
    await registry.replace("crm", []);
    await registry.replace("crm", [tool()]);

    expect(holdOn(registry, "get-forecast")).toBe("drifted");
    expect(callable(registry)).toEqual([]);
  });

  it("is quarantined after a change that also breaks the rules", async () => {
    const { registry } = await open(crm(tool()));

    await registry.replace("crm", [tool({ inputSchema: 7 })]);
    expect(holdOn(registry, "get-forecast")).toBe("nonconformant");
    await registry.replace("crm", [tool()]);

    expect(holdOn(registry, "get-forecast")).toBe("drifted");
  });

  it("has a cosmetic change admitted and locked", async () => {
    const { registry, saved } = await open(crm(tool()));
    const changed = tool({ icons: [{ src: "https://example.com/a.png" }] });

    await registry.replace("crm", [changed]);

    expect(registry.current().listed).toEqual([changed]);
    expect(saved.at(-1)?.servers.get("crm")?.get("get-forecast")?.contract).toEqual(changed);
  });

  it("logs the same event once", async () => {
    const { registry, lines } = await open(crm(tool()));

    await registry.replace("crm", [tool({ title: "Other" })]);
    await registry.replace("crm", [tool({ title: "Other" })]);

    expect(lines).toHaveLength(1);
  });

  it("cannot take over another server's name", async () => {
    const { registry } = await open({
      servers: [
        { name: "crm", has: named("search") },
        { name: "erp", has: named("a") },
      ],
    });

    await registry.replace("erp", named("a", "search"));

    expect(registry.current().tools.get("search")).toMatchObject({ home: { server: "crm" } });
    expect(callable(registry)).toEqual(["a", "search"]);
  });

  it("cannot pass its name to another server by going away", async () => {
    const { registry } = await open({
      collision: "last-wins",
      servers: [
        { name: "crm", has: named("search") },
        { name: "erp", has: named("search") },
      ],
    });

    await registry.replace("erp", []);

    expect(callable(registry)).toEqual([]);
  });

  it("cannot rename another server's tool by going away", async () => {
    const { registry } = await open({
      collision: "qualify",
      servers: [
        { name: "crm", has: named("search") },
        { name: "erp", has: named("search") },
      ],
    });

    await registry.replace("erp", []);

    expect(callable(registry)).toEqual(["crm__search"]);
  });

  it("leaves existing snapshots unchanged", async () => {
    const { registry } = await open(crm(...named("a")));
    const before = registry.current();

    await registry.replace("crm", []);

    expect(before.listed).toHaveLength(1);
    expect(registry.current().version).toBe(before.version + 1);
  });
});

describe("SECURITY 13: a tool of a strict server with one byte changed since approval", () => {
  it.each<[string, JsonObject]>([
    ["title", { title: "." }],
    ["description", { description: `${described}.` }],
    ["inputSchema", { inputSchema: { type: "object", additionalProperties: false } }],
    ["outputSchema", { outputSchema: { type: "object", properties: { celsius: {} } } }],
    ["annotations", { annotations: { readOnlyHint: true, openWorldHint: false } }],
    ["_meta", { _meta: { more: 1 } }],
    ["an unknown field", { "x-unknown": 1 }],
    ["icons", { icons: [] }],
  ])("is held: %s", async (_, differences) => {
    const { registry } = await open({
      tools: [{ name: "get-forecast" }],
      servers: [{ name: "crm", mode: "strict", has: [tool({ description: described })] }],
    });

    await registry.replace("crm", [tool({ description: described, ...differences })]);
    expect(callable(registry)).toEqual([]);
    await registry.replace("crm", [tool({ description: described })]);

    expect(holdOn(registry, "get-forecast")).toBe("drifted");
  });

  it("disappears under its name, and is new under another", async () => {
    const { registry } = await open({
      tools: [{ name: "get-forecast" }, { name: "get-forecasts" }],
      servers: [{ name: "crm", mode: "strict", has: [tool()] }],
    });

    await registry.replace("crm", [tool({ name: "get-forecasts" })]);

    expect(callable(registry)).toEqual([]);
    expect(holdOn(registry, "get-forecasts")).toBe("not-admitted");
  });

  it("is not held for a different key order", async () => {
    const { registry } = await open({
      tools: [{ name: "get-forecast" }],
      servers: [{ name: "crm", mode: "strict", has: [tool()] }],
    });

    await registry.replace("crm", [Object.fromEntries(Object.entries(tool()).toReversed())]);

    expect(callable(registry)).toEqual(["get-forecast"]);
  });
});

describe("a server that joins late", () => {
  it("T14: has its tools admitted as at the start", async () => {
    const { registry, saved, lines } = await open({ servers: [{ name: "crm" }] });

    await registry.replace("crm", named("a"));

    expect(callable(registry)).toEqual(["a"]);
    expect(saved.at(-1)?.servers.get("crm")?.has("a")).toBe(true);
    // One line about the server tells it.
    expect(lines).toEqual([]);
  });

  it("loses names that are taken, including those of local tools", async () => {
    const { registry, lines } = await open({
      collision: "last-wins",
      tools: [{ name: "greet-person" }],
      local: [greetTool],
      servers: [{ name: "crm", has: named("a") }, { name: "erp" }],
    });

    await registry.replace("erp", named("a", "greet-person", "b"));

    expect(callable(registry)).toEqual(["a", "b", "greet-person"]);
    expect(registry.current().tools.get("greet-person")?.home.kind).toBe("local");
    expect(lines.filter((line) => line.startsWith("WARNING"))).toHaveLength(2);
  });
});

describe("approve", () => {
  const changed = tool({ title: "Other" });

  it("locks the approved contract and releases the tool", async () => {
    const { registry, saved } = await open(crm(tool()));
    await registry.replace("crm", [changed]);

    const approving = { server: "crm", tool: "get-forecast", digest: digestOf(changed), by: "ada" };

    await expect(registry.approve(approving)).resolves.toBe(true);
    expect(registry.current().listed).toEqual([changed]);
    expect(saved.at(-1)?.servers.get("crm")?.get("get-forecast")).toMatchObject({
      approvedBy: "ada",
      contract: changed,
    });
  });

  it("refuses a contract that has changed since the review", async () => {
    const { registry } = await open(crm(tool()));
    await registry.replace("crm", [changed]);
    const approving = { server: "crm", tool: "get-forecast", digest: digestOf(changed), by: "ada" };
    await registry.replace("crm", [tool({ title: "Another" })]);

    await expect(registry.approve(approving)).resolves.toBe(false);
    expect(callable(registry)).toEqual([]);
  });

  it("refuses an unknown tool", async () => {
    const { registry } = await open(crm(tool()));

    await expect(
      registry.approve({ server: "crm", tool: "x", digest: "", by: "ada" }),
    ).resolves.toBe(false);
  });
});

describe("subscribe", () => {
  it("notifies of every new snapshot until unsubscribed", async () => {
    const { registry } = await open(crm(...named("a")));
    const versions: number[] = [];
    const leave = registry.subscribe(({ version }) => void versions.push(version));

    await registry.replace("crm", []);
    leave();
    await registry.replace("crm", named("a"));

    expect(versions).toEqual([2]);
  });

  it("delivers concurrent changes one after the other", async () => {
    const { registry } = await open({
      servers: [
        { name: "crm", has: named("a") },
        { name: "erp", has: named("b") },
      ],
    });

    await Promise.all([registry.replace("crm", []), registry.replace("erp", [])]);

    expect(callable(registry)).toEqual([]);
    expect(registry.current().version).toBe(3);
  });

  it("delivers nothing for an unconfigured server", async () => {
    const { registry } = await open(crm());

    await expect(registry.replace("erp", [])).rejects.toThrow(TypeError);
  });
});
