import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { childOf } from "../../packages/contracts/src/documents/keys.ts";
import { configSchema } from "../../packages/gateway/src/config/config.ts";
import { keyPaths } from "../../packages/testing/src/key-paths.ts";
import { allTools, job, resultWith } from "./task-server.ts";
import { openWorld, type World } from "./world.ts";

const patient = { timeout: 60_000 };
const unknown = { code: -32_602, message: "There is no task with this id." };

function lastTask({ jobs }: World) {
  const task = jobs.tasks.at(-1);
  if (task === undefined) throw new Error("No task began.");
  return task;
}

describe("tasks of one caller", patient, () => {
  it("are limited in number, and the server is told to stop one too many", async () => {
    await using world = await openWorld({
      more: { tasks: { max_live: 2, poll_interval: "PT0.02S" } },
    });
    const { client } = world;
    const first = await client.begin("job");
    await client.begin("job");

    const { result } = await client.call("change");

    expect(result).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "task-limit", evidence: { max: 2 } } },
    });
    await expect.poll(() => lastTask(world).state["status"]).toBe("cancelled");
    const closed = (await world.rows()).findLast(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject({ code: "task-limit", mayHaveActed: true });
    expect((await client.call("job", {}, { caller: "eve" })).result).toMatchObject({
      resultType: "task",
    });
    await client.cancel(first);
    await client.until(first, "cancelled");
    await client.begin("job");
  });

  it("are none if the configuration says so", async () => {
    await using world = await openWorld({ more: { tasks: { max_live: 0 } } });

    expect((await world.client.call("job")).result).toMatchObject(resultWith({ rows: 7 }));
    expect((await world.client.get("f".repeat(64))).error).toMatchObject({ code: -32_601 });
  });

  it("are answered from the last known state between two polls", async () => {
    await using world = await openWorld({ more: { tasks: { poll_interval: "PT10M" } } });
    const { client } = world;
    const id = await client.begin("job");
    const first = await client.get(id);
    expect(first.result).toMatchObject({ pollIntervalMs: 600_000, statusMessage: "Counting." });
    lastTask(world).state = { status: "completed", result: resultWith({ rows: 1 }) };

    expect(await client.get(id)).toEqual(first);
    expect(await client.get(id)).toEqual(first);

    expect(lastTask(world).polls).toBe(1);
  });

  it("end when they expire: unknown to callers, cancelled, and recorded as unknown", async () => {
    await using world = await openWorld({ more: { tasks: { max_ttl: "PT1S" } } });
    const { client } = world;
    const id = await client.begin("change");
    expect((await client.get(id)).result).toMatchObject({ ttlMs: 1_000 });

    await expect.poll(async () => (await client.get(id)).error, patient).toMatchObject(unknown);
    expect((await client.cancel(id)).error).toMatchObject(unknown);
    expect((await client.update(id, {})).error).toMatchObject(unknown);

    await expect
      .poll(
        async () => (await world.rows()).findLast(({ kind }) => kind === "call.closed"),
        patient,
      )
      .toMatchObject({ code: "outcome-unknown", mayHaveActed: true });
    expect(lastTask(world).state).toEqual({ status: "cancelled" });
  });
});

it("the keys of tasks are exactly those with a test above", () => {
  const keys = [...keyPaths(childOf(configSchema, "tasks"), "tasks")];

  expect(keys).toEqual(["tasks.max_live", "tasks.max_ttl", "tasks.poll_interval"]);
});

describe("a task whose caller lost its rights", patient, () => {
  it("is lost to it, and its result too", async () => {
    await using world = await openWorld();
    const { client, folder } = world;
    const id = await client.begin("job");
    lastTask(world).state = { status: "completed", result: resultWith({ rows: 1 }) };
    await client.until(id, "completed");

    await writeFile(
      join(folder.path, "policy.yaml"),
      'version: 1\nroles: { counting: ["approvals:decide"] }\nstatements:\n  - { id: other, effect: allow, roles: [none], tools: ["jobs/*"] }\n...\n',
    );

    await expect.poll(async () => (await client.get(id)).error, patient).toMatchObject(unknown);
  });
});

describe("a contract that changes while a task runs", patient, () => {
  const outputSchema = {
    type: "object",
    properties: { lines: { type: "integer" } },
    required: ["lines"],
    additionalProperties: false,
  };

  it.each([
    [resultWith({ rows: 3 }), false],
    [resultWith({ lines: 3 }), true],
  ])("does not apply to its result: %j", async (result, isError) => {
    await using world = await openWorld({ more: { tasks: { poll_interval: "PT0.02S" } } });
    const { client } = world;
    const id = await client.begin("job");
    world.jobs.offer([job({ outputSchema }), ...allTools.slice(1)]);
    lastTask(world).state = { status: "completed", result };
    await world.serving.reload();

    expect(await client.until(id, "completed")).toMatchObject({ result: { isError } });
  });
});
