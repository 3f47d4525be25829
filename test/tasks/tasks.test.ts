import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resultWith } from "./task-server.ts";
import { extension, isKind, openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const patient = { timeout: 30_000 };
const unknown = { code: -32_602, message: "There is no task with this id." };

/** Begins a task, and returns it as the server has it. */
async function begin(tool = "job", given: JsonObject = { table: "people" }) {
  const { client, jobs } = world;
  const id = await client.begin(tool, given);
  const task = jobs.tasks.at(-1);
  if (task === undefined) throw new Error("No task began.");
  return { id, task, client };
}

describe("a call that goes on as a task", patient, () => {
  it("gets an id of ours, and its result when the server has it", async () => {
    const { id, task, client } = await begin();
    expect(id).toMatch(/^[\da-f]{64}$/);

    const first = await client.get(id);
    expect(first.result).toMatchObject({
      resultType: "complete",
      taskId: id,
      status: "working",
      statusMessage: "Counting.",
      ttlMs: 3_600_000,
    });
    task.state = { status: "completed", result: resultWith({ rows: 3 }) };

    const ended = await client.until(id, "completed");
    expect(ended).toMatchObject({ taskId: id, result: resultWith({ rows: 3 }) });
    expect(await client.get(id)).toMatchObject({ result: { result: resultWith({ rows: 3 }) } });
  });

  it("never shows the server's own id, and sends the server ours", async () => {
    const { id, task, client } = await begin();
    const shown = JSON.stringify([await client.get(id), await client.cancel(id)]);

    expect(shown).not.toContain(task.id);
    const asked = world.jobs.headers.filter(({ method }) => method.startsWith("tasks/"));
    expect(asked.map(({ name }) => name)).toContain(task.id);
    expect(asked.map(({ name }) => name)).not.toContain(id);
  });

  it("is recorded as one call, whose outcome comes with the result", async () => {
    const { id, task, client } = await begin();
    const rows = async () => {
      const all = await world.rows();
      const opened = all.findLast(({ kind }) => kind === "call.opened");
      return all.filter(({ callId }) => callId === opened?.["callId"]);
    };
    expect((await rows()).map(({ kind }) => kind)).toEqual(["call.opened"]);
    task.state = { status: "completed", result: resultWith({ rows: 3 }) };
    await client.until(id, "completed");

    expect(await rows()).toMatchObject([
      { kind: "call.opened", tool: "job" },
      { kind: "call.closed", status: "answered", shape: { named: ["table: string(6)"] } },
    ]);
    const notes = (await world.rows()).filter((row) => isKind(row, "task."));
    expect(notes.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["task.created", "task.read"]),
    );
  });

  it("is answered at once where the server does so", async () => {
    const { result } = await world.client.call("quick");

    expect(result).toMatchObject({ resultType: "complete", ...resultWith({ rows: 7 }) });
  });

  it.each([["an isError result", { status: "completed", result: { content: [], isError: true } }]])(
    "keeps %s of the tool a result",
    async (_, state) => {
      const { id, task, client } = await begin();
      task.state = state;

      expect(await client.until(id, "completed")).toMatchObject({ result: { isError: true } });
    },
  );

  it("shows a protocol error of the server as failed, with the code and none of its words", async () => {
    const { id, task, client } = await begin();
    const error = { code: -32_055, message: "secret \u202E words", data: { of: "the server" } };
    task.state = { status: "failed", error };

    const ended = await client.until(id, "failed");

    expect(ended).toMatchObject({ error: { code: -32_055 } });
    expect(JSON.stringify(ended)).not.toMatch(/\u202E|of the server/);
    expect(ended).not.toHaveProperty("result");
  });

  it("refuses an output that breaks the contract, as the call would have been", async () => {
    const { id, task, client } = await begin();
    task.state = { status: "completed", result: resultWith({ rows: "many" }) };

    const ended = await client.until(id, "completed");

    expect(ended).toMatchObject({
      result: {
        isError: true,
        _meta: { "dev.toolcourt/refusal": { code: "output-invalid", clause: "output" } },
      },
    });
    expect(JSON.stringify(ended)).not.toContain("many");
    const closed = (await world.rows()).findLast(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject({ status: "refused", code: "output-invalid" });
  });

  it("cleans what the server says about it", async () => {
    const { id, task, client } = await begin();
    task.state = { status: "working", statusMessage: `a\u202Eb\u0007c${"x".repeat(5_000)}` };

    await expect
      .poll(async () => (await client.get(id)).result?.["statusMessage"])
      .toMatch(/^abcx{997}$/);
  });

  it("settles to cancelled, and cancels only once", async () => {
    const { id, client } = await begin("change", {});
    const ack = await client.cancel(id);
    expect(ack.result).not.toHaveProperty("status");
    expect(ack.result).toMatchObject({ resultType: "complete" });

    await client.until(id, "cancelled");

    expect((await client.cancel(id)).result).toMatchObject({ resultType: "complete" });
    const closed = (await world.rows()).findLast(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject({ code: "cancelled", mayHaveActed: true });
  });

  it("fails when the server has lost it, and never runs the tool again", async () => {
    const { id, client } = await begin("change", {});
    const calls = world.jobs.calls.length;
    world.jobs.forget();

    const ended = await client.until(id, "failed");

    expect(ended).toMatchObject({ error: { code: -32_603 } });
    expect(world.jobs.calls).toHaveLength(calls);
    const closed = (await world.rows()).findLast(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject({ code: "outcome-unknown", mayHaveActed: true });
  });
});

describe("the id of a task", patient, () => {
  it("comes alone, also to a caller that wants progress", async () => {
    const { result } = await world.client.request("tools/call", {
      name: "job",
      arguments: {},
      _meta: { progressToken: 1 },
    });

    expect(Object.keys(result ?? {}).toSorted()).toEqual([
      "_meta",
      "createdAt",
      "lastUpdatedAt",
      "pollIntervalMs",
      "resultType",
      "status",
      "statusMessage",
      "taskId",
      "ttlMs",
    ]);
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    "looks unknown to a stranger who asks %s",
    async (method) => {
      const { id, task, client } = await begin();
      const { polls } = task;
      const ask = (taskId: string) =>
        client.request(method, { taskId, inputResponses: {} }, { caller: "eve" });

      const foreign = await ask(id);
      const invented = await ask("f".repeat(64));
      const odd = await ask("x' OR '1'='1");

      expect(foreign.error).toMatchObject(unknown);
      expect(invented).toEqual(foreign);
      expect(odd).toEqual(foreign);
      expect(task.polls).toBe(polls);
      expect(task.state).toMatchObject({ status: "working" });
      expect((await client.get(id)).result).toMatchObject({ status: "working" });
    },
  );

  it("must be in the header too", async () => {
    const { id, client } = await begin();

    const other = await client.get(id, { headers: { "mcp-name": "f".repeat(64) } });

    expect(other).toMatchObject({ status: 400, error: { code: -32_020 } });
  });
});

describe("a caller without the extension", patient, () => {
  it.each(["tasks/get", "tasks/update", "tasks/cancel"])("gets -32021 for %s", async (method) => {
    const { id, client } = await begin();

    const refused = await client.request(method, { taskId: id }, { capabilities: {} });

    expect(refused).toMatchObject({
      status: 400,
      error: {
        code: -32_021,
        data: { requiredCapabilities: { extensions: { [extension]: {} } } },
      },
    });
  });

  it("gets a plain answer, and the server learns of no extension", async () => {
    const { result } = await world.client.call("job", {}, { capabilities: {} });

    expect(result).toMatchObject(resultWith({ rows: 7 }));
    expect(JSON.stringify(world.jobs.calls.at(-1))).not.toContain(extension);
  });

  it("gets -32021 where the server demands it", async () => {
    const refused = await world.client.call("strict", {}, { capabilities: {} });

    expect(refused).toMatchObject({
      status: 400,
      error: {
        code: -32_021,
        data: { requiredCapabilities: { extensions: { [extension]: {} } } },
      },
    });
    expect((await world.client.call("strict")).result).toMatchObject({ resultType: "task" });
  });

  it.each(["tasks/list", "tasks/result"])(
    "finds no %s, and neither does another",
    async (method) => {
      const { id, client } = await begin();

      expect((await client.request(method, { taskId: id })).error).toMatchObject({ code: -32_601 });
    },
  );
});

describe("a task that asks", patient, () => {
  const asking = { capabilities: { elicitation: {}, extensions: { [extension]: {} } } };
  const question = {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: "Which\u202E table?",
      requestedSchema: { type: "object", properties: { table: { type: "string" } } },
    },
  };

  it("shows its questions, passes on their answers alone, and goes on", async () => {
    const { id, task, client } = await begin();
    task.state = { status: "input_required", inputRequests: { which: question, also: question } };
    const asked = await client.until(id, "input_required", asking);
    expect(JSON.stringify(asked["inputRequests"])).not.toContain("\u202E");
    const answer = { action: "accept", content: { table: "people" } };

    const ack = await client.update(id, { which: answer, other: answer, also: "text" }, asking);

    expect(ack.result).toMatchObject({ resultType: "complete" });
    expect(task.answers).toEqual([{ which: answer }]);
    task.state = { status: "input_required", inputRequests: { also: question } };
    const left = (await client.get(id, asking)).result;
    expect(left).toMatchObject({ inputRequests: { also: { method: "elicitation/create" } } });
    expect(left?.["inputRequests"]).not.toHaveProperty("which");
    task.state = { status: "completed", result: resultWith({ rows: 1 }) };
    await client.until(id, "completed");
  });

  it("looks as if it worked to a client that cannot be asked", async () => {
    const { id, task, client } = await begin();
    task.state = { status: "input_required", inputRequests: { which: question } };

    await client.until(id, "input_required", asking);
    const mute = await client.get(id);

    expect(mute.result).toMatchObject({ status: "working" });
    expect(mute.result).not.toHaveProperty("inputRequests");
  });

  it.each<[string, JsonObject, string]>([
    [
      "for a secret",
      {
        ...question,
        params: {
          ...question.params,
          message: "Your password?",
          requestedSchema: { type: "object", properties: { password: { type: "string" } } },
        },
      },
      "interaction-required",
    ],
    [
      "for what it may not",
      { method: "sampling/createMessage", params: { messages: [] } },
      "interaction-required",
    ],
    ["in no form that is known", { method: "tools/call", params: {} }, "output-invalid"],
  ])("is ended if it asks %s", async (_, request, code) => {
    const { id, task, client } = await begin();
    task.state = { status: "input_required", inputRequests: { which: request } };

    const ended = await client.until(id, "completed", asking);

    expect(ended).toMatchObject({
      result: { isError: true, _meta: { "dev.toolcourt/refusal": { code } } },
    });
    await expect.poll(() => task.state["status"]).toBe("cancelled");
  });

  it("may not use a key of ours", async () => {
    const { id, task, client } = await begin();
    task.state = { status: "input_required", inputRequests: { "toolcourt-approval": question } };

    const ended = await client.until(id, "completed", asking);

    expect(ended).toMatchObject({
      result: { _meta: { "dev.toolcourt/refusal": { code: "output-invalid" } } },
    });
  });
});

describe("polls", patient, () => {
  it("reach the server once, however many come at the same time", async () => {
    const { id, task, client } = await begin();

    const answers = await Promise.all(Array.from({ length: 12 }, () => client.get(id)));

    expect(answers.map(({ result }) => result?.["status"])).toEqual(answers.map(() => "working"));
    expect(task.polls).toBeLessThan(12);
  });
});
