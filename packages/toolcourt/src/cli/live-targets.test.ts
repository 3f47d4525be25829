import { resolve } from "node:path";
import { execPath } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createWorkspaceTools } from "@toolcourt/gateway/internal/http-tools/local/workspace/workspace-tools";
import { UpstreamError } from "@toolcourt/gateway/internal/upstreams/upstream";
import { serve } from "@toolcourt/sdk/serve";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { listLiveTools, patienceMs, whyUnlisted } from "./live-targets.ts";

describe("toolcourt check of a running server", () => {
  it("checks the tools that the server lists", async () => {
    await using folder = await openFolder({});
    const [hello] = createWorkspaceTools({
      root: folder.path,
      clock: systemClock,
      hasEnvelope: true,
    });
    await using server = await serve(hello === undefined ? [] : [hello], {
      name: "here",
      version: "1.0.0",
      port: 0,
      profiles: ["workspace"],
    });

    const { code, output } = await run(["check", server.url?.href ?? "", "--json"], {
      folder: folder.path,
    });

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      tools: [{ server: "127.0.0.1", name: "hello", callable: true }],
    });
  });

  it("reports why a server is unreachable, without showing the password in the URL", async () => {
    const { code, errors } = await run(["check", "http://ada:hunter2@127.0.0.1:1/mcp?key=hunter2"]);

    expect(code).toBe(2);
    expect(errors).toMatch(/^http:\/\/127\.0\.0\.1:1\/mcp: [^\n]+\.\nCannot read /);
    expect(errors).not.toContain("hunter2");
  });

  it("requires a complete address", async () => {
    const { code, errors } = await run(["check", "http://"]);

    expect(code).toBe(2);
    expect(errors).toMatch(/^Give a whole address/);
  });
});

const odd = resolve(import.meta.dirname, "../../../testing/src/programs/odd-server.ts");
const transport = { kind: "stdio", command: execPath, args: [odd, "mute"], env: {} } as const;
const signal = new AbortController().signal;

describe("listLiveTools", { timeout: 20_000 }, () => {
  it("gives up on a server that never answers", async () => {
    // Skips the one long wait. Short waits are real, for the spawned processes.
    const clock = {
      ...systemClock,
      sleep: (ms: number, until?: AbortSignal) =>
        systemClock.sleep(ms === patienceMs ? 0 : ms, until),
    };

    const error: unknown = await listLiveTools(transport, {
      clock,
      signal,
      environment: {},
    }).catch((thrown: unknown) => thrown);

    expect(whyUnlisted(error, transport)).toBe("it took longer than 60 s");
  });

  it("stops when aborted", async () => {
    const stopped = new AbortController();
    const listing = listLiveTools(transport, {
      clock: systemClock,
      signal: stopped.signal,
      environment: {},
    });
    stopped.abort(new Error("enough"));

    await expect(listing).rejects.toThrow("enough");
  });
});

describe("whyUnlisted", () => {
  it.each([
    [{ kind: "rpc", code: -32_603 }, "it answered with the error -32603"],
    [
      { kind: "too-complex", excess: "keys" },
      "it sends a message with too many keys, values or levels",
    ],
    [
      { kind: "list-too-long", entries: 500, pages: 64 },
      "its list of tools is too long, or does not come to an end",
    ],
    [
      { kind: "lost" },
      "it ended before it had listed its tools; run it by itself to see what it says",
    ],
  ] as const)("returns our own text for %j", (fault, reason) => {
    const error = new UpstreamError(fault, { cause: new Error("hunter2") });

    expect(whyUnlisted(error, transport)).toBe(reason);
  });

  it("names the status of an HTTP server", () => {
    const url = new URL("http://127.0.0.1:1/mcp");

    expect(
      whyUnlisted(new UpstreamError({ kind: "http", status: 404 }), {
        kind: "streamable_http",
        url,
      }),
    ).toBe("it answered with the HTTP status 404");
  });
});
