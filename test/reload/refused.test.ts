import { hash } from "node:crypto";
import { rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../packages/testing/src/services/open-balancer.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, configFile, openWorld, type World } from "./world.ts";

// A reload that is refused changes nothing, and says why.

const bearer = `tck_${"k".repeat(43)}`;
const stack = new AsyncDisposableStack();
let world: World;
let config: JsonObject;
let first: JsonObject;

beforeAll(async () => {
  const server = stack.use(await openCountingServer({ tools: [reading("ask-first")] }));
  first = serverEntry("first", server.url);
  config = { toolbox: { mcps: [first] } };
  world = stack.use(await openWorld({ config }));
}, 30_000);
afterAll(() => stack.disposeAsync());

/** Reloads, looks whether everything works as before, and undoes the change. */
async function refusedReload(): Promise<string> {
  const said = await world.reload();
  const logged = said.replace(/^Gateway \d+ changed nothing: /, "").split("\n", 1)[0];
  expect(world.gateway.printed.join("\n")).toContain(`Nothing was reloaded: ${logged}`);
  expect(await world.list()).toEqual(["ask-first"]);
  expect(await world.call("ask-first", bern)).toBe("answered");
  await world.configure(config);
  expect(await world.reload()).toContain("has read its files again");
  return said;
}

async function refusals(code: string): Promise<number> {
  const rows = await world.audit();
  return rows.filter((row) => row.includes("gateway.reload-refused") && row.includes(code)).length;
}

describe("a reload is refused, and changes nothing,", () => {
  it("if the file is invalid", async () => {
    await world.configure({ toolbox: { mcps: [first, { name: "second" }] } });

    const said = await refusedReload();

    expect(said).toContain("toolbox.mcps[1].transport: This is missing");
    expect(await refusals("config-invalid")).toBeGreaterThan(0);
  });

  it("if the file is half-written", async () => {
    const text = JSON.stringify({ toolbox: { mcps: [first, { ...first, name: "second" }] } });
    await world.put(configFile, text.slice(0, text.length / 2));

    const said = await refusedReload();

    expect(said).toMatch(/changed nothing: .*toolcourt\.yaml/s);
    expect(await refusals("config-invalid")).toBeGreaterThan(0);
  });

  it("if a new required server cannot be reached", async () => {
    const gone = serverEntry("gone", `http://127.0.0.1:${await freePort()}/mcp`);
    await world.configure({ toolbox: { mcps: [first, gone] } });

    const said = await refusedReload();

    expect(said).toMatch(/changed nothing: .*gone/s);
    expect(await refusals("server-unreachable")).toBeGreaterThan(0);
  });

  it("if the lock is broken", async () => {
    const lock = await world.folder.read("toolcourt.lock");
    await world.put("toolcourt.lock", lock.slice(0, -20));
    const said = await world.reload();
    const outcome = await world.call("ask-first", bern);
    await world.put("toolcourt.lock", lock);

    expect(said).toMatch(/changed nothing: .*toolcourt\.lock/s);
    expect(outcome).toBe("answered");
    expect(await refusals("lock-invalid")).toBeGreaterThan(0);
    expect(await world.reload()).toContain("has read its files again");
  });

  it("if the lock cannot be written", async () => {
    const second = { ...first, name: "second" };
    const [lock, moved] = ["toolcourt.lock", "moved.lock"].map((file) =>
      join(world.folder.path, file),
    );
    await rename(lock ?? "", moved ?? "");
    await symlink(moved ?? "", lock ?? "");
    await world.configure({ toolbox: { mcps: [first, second] } });

    const said = await refusedReload();

    await rename(moved ?? "", lock ?? "");
    expect(said).toMatch(/changed nothing: .*toolcourt\.lock/s);
    expect(await refusals("write-failed")).toBeGreaterThan(0);
  });

  it("if a changed key needs a restart", async () => {
    await world.configure({ ...config, stores: { url: "sqlite:other.db" }, toolbox: {} });

    const said = await refusedReload();

    expect(said).toContain("A reload does not change stores");
    expect(await refusals("restart-required")).toBeGreaterThan(0);
    expect(await world.folder.files()).not.toContain("other.db");
  });

  it("if the file is gone", async () => {
    await rm(join(world.folder.path, configFile));

    const said = await refusedReload();

    expect(said).toMatch(/changed nothing: .*toolcourt\.yaml/s);
  });
});

const policyOf = (...tools: readonly string[]): string =>
  `version: 1\nstatements:\n  - { id: all, effect: allow, kinds: [local], tools: ${JSON.stringify(tools)} }\n...\n`;

it("a reload is refused if the policy file is broken, and names it if it changed", async () => {
  const policed = { ...config, policy: { file: "policy.yaml" } };
  const files = { "policy.yaml": policyOf("first/*") };
  await using policedWorld = await openWorld({ config: policed, files });
  await policedWorld.configure({ ...policed, toolbox: { mcps: [first], max_concurrent: 3 } });
  await policedWorld.put("policy.yaml", "version: 1\nstat");
  const refused = await policedWorld.reload();
  await policedWorld.put("policy.yaml", policyOf("*"));
  const applied = await policedWorld.reload();
  const again = await policedWorld.reload();
  const rows = (await policedWorld.audit()).filter((row) => row.includes("gateway.reload"));

  expect(refused).toMatch(/changed nothing: policy\.yaml is not valid/);
  expect(applied).toContain("toolbox.max_concurrent: not set → 3\nChanged files: policy.yaml");
  expect(again).toContain("No setting, server or tool has changed.");
  expect(rows.map((row) => row.includes('"policy.yaml"'))).toEqual([false, true, false]);
});

it("a key may move from the configuration to the keys file in one reload", async () => {
  const key = { name: "ada", sha256: hash("sha256", bearer), roles: ["reader"] };
  const auth = { resource: "http://localhost:7420/mcp", keys_file: "keys.yaml" };
  const served = (...keys: readonly JsonObject[]): JsonObject => ({
    ...config,
    server: { auth: { ...auth, ...(keys.length > 0 && { keys: [...keys] }) } },
    policy: { file: "policy.yaml" },
  });
  const policy = policyOf("*").replace("kinds: [local]", "roles: [reader]");
  const files = {
    "policy.yaml": policy.replace("statements", 'roles: { reader: ["weather:read"] }\nstatements'),
    "keys.yaml": "keys: []\n...\n",
  };
  await using keyed = await openWorld({ config: served(key), files, bearer });
  await keyed.configure(served());
  await keyed.put("keys.yaml", `${JSON.stringify({ keys: [key] })}\n...\n`);
  const said = await keyed.reload();

  expect(said).toContain("Changed files: keys.yaml");
  expect(await keyed.call("ask-first", bern)).toBe("answered");
});

function timed(timeout: string): JsonObject {
  return { toolbox: { mcps: [{ ...first, default_tool_config: { timeout } }] } };
}

it("a timeout may become as long as it was at the start, and not longer", async () => {
  await using timedWorld = await openWorld({ config: timed("PT2M") });
  const said: string[] = [];
  for (const timeout of ["PT1M", "PT2M", "PT3M"]) {
    await timedWorld.configure(timed(timeout));
    said.push(await timedWorld.reload());
  }

  expect(said[0]).toContain("has read its files again");
  expect(said[1]).toContain("has read its files again");
  expect(said[2]).toContain("does not change the longest timeout of all tools");
});

it("an applied reload has its row in the audit log, with the changed settings", async () => {
  await world.configure({ toolbox: { mcps: [{ ...first, tool_denylist: ["nothing"] }] } });
  await world.reload();
  await world.configure(config);
  await world.reload();

  const rows = (await world.audit()).filter((row) => row.includes("gateway.reloaded"));
  expect(rows.join("\n")).toMatch(/"cause":"command"/);
  expect(rows.join("\n")).toContain("tool_denylist");
});
