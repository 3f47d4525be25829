import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../packages/testing/src/terminal.ts";
import { resultWith } from "./task-server.ts";
import { extension, isKind, openWorld, textIn, type World } from "./world.ts";

const patient = { timeout: 60_000 };
let world: World;

beforeAll(async () => {
  world = await openWorld({
    more: { approvals: { waiting: "task" }, tasks: { poll_interval: "PT0.02S" } },
    server: { default_tool_config: { approval: "operator", timeout: "PT5S" } },
  });
}, 60_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Begins a call that waits, and returns its task and its request for approval. */
async function begin(tool: string, table: string) {
  const { result } = await world.client.call(tool, { table });
  expect(result).toMatchObject({ resultType: "task", status: "working" });
  const [approval = ""] = /[\da-f]{32}/.exec(textIn(result, "statusMessage")) ?? [];
  return { id: textIn(result, "taskId"), approval };
}

async function decide(how: "approve" | "deny", approval: string): Promise<void> {
  const { folder } = world;
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
