import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type JsonObject, own, parseJson, valueAt } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { resultWith } from "./task-server.ts";
import { extension, isKind, openWorld, TaskClient, textIn, type World } from "./world.ts";

const patient = { timeout: 60_000 };
let world: World;

const waiting = { waiting: "task" };
const server = { default_tool_config: { approval: "operator", timeout: "PT5S" } };

beforeAll(async () => {
  const tasks = { poll_interval: "PT0.02S" };
  world = await openWorld({ more: { approvals: waiting, tasks }, server });
}, 60_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Begins a call that waits, and returns its task and its request for approval. */
async function begin(tool: string, table: string, at: Pick<World, "client"> = world) {
  const { result } = await at.client.call(tool, { table });
  expect(result).toMatchObject({ resultType: "task", status: "working" });
  const [approval = ""] = /[\da-f]{32}/.exec(textIn(result, "statusMessage")) ?? [];
  return { id: textIn(result, "taskId"), approval };
}

async function decide(
  how: "approve" | "deny",
  approval: string,
  { folder }: Pick<World, "folder"> = world,
): Promise<void> {
  const place = { folder: folder.path };
  const shown = await run(["approvals", "show", approval, "--json"], place);
  const digest = /"digest":\s*"([\da-f]+)"/.exec(shown.output)?.[1] ?? "";
  const flags = how === "approve" ? ["--digest", digest] : [];
  const decided = await run(["approvals", how, approval, ...flags], place);
  expect(decided).toMatchObject({ code: 0 });
}

describe("a call that waits for an approval as a task", patient, () => {
  it("runs once when it is approved, with the very arguments that were shown", async () => {
    const { client, jobs } = world;
    const before = { calls: jobs.calls.length, rows: (await world.rows()).length };
    const { id, approval } = await begin("quick", "people");
    expect(jobs.calls).toHaveLength(before.calls);
    expect((await client.get(id)).result).toMatchObject({ status: "working" });
    await decide("approve", approval);

    const polls = Array.from({ length: 6 }, () => client.until(id, "completed"));
    const [ended] = await Promise.all(polls);

    expect(ended).toMatchObject({ taskId: id, result: resultWith({ rows: 7 }) });
    expect(jobs.calls.slice(before.calls)).toMatchObject([
      { name: "quick", arguments: { table: "people" } },
    ]);
    const rows = (await world.rows()).slice(before.rows);
    expect(rows.filter((row) => isKind(row, "call."))).toMatchObject([
      { kind: "call.opened" },
      { kind: "call.closed", code: "approval-required" },
      { kind: "call.opened" },
      { kind: "call.closed", code: "answered", approval: { id: approval } },
    ]);
  });

  it("is refused when it is denied, in the form of the call itself", async () => {
    const calls = world.jobs.calls.length;
    const { id, approval } = await begin("quick", "houses");
    await decide("deny", approval);

    const ended = await world.client.until(id, "completed");

    expect(ended).toMatchObject({
      result: { isError: true, _meta: { "dev.toolcourt/refusal": { code: "approval-denied" } } },
    });
    expect(world.jobs.calls).toHaveLength(calls);
  });

  it("goes on as the server's own task, under the same id", async () => {
    const { client, jobs } = world;
    const { id, approval } = await begin("job", "cars");
    await decide("approve", approval);
    await expect
      .poll(async () => (await client.get(id)).result, patient)
      .toMatchObject({
        taskId: id,
        statusMessage: "Counting.",
      });
    const task = jobs.tasks.at(-1);
    if (task !== undefined) {
      task.state = { status: "completed", result: resultWith({ rows: 2 }) };
    }

    expect(await client.until(id, "completed")).toMatchObject({
      taskId: id,
      result: resultWith({ rows: 2 }),
    });
  });

  it("is not made when it is cancelled before", async () => {
    const calls = world.jobs.calls.length;
    const { id, approval } = await begin("quick", "trees");
    await world.client.cancel(id);
    expect((await world.client.get(id)).result).toMatchObject({ status: "cancelled" });

    await decide("approve", approval);

    expect((await world.client.get(id)).result).toMatchObject({ status: "cancelled" });
    expect(world.jobs.calls).toHaveLength(calls);
  });

  it("looks unknown to a stranger", async () => {
    const { id } = await begin("quick", "ships");

    expect((await world.client.get(id, { caller: "eve" })).error).toMatchObject({ code: -32_602 });
  });

  it("is refused as ever for a caller without tasks", async () => {
    const { result } = await world.client.call("quick", { table: "bees" }, { capabilities: {} });

    expect(result).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "approval-required" } },
    });
    expect(JSON.stringify(result)).not.toContain(extension);
  });
});

describe("the only task that a caller may have", patient, () => {
  it("goes on as the server's own, and both expire at one time", async () => {
    const tasks = { max_live: 1, poll_interval: "PT0.02S" };
    await using narrow = await openWorld({ more: { approvals: waiting, tasks }, server });
    const { client } = narrow;
    const { id, approval } = await begin("job", "cars", narrow);
    const before = (await client.get(id)).result;
    await decide("approve", approval, narrow);

    await expect
      .poll(async () => (await client.get(id)).result, patient)
      .toMatchObject({ status: "working", statusMessage: "Counting." });

    expect(approversIn(narrow.folder.path)).toEqual([undefined, ""]);
    const after = (await client.get(id)).result;
    expect(endOf(after)).toBeLessThanOrEqual(endOf(before));
    expect((await client.call("job")).result).toMatchObject({
      _meta: { "dev.toolcourt/refusal": { code: "task-limit" } },
    });
  });
});

/** Returns the names of approvers that are kept with the tasks. */
function approversIn(folder: string): readonly unknown[] {
  using database = new DatabaseSync(join(folder, ".toolcourt/state.db"));
  const rows = database.prepare("SELECT call FROM tasks ORDER BY created_at").all();
  return rows.map(({ call }) => valueAt(parseJson(String(call)), "/approval/by"));
}

/** Returns the time from which on a task is unknown. */
function endOf(task: JsonObject = {}): number {
  return Date.parse(textIn(task, "createdAt")) + Number(own(task, "ttlMs"));
}

describe("a gateway that is told to stop while a task's call runs", patient, () => {
  it("ends the call and keeps its result", async () => {
    await using stopped = await openWorld({ more: { approvals: waiting }, server });
    const { id, approval } = await begin("late", "cars", stopped);
    await decide("approve", approval, stopped);
    await expect
      .poll(async () => {
        await stopped.client.get(id);
        return stopped.jobs.calls.length;
      })
      .toBe(1);

    await stopped.serving[Symbol.asyncDispose]();
    await using again = await openServing(stopped.folder.path);
    const client = new TaskClient(() => again.url);

    expect((await client.get(id)).result).toMatchObject({
      status: "completed",
      result: resultWith({ rows: 8 }),
    });
    expect(stopped.jobs.calls).toHaveLength(1);
  });
});
