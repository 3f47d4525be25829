import { createHash } from "node:crypto";
import { openFolder } from "@toolcourt/testing/folder";
import { spoken } from "@toolcourt/testing/lanes";
import { machine, openServing } from "@toolcourt/testing/serving";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { runToolcourt } from "../../run.ts";

// A whole gateway takes longer than a second on a busy machine.
const timeout = 30_000;
const token = "a-token-of-the-metrics";
const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));

/** Serves a gateway with metrics, and makes some calls. */
async function openGateway(more: object = {}) {
  const config = {
    toolbox: { local: ["workspace"], tools },
    stores: { url: "memory:" },
    telemetry: { metrics: { port: 0, ...more } },
  };
  const files = { "toolcourt.yaml": JSON.stringify(config), token: `${token}\n` };
  const folder = await openFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  const call = async (name: string): Promise<void> => {
    const request = spoken("tools/call", { name, arguments: {} }, { era: "modern", lane: "fast" });
    await (await fetch(serving.url, request)).text();
  };
  for (const name of ["hello", "hello", "nope"]) await call(name);
  const url = /Metrics are at (\S+)/.exec(serving.printed.join("\n"))?.[1] ?? "";
  return { url, call, folder: folder.path };
}

describe("toolcourt top", { timeout }, () => {
  it("prints one view without a terminal", async () => {
    const { url } = await openGateway();
    const { code, output } = await run(["top", "--url", url]);

    expect(code).toBe(0);
    expect(output).toMatch(/^toolcourt \S+ {2}ready\ncalls \d+\.\d\/s/);
    expect(output).toMatch(/^tool-unknown +0\.0 +1$/m);
    expect(output).toMatch(/^hello +local +0\.0 +0\.0 +0 +0 +[\d.]+ m?s +[\d.]+ m?s$/m);
  });

  it("prints one JSON value, with a token that the metrics require", async () => {
    const token_sha256 = createHash("sha256").update(token).digest("hex");
    const { url, folder } = await openGateway({ token_sha256 });
    const refused = await run(["top", "--url", url], { folder });
    const { code, output } = await run(["top", "--url", url, "--token", "token", "--json"], {
      folder,
    });

    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(/^Cannot read http:\S+: .*\(next: toolcourt top --help\)/);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      ready: true,
      slots: { used: 0, max: 10 },
      refusals: [{ code: "tool-unknown", total: 1 }],
    });
    expect(`${output}${refused.errors}`).not.toContain(token);
  });

  it("draws each second at a terminal, until q", async () => {
    const { url, call, folder } = await openGateway();
    const frames: string[] = [];
    const quit = new AbortController();
    const screen = {
      size: () => ({ columns: 80, rows: 24 }),
      draw: (lines: readonly string[]) => {
        frames.push(lines.join("\n"));
        if (frames.length === 3) quit.abort();
        else void call("hello");
      },
      quit: quit.signal,
      [Symbol.dispose]: () => void frames.push("closed"),
    };
    const context = machine(folder, () => undefined, new AbortController().signal);
    const code = await runToolcourt(["top", "--url", url], {
      ...context,
      openScreen: () => screen,
    });

    expect(code).toBe(0);
    expect(frames).toHaveLength(4);
    expect(frames[2]).toMatch(/^hello +local +(?!0\.0)\d+\.\d/m);
    expect(frames[2]).toMatch(/q ends$/);
    expect(frames[3]).toBe("closed");
  });

  it("finds the metrics in the configuration, by loopback", async () => {
    const config = { toolbox: {}, telemetry: { metrics: { port: 1 } } };
    const token_sha256 = "a".repeat(64);
    const all = { toolbox: {}, telemetry: { metrics: { host: "::", port: 1, token_sha256 } } };
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify(config),
      "all.yaml": JSON.stringify(all),
    });
    const { code, errors } = await run(["top"], { folder: folder.path });
    const other = await run(["top", "--config", "all.yaml"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain("Cannot read http://127.0.0.1:1/metrics: No connection");
    expect(other.errors).toContain("Cannot read http://[::1]:1/metrics: No connection");
  });

  it.each([
    [[], "The configuration has no telemetry.metrics. Set it, or give --url."],
    [["--url", "localhost:9464"], "such as http://127.0.0.1:9464/metrics"],
    [["--url", "http://a:b@c/"], "such as http://127.0.0.1:9464/metrics"],
    [["--url", "http://127.0.0.1:1", "--token", "toolcourt.yaml"], "is not one line"],
  ])("refuses what it cannot use: %j", async (args, complaint) => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbox: {}\nserver: {}\n" });
    const { code, errors } = await run(["top", ...args], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain(complaint);
  });
});
