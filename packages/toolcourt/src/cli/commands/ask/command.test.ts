import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { calls, openModelServer, says, status } from "@toolcourt/testing/model-server";
import { type Ran, type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const names = ["hello", "read_repo_file", "write_memory_entry"];
// In memory, so that tests do not wait for a busy disk.
const config = {
  toolbox: { local: ["workspace"], tools: names.map((name) => ({ name })) },
  stores: { url: "memory:" },
};

async function askIn(
  keys: JsonObject,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const files = {
    "notes.txt": "hello there",
    "toolcourt.yaml": JSON.stringify({ ...config, ...keys }),
  };
  await using folder = await openFolder(files);
  return await run(["ask", ...args], { folder: folder.path, ...options });
}

function ask(...args: readonly string[]): Promise<Ran> {
  return askIn({}, args);
}

const reading = 'Read the file "notes.txt" of the repository.';

describe("toolcourt ask", () => {
  it("shows the call, the tool's result, and quotes from it", async () => {
    const { code, output, errors } = await ask(reading);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(/^Called read_repo_file\n {2}path: "notes.txt"\n\nResult\n/);
    expect(output).toContain("hello there");
    expect(output).toContain("Summary");
  });

  it("shows progress, and clears it", async () => {
    const { progress } = await ask(reading);

    expect(progress.slice(0, 3)).toEqual([
      "Connecting to the servers …",
      "",
      "Looking for the tool that fits …",
    ]);
    expect(progress).toContain("Waiting for read_repo_file …");
    expect(progress.at(-1)).toBe("");
  });

  it("clears the connecting message on failure", async () => {
    const { code, progress } = await askIn({ toolbox: { local: ["./gone.js"] } }, [reading]);

    expect(code).toBe(2);
    expect(progress[0]).toBe("Connecting to the servers …");
    expect(progress.at(-1)).toBe("");
  });

  it.each([[[]], [["--json"]]])(
    "suggests a next command with the same configuration: %j",
    async (how) => {
      const tools = names.map((name) => ({ name, approval: "operator" }));
      const { output } = await askIn({ toolbox: { local: ["workspace"], tools } }, [
        ...how,
        "-c",
        "toolcourt.yaml",
        reading,
      ]);

      expect(output.replaceAll(/\s+/g, " ")).toMatch(
        /toolcourt approvals show [0-9a-f-]+ -c toolcourt\.yaml/,
      );
    },
  );

  it("does not report a tool as called if it needs approval first", async () => {
    const tools = names.map((name) => ({ name, approval: "operator" }));
    const { output } = await askIn({ toolbox: { local: ["workspace"], tools } }, [reading]);

    expect(output).toMatch(/^Asked for approval of read_repo_file, which was not called\n/);
    expect(output).not.toContain("Called");
  });

  it("prints one JSON value with --json, and nothing else", async () => {
    const { code, output, errors, progress } = await ask("--json", reading);

    expect({ code, errors, progress }).toEqual({ code: 0, errors: "", progress: [] });
    expect(JSON.parse(output)).toMatchObject({
      kind: "tool_result_with_summary",
      call: { tool: "read_repo_file", arguments: { path: "notes.txt" } },
      result: { structured: { content: "hello there" }, isError: false },
      summary: { type: "summary" },
      mode: "extractive",
    });
  });

  it("joins many words into one question, and reads standard input for -", async () => {
    const words = await ask("--json", ...reading.split(" "));
    const input = await askIn({}, ["--json", "-"], { input: `${reading}\n` });

    expect([words.code, input.code]).toEqual([0, 0]);
  });

  it("names its own help if the input is too long", async () => {
    const input = "x".repeat(1024 * 1024 + 1);
    const { code, errors } = await askIn({}, ["-"], { input });

    expect(code).toBe(2);
    expect(errors).toContain("(file-too-large; next: toolcourt ask --help)");
  });

  it("omits the summary on request", async () => {
    const { code, output } = await ask("--json", "--summary", "off", reading);

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ kind: "tool_result" });
    expect(output).not.toContain('"bullets"');
  });

  it("asks back if no tool fits, lists the candidates, and exits 1", async () => {
    const { code, output } = await askIn({ host: { ask: true } }, [
      "What is the capital of Assyria?",
    ]);

    expect(code).toBe(1);
    expect(output).toContain("No tool fits this question.");
    expect(output).toContain(`There are: ${names.join(", ")}.`);
  });

  it.each([
    ["a question without a word", ["--json", " "], "question-empty"],
    ["a secret", ["--json", `Use ghp_${"a1B2".repeat(9)}`], "question-has-secret"],
  ])("refuses %s and exits 1", async (_, args, code) => {
    const ran = await ask(...args);

    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.output)).toMatchObject({ kind: "blocked", code });
  });

  it("exits 1 if the tool fails", async () => {
    const { code, output } = await ask("--json", 'Read the file "nothing.txt" of the repository.');

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      kind: "tool_result",
      result: { isError: true },
      note: "The tool reported an error.",
    });
  });

  it.each([
    ["--planner", "model"],
    ["--summary", "paraphrase"],
  ])("exits 2 if %s %s needs a model and none is configured", async (...flags) => {
    const { code, output, errors } = await ask(...flags, reading);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain("usage-invalid");
  });

  it.each([[[]], [["--summary", "long", "x"]], [["--planner", "me", "x"]]])(
    "exits 2 on an empty command line: %j",
    async (args) => {
      expect(await ask(...args)).toMatchObject({ code: 2, output: "" });
    },
  );
});

function host(url: string): JsonObject {
  return { host: { planner: "model", model: { url, name: "small" } } };
}

describe("toolcourt ask with a model", () => {
  it("makes the model's planned call, and shows its choice, copied from the result", async () => {
    const plan = calls("read_repo_file", { path: "notes.txt" });
    const choice = says({ text: JSON.stringify({ bullets: [{ span: "s2" }] }) });
    await using server = await openModelServer(plan, choice);

    const { code, output } = await askIn(host(server.url), ["--json", "What is in my notes?"]);

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      kind: "tool_result_with_summary",
      summary: { bullets: [{ evidence: "path: notes.txt", pointer: "/path" }] },
    });
    expect(server.asked).toHaveLength(2);
  });

  it("does not send a call that needs approval, and explains how to approve it", async () => {
    const given = { file: "decisions.jsonl", entry: "{}" };
    await using server = await openModelServer(calls("write_memory_entry", given));

    const { code, output } = await askIn(host(server.url), ["--json", "Remember this."]);

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      code: "approval-required",
      call: { arguments: given },
    });
    expect(server.asked).toHaveLength(1);
  });

  it("does not call an invented tool, and asks the model once more", async () => {
    await using server = await openModelServer(calls("delete_everything", {}));

    const { code, output } = await askIn(host(server.url), ["--json", "What is in my notes?"]);

    expect(code).toBe(2);
    expect(JSON.parse(output)).toMatchObject({ kind: "blocked", code: "planner-failed" });
    expect(server.asked).toHaveLength(2);
  });

  it("exits 2 if the model makes no usable plan", async () => {
    await using server = await openModelServer(says({ text: "I would call hello." }));

    const { code, output } = await askIn(host(server.url), ["--json", "What is in my notes?"]);

    expect(code).toBe(2);
    expect(JSON.parse(output)).toMatchObject({ kind: "blocked", code: "plan-not-one-object" });
  });

  it("exits 2 if the model is unavailable, without text of the endpoint", async () => {
    await using server = await openModelServer(status(401));

    const { code, output } = await askIn(host(server.url), ["What is in my notes?"]);

    expect(code).toBe(2);
    expect(output).toContain("does not accept the key");
    expect(output).not.toContain("own words");
  });

  it("needs no model with --planner builtin", async () => {
    await using server = await openModelServer(status(500));

    const { code } = await askIn(host(server.url), [
      "--planner",
      "builtin",
      "--summary",
      "off",
      reading,
    ]);

    expect(code).toBe(0);
    expect(server.asked).toEqual([]);
  });
});
