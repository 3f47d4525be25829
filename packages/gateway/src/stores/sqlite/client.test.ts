import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { entry, many } from "../suites/builders.ts";
import { Client } from "./client.ts";

// Chains nothing, but can kill the thread that runs it.
const fatalLink = `export const link = (previous, body) => {
  if (body === "exit") process.exit(3);
  if (body === "crash") queueMicrotask(() => { throw new Error("crashed"); });
  return { hash: body, leaf: body };
};`;

async function setUp() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder({ "link.mjs": fatalLink }));
  const path = join(folder.path, "state.db");
  const linkModule = pathToFileURL(join(folder.path, "link.mjs")).href;
  const clock = createFakeClock();
  const client = stack.use(
    await Client.open({ thread: { path, linkModule, retryMs: 300 }, clock, deadlineMs: 1_000 }),
  );
  const append = (body = "1") => client.ask("audit.append", [[entry({ body })]], "committed");
  return { path, clock, client, append, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

// Each test starts a thread, which is slow on a busy machine.
describe("the client", () => {
  it("refuses after the deadline even if the thread is stuck, and recovers afterwards", async () => {
    await using setup = await setUp();
    await setup.append();
    const other = new DatabaseSync(setup.path);
    other.exec("BEGIN IMMEDIATE");

    const answers = Promise.allSettled([setup.append("late"), setup.append("late")]);
    await setup.clock.advance(1_000);

    expect(await answers).toMatchObject([
      { status: "rejected", reason: { kind: "overdue" } },
      { status: "rejected", reason: { kind: "overdue" } },
    ]);
    other.close();
    await expect(setup.append("2")).resolves.toMatchObject({ links: [{ hash: "2" }] });
  });

  it.each(["exit", "crash"])("starts another thread when one ends: %s", async (end) => {
    await using setup = await setUp();
    await setup.append();

    await Promise.allSettled([setup.append(end)]);
    // A request that arrives while the thread ends may fail with it.
    await Promise.allSettled([setup.append()]);

    await expect(setup.append("2")).resolves.toMatchObject({ links: [{ hash: "2" }] });
  });

  it("refuses the requests of a dead thread", async () => {
    await using setup = await setUp();

    await expect(setup.append("exit")).rejects.toMatchObject({ kind: "failed" });
  });

  it("does not open without its link module", async () => {
    await using folder = await openFolder({ "link.mjs": "throw new Error('no link');" });
    const linkModule = pathToFileURL(join(folder.path, "link.mjs")).href;
    const thread = { path: join(folder.path, "state.db"), linkModule, retryMs: 300 };

    await expect(
      Client.open({ thread, clock: createFakeClock(), deadlineMs: 1_000 }),
    ).rejects.toMatchObject({ kind: "failed" });
  });

  it("gives the opening of the file more time than a call", async () => {
    await using before = await setUp();
    const other = new DatabaseSync(before.path);
    other.exec("BEGIN IMMEDIATE");
    const clock = createFakeClock();
    const linkModule = pathToFileURL(join(dirname(before.path), "link.mjs")).href;
    const thread = { path: before.path, linkModule, retryMs: 300 };

    const opening = Promise.allSettled([Client.open({ thread, clock, deadlineMs: 1_000 })]);
    await clock.untilSleeping();
    await clock.advance(15_000);

    expect(await opening).toMatchObject([{ status: "rejected", reason: { kind: "locked" } }]);
    other.close();
  });

  it("answers all requests from before the close, and refuses later ones", async () => {
    await using setup = await setUp();
    const before = Promise.all(many(50, "").map(() => setup.append()));

    await setup.client[Symbol.asyncDispose]();

    expect(await before).toHaveLength(50);
    await expect(setup.append()).rejects.toMatchObject({ kind: "closed" });
  });

  it("explains which values cannot be sent to the thread", async () => {
    await using setup = await setUp();
    const odd = { ...entry(), extra: () => undefined };

    await expect(setup.client.ask("audit.append", [[odd]], "committed")).rejects.toMatchObject({
      kind: "failed",
    });

    await expect(setup.append()).resolves.toMatchObject({ from: 1 });
  });
});
