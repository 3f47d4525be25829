import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { namesIn } from "../gate/outcome.ts";
import { callBy as call, openTeams, ops, support, supportKey, type Teams } from "./teams.ts";

// What a change of the endpoints does to a gateway that serves them.

const stack = new AsyncDisposableStack();
let teams: Teams;
let world: Teams["world"];
let connect: Teams["connect"];
beforeAll(async () => {
  teams = await openTeams(stack);
  ({ world, connect } = teams);
}, 60_000);
afterAll(() => stack.disposeAsync());

beforeEach(async () => {
  // Its socket opens after its port.
  await vi.waitFor(restore, { timeout: 20_000 });
}, 30_000);

async function restore(): Promise<void> {
  await world.configure(teams.config);
  const said = await world.reload();
  if (!said.includes("has read its files again")) throw new Error(said);
}

function changed(...endpoints: readonly JsonObject[]): JsonObject {
  return { ...teams.config, endpoints };
}

async function namesAt(path: string): Promise<readonly string[]> {
  return namesIn(await (await connect(path, supportKey))("tools/list", {}));
}

describe("a changed endpoint", () => {
  it("takes tools away by itself, and waits for a reload to add some", async () => {
    await world.configure(changed(support, { ...ops, tools: ["cloud/*"] }));
    await expect.poll(() => namesAt("/mcp/ops"), { timeout: 20_000 }).toEqual(["ops_get-machine"]);
    expect(await call(await connect("/mcp/ops", supportKey), "ops_get-customer")).toBe(
      "tool-unknown",
    );

    await world.configure(changed(support, ops));
    await expect
      .poll(() => world.gateway.printed.join("\n"), { timeout: 20_000 })
      .toMatch(/toolcourt\.yaml.*(waits|reload)/);
    expect(await namesAt("/mcp/ops")).toEqual(["ops_get-machine"]);

    expect(await world.reload()).toContain("has read its files again");
    expect(await namesAt("/mcp/ops")).toHaveLength(4);
  }, 60_000);

  it("has another prefix after a reload", async () => {
    await world.configure(changed(support, { ...ops, prefix: "o." }));
    await world.reload();
    const names = await namesAt("/mcp/ops");

    expect(names).toContain("o.get-machine");
    expect(await call(await connect("/mcp/ops", supportKey), "ops_get-machine")).toBe(
      "tool-unknown",
    );
  }, 60_000);

  it.each([
    ["a new endpoint", [support, ops, { path: "/mcp/new", servers: ["crm"] }]],
    ["another path", [{ ...support, path: "/mcp/help" }, ops]],
    ["another name", [{ ...support, name: "help" }, ops]],
    ["no endpoint", []],
  ])("needs a restart for %s, and changes nothing before", async (_, next) => {
    await world.configure(changed(...next));
    const said = await world.reload();

    expect(said).toContain("the paths and names of endpoints");
    expect(await namesAt("/mcp/support")).toHaveLength(4);
  });

  it.each([
    [
      "an unknown tag",
      { ...support, tags: ["wether"] },
      "endpoints[0].tags[0]: No tool has this tag.",
    ],
    [
      "an unknown tool",
      { ...support, tools: ["get-custmer"] },
      "endpoints[0].tools[0]: No tool has this name.",
    ],
    [
      "an effect of no tool",
      { ...support, effects: ["destroy"] },
      "endpoints[0].effects[0]: No tool has this effect.",
    ],
    [
      "no tool in common",
      { ...support, tools: ["get-machine"] },
      "endpoints[0]: Each part matches some tool, and no tool matches all",
    ],
    [
      "the path of the whole gateway",
      { ...support, path: "/mcp" },
      "endpoints[0].path: /mcp is the path",
    ],
  ])("is refused with %s, with its place, and changes nothing", async (_, entry, expected) => {
    await world.configure(changed(entry, ops));
    const said = await world.reload();

    expect(said).toMatch(/toolcourt\.yaml:\d+:\d+ /);
    expect(said).toContain(expected);
    expect(await namesAt("/mcp/support")).toHaveLength(4);
  });
});
