import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { openFolder } from "../packages/testing/src/folder.ts";
import { run } from "../packages/testing/src/terminal.ts";

const example = resolve(import.meta.dirname, "../examples/http-tools");

/** Starts the example's API on a free port. */
async function startApi(): Promise<{ readonly port: string } & Disposable> {
  const child = spawn(execPath, ["api.ts", "0"], { cwd: example });
  const said: unknown[] = await once(child.stdout, "data");
  const port = /"port":(\d+)/.exec(String(said[0]))?.[1] ?? "";
  return { port, [Symbol.dispose]: () => void child.kill() };
}

/** Makes a call next to the example's files. */
async function called(tool: string, args: object) {
  using api = await startApi();
  const config = await readFile(resolve(example, "toolcourt.yaml"), "utf8");
  await using folder = await openFolder({
    "toolcourt.yaml": `${config.replaceAll("7500", api.port)}stores: { url: "memory:" }\n`,
    "tools.yaml": await readFile(resolve(example, "tools.yaml"), "utf8"),
  });
  return await run(["call", tool, "--args", JSON.stringify(args)], { folder: folder.path });
}

// Each test starts a process and opens a whole gateway.
describe("the HTTP tools example", () => {
  it("lists orders page by page", async () => {
    const { code, output, errors } = await called("list-orders", { customer: 1, status: "open" });

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain('"paging":{"pages":2,"items":2,"complete":true}');
  });

  it("adds a note", async () => {
    const { output } = await called("add-note", { order: 3, note: "Fragile" });

    expect(output).toContain('{"order":3,"noted":true}');
  });

  it("refuses an invalid customer", async () => {
    const { code, output } = await called("list-orders", { customer: "1/../2" });

    expect(code).toBe(1);
    expect(output).toContain("input-invalid");
  });
});
