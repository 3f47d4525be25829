import { describe, expect, it } from "vitest";
import { openFolder } from "../../testing/folder.ts";
import { run } from "../../testing/terminal.ts";

async function explain(...args: readonly string[]) {
  await using folder = await openFolder({});
  return await run(["explain", ...args], { folder: folder.path });
}

describe("toolcourt explain", () => {
  it("says that a tool may be called and what applies to it", async () => {
    const { code, output } = await explain("write_memory_entry");

    expect(code).toBe(0);
    expect(output).toMatch(/^write_memory_entry {2}callable\n/);
    expect(output).toContain("5 at a time, 30000 ms each, approval: caller");
  });

  it("says the same to a program", async () => {
    const { output } = await explain("hello", "--json");

    expect(JSON.parse(output)).toMatchObject({
      tool: "hello",
      server: "local",
      state: "callable",
      effect: "read",
      settings: { maxInstances: 5, timeoutMs: 30_000, approval: "none" },
    });
  });

  it("does not know what is not there", async () => {
    const { code, errors } = await explain("nothing");

    expect(code).toBe(2);
    expect(errors).toMatch(/^There is no tool named "nothing"/);
  });
});
