import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { JsonValue } from "@toolcourt/sdk";
import { expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, openWorld, writingEntry } from "./world.ts";

// A call ends in the gateway that it began in. That one closes afterwards.

it("a call in flight is answered although a reload removed its server", async () => {
  await using server = await openCountingServer({ tools: [reading("ask-first")] });
  const first = serverEntry("first", server.url);
  await using world = await openWorld({ config: { toolbox: { mcps: [first, writingEntry()] } } });
  const { pid } = await world.answer("tell-process");
  const file = join(world.folder.path, "go");
  const waiting = world.call("wait-for-file", { file });
  await world.answer("tell-process");

  await world.configure({ toolbox: { mcps: [first] } });
  await world.reload();
  const begunAfter = await world.call("wait-for-file", { file });
  const listed = await world.list();
  const isAliveMeanwhile = isAlive(pid);
  await world.put("go", "");

  expect(await waiting).toBe("answered");
  expect([begunAfter, listed]).toEqual(["tool-unknown", ["ask-first"]]);
  expect(isAliveMeanwhile).toBe(true);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await world.call("ask-first", bern)).toBe("answered");
});

it("a call in flight keeps the process of a server that a reload replaced", async () => {
  await using world = await openWorld({ config: { toolbox: { mcps: [writingEntry()] } } });
  const before = await world.answer("tell-process");
  const waiting = world.call("wait-for-file", { file: join(world.folder.path, "go") });
  await world.answer("tell-process");

  await world.configure({ toolbox: { mcps: [writingEntry({ env: { OTHER: "1" } })] } });
  await world.reload();
  const after = await world.answer("tell-process");
  await world.put("go", "");

  expect(await waiting).toBe("answered");
  expect(after["pid"]).not.toBe(before["pid"]);
  await expect.poll(() => isAlive(before["pid"])).toBe(false);
});

it.each([
  ["resources/read", { uri: "x:note" }],
  ["prompts/get", { name: "wait" }],
] as const)(
  "a request of %s in flight keeps the process of a replaced server",
  async (...asked) => {
    const [method, params] = asked;
    await using folder = await openFolder();
    const file = join(folder.path, "go");
    const env = { WAIT_FOR: file };
    await using world = await openWorld({ config: { toolbox: { mcps: [writingEntry({ env })] } } });
    const { pid } = await world.answer("tell-process");
    const given = method === "prompts/get" ? { ...params, arguments: { file } } : params;
    const waiting = world.ask(method, given);
    await world.answer("tell-process");

    await world.configure({ toolbox: { mcps: [writingEntry({ env: { ...env, OTHER: "1" } })] } });
    await world.reload();
    await world.answer("tell-process");
    const isAliveMeanwhile = isAlive(pid);
    await folder.write("go", "");

    expect(JSON.stringify(await waiting)).toMatch(/a note|Wait\./);
    expect(isAliveMeanwhile).toBe(true);
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

it("a server is removed within two seconds although calls of many reloads are in flight", async () => {
  const entry = writingEntry({ default_tool_config: { max_instances: 10 } });
  await using server = await openCountingServer({ tools: [reading("ask-first")] });
  const first = serverEntry("first", server.url);
  const toolbox = { max_concurrent: 20 };
  const all = { toolbox: { ...toolbox, mcps: [first, entry] } };
  await using world = await openWorld({ config: all });
  const file = join(world.folder.path, "go");
  const waiting: Promise<string>[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    waiting.push(world.call("wait-for-file", { file }));
    await world.answer("tell-process");
    if (turn < 4) await world.reload();
  }
  await world.configure({ toolbox: { ...toolbox, mcps: [entry] } });
  try {
    await expect
      .poll(() => world.call("ask-first", bern), { timeout: 2_000, interval: 50 })
      .toBe("tool-unknown");
  } finally {
    await world.put("go", "");
  }
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => "answered"));
});

function isAlive(pid: JsonValue | undefined): boolean {
  return typeof pid === "string" && spawnSync("kill", ["-0", pid]).status === 0;
}
