import { join } from "node:path";
import { env } from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../packages/sdk/src/index.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openServedConsole, textIn } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const programs = join(import.meta.dirname, "programs");
const [inMemory, away, inPostgres] = ["memory", "away", "postgres"].map((name) =>
  join(programs, `${name}-runs.ts`),
);

function toolboxOf(module = ""): JsonObject {
  return {
    local: [module],
    tools: [
      { name: "get-stock" },
      { name: "place-order", approval: "operator" },
      { name: "restock-item" },
    ],
  };
}

async function restock(url: URL, name: string): Promise<string> {
  const given = { item: "pen", workflow_run: name };
  const said = { name: "restock-item", arguments: given };
  const request = spoken("tools/call", said, { era: "modern", lane: "fast" });
  return (await fetch(url, request)).text();
}

describe("runs in the console", patience, () => {
  it("are listed, and show each step with its call", async () => {
    const { serving, get } = await openServedConsole({ toolbox: toolboxOf(inMemory) });
    const answer = await restock(serving.url, "monday");
    await restock(serving.url, "friday");

    const { body } = await get("runs");
    const waiting = await get("runs?state=waits&limit=1");
    const older = await get(`runs?limit=1&cursor=${textIn(waiting.body, "/next")}`);
    const id = textIn(older.body, "/runs/0/id");
    const shown = await get(`runs/${id}`);
    const approval = textIn(shown.body, "/steps/2/approval");
    const request = await get(`approvals/${approval}`);

    expect(answer).toContain("workflow-waits");
    expect(body).toMatchObject({
      tools: ["restock-item"],
      runs: [
        { name: "friday", state: "waits", tool: "restock-item" },
        { name: "monday", state: "waits" },
      ],
    });
    expect(older.body).toMatchObject({ runs: [{ name: "monday" }] });
    expect(shown.body).toMatchObject({
      name: "monday",
      steps: [
        {
          name: "count-stock",
          kind: "read",
          state: "done",
        },
        { name: "reckon", kind: "pure", state: "done", callId: null },
        { name: "order", kind: "tool", state: "waits" },
      ],
      isChanged: false,
    });
    expect(textIn(shown.body, "/steps/0/callId")).not.toBe("");
    expect(textIn(shown.body, "/steps/2/callId")).not.toBe("");
    expect(request.body).toMatchObject({ id: approval, tool: "place-order" });
    expect(shown.text).not.toContain("pen");
  });

  it("say that there is none, of another form, and without workflows", async () => {
    const { get } = await openServedConsole();

    const none = await get("runs");
    const unknown = await get(`runs/${"0".repeat(64)}`);
    const wrong = await get("runs?state=lost");

    expect(none.body).toEqual({ tools: [], runs: [] });
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: "run-unknown" } } });
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.text).toContain("running, waits, stopped, done");
  });

  it("are unavailable while their store is away", async () => {
    const { folder, get } = await openServedConsole({ toolbox: toolboxOf(away) });

    const { status, body } = await get("runs");

    const command = await run(["runs", "list"], { folder: folder.path });

    expect(status).toBe(503);
    expect(body).toMatchObject({ error: { code: "admin-unavailable" } });
    expect(command.code).toBe(2);
    expect(command.errors).toContain("store-unusable");
  });
});

const postgres = await usePostgres();

describe.skipIf(postgres.missing !== undefined)("runs in PostgreSQL", patience, () => {
  beforeAll(async () => {
    // The module reads it once.
    env["RUNS_URL"] = await postgres.database();
    return () => void Reflect.deleteProperty(env, "RUNS_URL");
  });

  it("are shown by the console and by the command alike", async () => {
    const { serving, folder, get } = await openServedConsole({ toolbox: toolboxOf(inPostgres) });
    await restock(serving.url, "monday");
    const place = { folder: folder.path };

    const { body } = await get("runs");
    const listed = await run(["runs", "list", "--json"], place);
    const text = await run(["runs", "list", "--state", "waits"], place);
    const id = textIn(body, "/runs/0/id");
    const shown = await run(["runs", "show", id.slice(0, 8)], place);
    const whole = await run(["runs", "show", id, "--json"], place);

    expect(JSON.parse(listed.output)).toEqual(body["runs"]);
    expect(text.output).toMatch(/^[\da-f]{12} {2}restock-item {2}monday .* waits /);
    expect(shown.output).toMatch(/order +calls place-order +waits for approval \(.*\) +call \S+/);
    expect(JSON.parse(whole.output)).toEqual((await get(`runs/${id}`)).body);
  });

  it("have no such id, and no such workflow", async () => {
    const { folder } = await openServedConsole({ toolbox: toolboxOf(inPostgres) });
    const place = { folder: folder.path };

    const unknown = await run(["runs", "show", "ffff"], place);
    const other = await run(["runs", "list", "--tool", "nothing"], place);

    expect([unknown.code, other.code]).toEqual([2, 2]);
    expect(unknown.errors).toContain("There is no run with the id ffff.");
    expect(other.errors).toContain("There are: restock-item.");
  });
});
