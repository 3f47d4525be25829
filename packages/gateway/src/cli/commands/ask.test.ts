import { describe, expect, it } from "vitest";
import { openFolder } from "../../testing/folder.ts";
import { type RunOptions, run } from "../../testing/terminal.ts";

const names = ["hello", "read_repo_file", "write_memory_entry"];
// Nothing waits for a disk that other tests keep busy.
const config = {
  toolbox: { local: ["workspace"], tools: names.map((name) => ({ name })) },
  stores: { url: "memory:" },
};

async function ask(args: readonly string[], options: RunOptions = {}) {
  const files = { "notes.txt": "hello there", "toolcourt.yaml": JSON.stringify(config) };
  await using folder = await openFolder(files);
  return await run(["ask", ...args], { folder: folder.path, ...options });
}

// Each opens a whole gateway, on machines that are busy with other tests.
const busy = { timeout: 10_000 };

const reading = 'Read the file "notes.txt" of the repository.';

describe("toolcourt ask", busy, () => {
  it("prints one JSON value with what the tool said, and exits 0", async () => {
    const { code, output, errors } = await ask(["--json", reading]);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(JSON.parse(output)).toMatchObject({
      call: { tool: "read_repo_file", arguments: { path: "notes.txt" } },
      result: { structured: { data: { content: "hello there" } }, isError: false },
    });
  });
});
