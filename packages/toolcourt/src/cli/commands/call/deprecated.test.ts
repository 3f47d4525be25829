import { resolve } from "node:path";
import { env, execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

const program = resolve(
  import.meta.dirname,
  "../../../../../testing/src/programs/listed-server.ts",
);

function deprecated(removalDate: string): JsonObject {
  const terms = { since: "1.0.0", replacement: "get-forecast-v2", removalDate };
  return tool({ _meta: { "dev.toolcourt/contract": { category: "query", deprecated: terms } } });
}

/** Calls on the first of November 2026. */
async function call(...tools: readonly JsonObject[]) {
  await using folder = await openFolder({ "tools.json": JSON.stringify(tools) });
  const server = {
    name: "weather",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", program, resolve(folder.path, "tools.json")],
    mode: "dynamic",
    default_tool_config: { max_instances: 2 },
  };
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { mcps: [server] } }));
  const environment = { PATH: env["PATH"] ?? "" };
  const args = ["call", "get-forecast", "--args", '{"city":"Geneva"}'];
  return await run(args, { folder: folder.path, environment });
}

const next = tool({ name: "get-forecast-v2" });

// Each starts a server, on machines busy with other tests.
describe("a call of a server's deprecated tool", { timeout: 20_000 }, () => {
  it("S3-151: is answered until its removal date, with a warning in the log", async () => {
    const { code, errors } = await call(deprecated("2026-11-01"), next);

    expect(code).toBe(0);
    expect(errors).toContain(
      "WARNING: Tool 'get-forecast' from MCP server 'weather' was called though it is deprecated",
    );
  });

  it("S3-153: is refused after that date, with the replacement", async () => {
    const { code, output } = await call(deprecated("2026-10-31"), next);

    expect(code).toBe(1);
    expect(output).toContain("its removal date has passed; call get-forecast-v2 instead.");
  });
});
