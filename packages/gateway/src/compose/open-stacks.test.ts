import { chmod, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStacks, type StacksOptions } from "./open-stacks.ts";

const failed = { callId: "call-1", traceId: "t", correlationId: "c", code: "gateway-failed" };

async function setUp(files: Readonly<Record<string, string>> = {}) {
  const folder = await openFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const path = join(folder.path, "kept/stacks.jsonl");
  const options: StacksOptions = {
    path,
    clock: createFakeClock(0),
    redact: (text) => text.replaceAll("opensesame", "[hidden]"),
  };
  return { folder, path, options };
}

describe("openStacks", () => {
  it("writes the redacted stack of an error and its causes, readable by the owner only", async () => {
    const { folder, path, options } = await setUp();
    const cause = new Error("the password is opensesame");
    const stacks = await openStacks(options);
    stacks.keepStack(new TypeError("a mistake of ours", { cause }), failed);
    await stacks[Symbol.asyncDispose]();
    const line: unknown = JSON.parse(await folder.read("kept/stacks.jsonl"));

    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(line).toMatchObject({
      time: "1970-01-01T00:00:00.000Z",
      callId: "call-1",
      traceId: "t",
      correlation_id: "c",
    });
    expect(JSON.stringify(line)).toMatch(
      /"stack":"TypeError: a mistake of ours\\n {4}at .*caused by: Error: the password is \[hidden\]/,
    );
  });

  it("makes an existing file private", async () => {
    const { path, options } = await setUp({ "kept/stacks.jsonl": "" });
    await chmod(path, 0o644);
    await (await openStacks(options))[Symbol.asyncDispose]();

    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("does not follow a symlink", async () => {
    const { folder, path, options } = await setUp({ "kept/a": "", target: "" });
    await symlink(join(folder.path, "target"), path);

    await expect(openStacks(options)).rejects.toMatchObject({ code: "store-unusable" });
  });

  it("rotates a large file, so that errors cannot fill the disk", async () => {
    const { folder, options } = await setUp();
    const stacks = await openStacks({ ...options, maxBytes: 2_000 });
    for (let errors = 0; errors < 20; errors += 1) stacks.keepStack(new Error("again"), failed);
    await stacks[Symbol.asyncDispose]();
    const files = await folder.files();
    const sizes = await Promise.all(
      files.map(async (file) => (await stat(join(folder.path, file))).size),
    );

    expect(files.toSorted()).toEqual(["kept/stacks.jsonl", "kept/stacks.jsonl.1"]);
    expect(Math.max(...sizes)).toBeLessThan(6_000);
  });

  it("truncates the file if it cannot be rotated", async () => {
    const { folder, path, options } = await setUp({ "kept/stacks.jsonl.1/in-the-way": "" });
    const stacks = await openStacks({ ...options, maxBytes: 2_000 });
    for (let errors = 0; errors < 20; errors += 1)
      stacks.keepStack(new Error(`no ${errors}`), failed);
    await stacks[Symbol.asyncDispose]();

    expect((await stat(path)).size).toBeLessThan(6_000);
    expect(await folder.read("kept/stacks.jsonl")).toContain("no 19");
  });

  it("writes no text of a thrown value that is not an error", async () => {
    const { folder, options } = await setUp();
    const stacks = await openStacks(options);
    stacks.keepStack("opensesame in a text", failed);
    await stacks[Symbol.asyncDispose]();

    expect(await folder.read("kept/stacks.jsonl")).toContain('"stack":"string"');
  });
});
