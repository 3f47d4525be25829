import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

describe("toolcourt serve", () => {
  it.each([
    ["two entrances", ["--stdio", "--port", "0"], /^Give --stdio or --port/],
    ["a port that is none", ["--port", "65536"], /^Give --port a whole number/],
    ["a port in words", ["--port", "http"], /^Give --port a whole number/],
    ["an endpoint without --stdio", ["--endpoint", "x"], /^Give --endpoint with --stdio/],
    ["a recording without a name", ["--record", ""], /^Give --record a file/],
  ])("refuses %s before it opens anything", async (_, args, complaint) => {
    const { code, errors } = await run(["serve", ...args]);

    expect(code).toBe(2);
    expect(errors).toMatch(complaint);
    expect(errors).toContain("usage-invalid");
  });

  it("does not start if the recording file cannot be written", async () => {
    await using folder = await openFolder();
    const { code, errors } = await run(["serve", "--record", "none/calls.jsonl"], {
      folder: folder.path,
    });

    expect(code).toBe(2);
    expect(errors).toContain("Cannot write none/calls.jsonl: its folder does not exist.");
  });

  it("does not start if a debugger could read its memory, except with --inspectable", async () => {
    const options = { exposedBy: ["--inspect", "--heapsnapshot-signal"] };
    const { code, errors } = await run(["serve"], options);
    const allowed = await run(["serve", "--inspectable", "--config", "none.yaml"], options);

    expect(code).toBe(2);
    expect(errors).toMatch(
      /^Node was started with --inspect, --heapsnapshot-signal, which exposes/,
    );
    expect(allowed.errors).toContain("none.yaml");
  });

  it.each([["--port", "0"], ["--stdio"]])(
    "releases the memory of its start before it listens: %s",
    async (...entrance) => {
      await using folder = await openFolder();
      const { code, output, errors } = await run(["serve", ...entrance], {
        folder: folder.path,
        tuneEngine: fail,
        debug: true,
      });

      expect(code).toBe(2);
      expect(output).toBe("");
      expect(errors).toContain("released");
    },
  );
});

function fail(): never {
  throw new Error("released");
}
