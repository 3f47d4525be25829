import { DatabaseSync } from "node:sqlite";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { StoreError } from "../stores/store-error.ts";
import { configSchema } from "./config.ts";

// Tests every results key with an observable effect.

const names = ["hello", "read_repo_file", "write_memory_entry"];
const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };

async function configured(results: JsonObject): Promise<Folder> {
  const config = { toolbox, stores: { url: "sqlite:state.db" }, results };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** Returns the tools whose results were kept after one call each. */
async function keptWith(
  results: JsonObject,
  ...tools: readonly string[]
): Promise<readonly string[]> {
  const { path } = await configured(results);
  for (const tool of tools) {
    const args = tool === "hello" ? "{}" : '{"path":"toolcourt.yaml"}';
    expect(await patiently(["call", tool, "--args", args], path)).toMatchObject({ errors: "" });
  }
  const listed = await patiently(["results", "list"], path);
  expect(listed).toMatchObject({ errors: "" });
  const found = [...listed.output.matchAll(/ {2}(\w+) {2}2/g)].map(([, tool = ""]) => tool);
  return [...new Set(found)];
}

/** Retries a command if the store timed out on a busy machine. Other failures stay. */
async function patiently(args: readonly string[], folder: string): Promise<Ran> {
  let ran = await run(args, { folder });
  for (let left = 4; left > 0 && ran.errors.includes(overdue); left -= 1) {
    ran = await run(args, { folder });
  }
  return ran;
}

const overdue = new StoreError("overdue").message;

/** Returns the outcome of a call while the store accepts no results. */
async function endOfCall(required: boolean): Promise<string> {
  const { path } = await configured({ retain: "all", required });
  await run(["call", "hello"], { folder: path });
  using database = new DatabaseSync(`${path}/state.db`);
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const { output, errors } = await run(["call", "hello"], { folder: path });
  return /"code":"([a-z-]+)"/.exec(output + errors)?.[1] ?? "answered";
}

/** Reports whether a result from two days ago survives a run of a gateway. */
async function isThereWith(time: string): Promise<boolean> {
  const { path } = await configured({ retain: "all", retain_for: time });
  await run(["call", "hello"], { folder: path });
  using database = new DatabaseSync(`${path}/state.db`);
  database.exec(
    `INSERT INTO results (call_id, tenant, subject, server, tool, contract, at, digest, output)
     SELECT 'old', tenant, subject, server, tool, contract,
       at - 2 * 24 * 60 * 60 * 1000, digest, output FROM results`,
  );
  await run(["call", "hello"], { folder: path });
  return database.prepare("SELECT 1 FROM results WHERE call_id = 'old'").get() !== undefined;
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "results.retain": async () => {
    expect(await keptWith({ retain: ["hello"] }, "hello", "read_repo_file")).toEqual(["hello"]);
    expect(await keptWith({ retain: "all" }, "read_repo_file")).toEqual(["read_repo_file"]);
    expect(await keptWith({}, "hello")).toEqual([]);
  },
  "results.retain_for": async () => {
    expect(await isThereWith("P1D")).toBe(false);
    expect(await isThereWith("P3D")).toBe(true);
  },
  "results.required": async () => {
    expect(await endOfCall(true)).toBe("audit-failed");
    expect(await endOfCall(false)).toBe("answered");
  },
};

// Each opens several gateways with a threaded store.
describe("a results key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "results"), "results")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
