import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createWorkspaceTools } from "@toolcourt/gateway/internal/http-tools/local/workspace/workspace-tools";
import { serve } from "@toolcourt/sdk/serve";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// One test opens a real server, which is slow while other tests load the machine.
const busy = { timeout: 10_000 };

describe("toolcourt check of a running server", busy, () => {
  it("checks the tools that the server lists", async () => {
    await using folder = await openFolder({});
    const [hello] = createWorkspaceTools({ root: folder.path, clock: systemClock });
    await using server = await serve(hello === undefined ? [] : [hello], {
      name: "here",
      version: "1.0.0",
      port: 0,
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
