import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { openTaskServer, resultWith, type TaskServer } from "./task-server.ts";
import { configOf, filesOf, openWorld, rowsIn, TaskClient } from "./world.ts";

const patient = { timeout: 90_000 };
const program = resolve(import.meta.dirname, "../../packages/toolcourt/src/bin.ts");

interface Process extends AsyncDisposable {
  readonly url: URL;
  /** Ends it without a chance to write anything. */
  readonly kill: () => Promise<void>;
}

/** Starts the command as a process of its own. */
async function start(folder: string): Promise<Process> {
  const args = ["--conditions=@toolcourt/source", program, "serve", "--port", "0"];
  const child = spawn(execPath, args, { cwd: folder });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const gone = new Promise<void>((done) => {
    child.once("exit", () => done());
  });
  const url = await new Promise<URL>((found, failed) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /http:\S+(?=\s)/.exec(text)?.[0];
      if (address !== undefined) found(new URL(address));
    });
    void gone.then(() => failed(new Error(log)));
  });
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  return { url, kill: () => end("SIGKILL"), [Symbol.asyncDispose]: () => end("SIGTERM") };
}

function finish({ tasks }: TaskServer): void {
  const task = tasks.at(-1);
  if (task !== undefined) task.state = { status: "completed", result: resultWith({ rows: 9 }) };
}

describe("a gateway that was killed while a task ran", patient, () => {
  it("finds the task again, ends its call, and records it as one call", async () => {
    await using jobs = await openTaskServer();
    await using folder = await openFolder(filesOf(configOf(jobs.url.href)));
    const first = await start(folder.path);
    const before = new TaskClient(() => first.url);
    const kept = await before.begin("change", { table: "people" });
    const lost = await before.begin("change");
    await before.get(kept);
    const calls = jobs.calls.length;

    await first.kill();
    await using second = await start(folder.path);
    const client = new TaskClient(() => second.url);

    expect((await client.get(kept)).result).toMatchObject({ status: "working" });
    expect((await client.get(kept, { caller: "eve" })).error).toMatchObject({ code: -32_602 });
    finish({ ...jobs, tasks: jobs.tasks.slice(0, 1) });
    expect(await client.until(kept, "completed")).toMatchObject({
      result: resultWith({ rows: 9 }),
    });
    jobs.forget();
    expect(await client.until(lost, "failed")).toMatchObject({ error: { code: -32_603 } });
    expect(jobs.calls).toHaveLength(calls);

    const rows = await rowsIn(folder.path);
    const ends = rows.filter(({ kind }) => kind === "call.closed");
    expect(ends.map(({ code }) => code)).toEqual(["answered", "outcome-unknown"]);
    expect(rows.filter(({ kind }) => kind === "call.opened")).toHaveLength(2);
  });
});

/** Leaves the lease of every task as a process does that dies with it. */
function die(folder: string, more = ""): void {
  change(folder, `UPDATE tasks SET leased = 1, busy_until = 0 ${more}`);
}

describe("a process that died while it asked the server", patient, () => {
  it("leaves a call open that the next poll ends", async () => {
    await using world = await openWorld();
    const id = await world.client.begin("change");
    await world.client.get(id);
    die(world.folder.path);
    finish(world.jobs);

    await world.client.until(id, "completed");

    const rows = await world.rows();
    expect(rows.filter(({ kind }) => kind === "call.closed")).toHaveLength(1);
  });

  it("leaves no second outcome if it had written the first", async () => {
    await using world = await openWorld();
    const id = await world.client.begin("change");
    finish(world.jobs);
    await world.client.until(id, "completed");
    die(world.folder.path, ", status = 'working'");

    expect(await world.client.until(id, "failed")).toMatchObject({
      error: { data: { "dev.toolcourt/refusal": { code: "outcome-unknown" } } },
    });

    const rows = await world.rows();
    expect(rows.filter(({ kind }) => kind === "call.closed")).toHaveLength(1);
  });
});

/** Changes the store of a gateway behind its back. */
function change(folder: string, sql: string): void {
  using database = new DatabaseSync(join(folder, ".toolcourt/state.db"));
  database.exec(sql);
}

describe("a store that keeps the outcome of a call, but not that of its task", patient, () => {
  it("has no second outcome, however often the task is asked for", async () => {
    await using world = await openWorld();
    const { client, folder } = world;
    const id = await client.begin("change");
    change(
      folder.path,
      `CREATE TRIGGER broken BEFORE UPDATE ON tasks WHEN NEW.status = 'completed'
       BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    );
    finish(world.jobs);

    expect((await client.get(id)).error).toBeDefined();
    // Longer than a task rests.
    await sleep(100);
    await client.get(id);
    change(folder.path, "DROP TRIGGER broken");
    die(folder.path);

    expect(await client.until(id, "failed")).toMatchObject({
      error: { data: { "dev.toolcourt/refusal": { code: "outcome-unknown" } } },
    });
    const rows = await world.rows();
    expect(rows.filter(({ kind }) => kind === "call.closed")).toHaveLength(1);
  });

  it("has none either when a task expires that it did not confirm", async () => {
    await using world = await openWorld();
    const { client, folder } = world;
    const id = await client.begin("change");
    finish(world.jobs);
    await client.until(id, "completed");
    change(folder.path, "UPDATE tasks SET status = 'working', expires_at = 0");

    await expect.poll(() => statusIn(folder.path), patient).toBe("failed");

    const rows = await world.rows();
    expect(rows.filter(({ kind }) => kind === "call.closed")).toHaveLength(1);
  });
});

function statusIn(folder: string): unknown {
  using database = new DatabaseSync(join(folder, ".toolcourt/state.db"));
  return database.prepare("SELECT status FROM tasks").get()?.["status"];
}

describe("a gateway whose configuration turned tasks off", patient, () => {
  it("still ends those that expire, and records their outcome", async () => {
    await using jobs = await openTaskServer();
    await using folder = await openFolder(filesOf(configOf(jobs.url.href)));
    {
      await using serving = await openServing(folder.path);
      await new TaskClient(() => serving.url).begin("change");
    }
    change(folder.path, "UPDATE tasks SET expires_at = 0");
    const off = filesOf(configOf(jobs.url.href, { more: { tasks: { max_live: 0 } } }));
    await writeFile(join(folder.path, "toolcourt.yaml"), off["toolcourt.yaml"] ?? "");
    await using serving = await openServing(folder.path);

    await expect.poll(() => statusIn(folder.path), patient).toBe("failed");

    const { error } = await new TaskClient(() => serving.url).get("f".repeat(64));
    expect(error).toMatchObject({ code: -32_601 });
    const closed = (await rowsIn(folder.path)).filter(({ kind }) => kind === "call.closed");
    expect(closed).toMatchObject([{ code: "outcome-unknown" }]);
  });
});

describe("two gateways that share a store", patient, () => {
  it("both know a task, ask its server in turn, and end its call once", async () => {
    await using jobs = await openTaskServer();
    await using shared = await openFolder();
    const more = {
      stores: { url: `sqlite:${join(shared.path, "state.db")}` },
      approvals: { key: join(shared.path, "approvals.key") },
      audit: { key: join(shared.path, "audit.key") },
      connections: { key: `file:${join(shared.path, "vault.key")}` },
    };
    const files = filesOf(configOf(jobs.url.href, { more }));
    await using one = await openFolder(files);
    await using two = await openFolder(files);
    await using first = await openServing(one.path);
    await using second = await openServing(two.path);
    const clients = [new TaskClient(() => first.url), new TaskClient(() => second.url)] as const;
    const id = await clients[0].begin("change");
    expect((await clients[1].get(id)).result).toMatchObject({ taskId: id, status: "working" });
    finish(jobs);

    const ended = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((at) => clients[at === 0 ? 0 : 1].until(id, "completed")),
    );

    for (const each of ended) expect(each).toMatchObject({ result: resultWith({ rows: 9 }) });
    const rows = await rowsIn(one.path);
    expect(rows.filter(({ kind }) => kind === "call.closed")).toHaveLength(1);
  });
});
