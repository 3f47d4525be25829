import { expect, it } from "vitest";
import { openWorld, TaskClient, textIn, type World } from "./world.ts";

const patient = { timeout: 60_000 };
const unknown = { code: -32_602, message: "There is no task with this id." };

/** Returns a client of the same caller at each path. */
function clientsOf({ serving }: World, ...paths: readonly string[]) {
  return paths.map((path) => new TaskClient(() => new URL(path, serving.url)));
}

it("a task belongs to the endpoint where it began", patient, async () => {
  const endpoints = [
    { path: "/mcp/ops", tools: ["*"], prefix: "ops_" },
    { path: "/mcp/found", tools: ["*"], discovery: "search" },
  ];
  await using world = await openWorld({
    more: { endpoints, tasks: { poll_interval: "PT0.02S" } },
  });
  const [whole, ops, found] = clientsOf(world, "/mcp", "/mcp/ops", "/mcp/found");
  if (whole === undefined || ops === undefined || found === undefined) throw new Error("no client");
  const named = { name: "job", arguments: {} };
  const begun = [
    [whole, await whole.begin("job")],
    [ops, await ops.begin("ops_job")],
    [found, await found.begin("call_tool", named)],
  ] as const;

  for (const [own, id] of begun) {
    for (const client of [whole, ops, found].filter((each) => each !== own)) {
      expect((await client.get(id)).error).toMatchObject(unknown);
      expect((await client.update(id, {})).error).toMatchObject(unknown);
      expect((await client.cancel(id)).error).toMatchObject(unknown);
    }
    const { result } = await own.get(id);
    expect([textIn(result, "taskId"), textIn(result, "status")]).toEqual([id, "working"]);
  }
});
