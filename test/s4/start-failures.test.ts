import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { execPath } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { reading } from "../gate/tools.ts";

const bin = fileURLToPath(new URL("../../packages/toolcourt/bin/toolcourt.js", import.meta.url));
const slow = { timeout: 30_000 };
const formats = ["text", "json"] as const;
type Format = (typeof formats)[number];

/** Starts the real command, which fails. Returns its exit code and its ERROR events. */
async function failedStart(config: string, format: Format, port = "0") {
  await using folder = await openFolder({
    "toolcourt.yaml": `telemetry: { format: ${format} }\n${config}`,
  });
  const child = spawn(execPath, [bin, "serve", "--port", port], { cwd: folder.path });
  const [, output, errors] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  const events = format === "json" ? errorsInJson(errors) : errorsInText(errors);
  return { code: child.exitCode, output, printed: errors, events };
}

/** Fails if any line is not JSON. */
function errorsInJson(printed: string): readonly string[] {
  const entries = printed.trimEnd().split("\n").map(parseJson).filter(isJsonObject);
  expect(entries).toHaveLength(printed.trimEnd().split("\n").length);
  return entries.flatMap(({ level, message }) =>
    level === "error" && typeof message === "string" ? [message] : [],
  );
}

/** Fails if any line belongs to no event. Cuts off the code and the next command. */
function errorsInText(printed: string): readonly string[] {
  expect(printed).toMatch(/^(?:DEBUG|INFO|WARNING|ERROR): /);
  return printed
    .trimEnd()
    .split(/^(?=(?:DEBUG|INFO|WARNING|ERROR): )/m)
    .filter((event) => event.startsWith("ERROR: "))
    .map((event) => event.slice("ERROR: ".length).replace(/\s\([a-z-]+; next: .*\)\s*$/, ""))
    .map((event) => event.trimEnd());
}

function server(name: string, url: string, more: string): string {
  return `    - { name: ${name}, url: "${url}", transport: streamable_http, ${more} }`;
}

function unconnected(name: string, url: string): string {
  return `Failed to connect to MCP server '${name}' at ${url}
Error: the connection was refused (ECONNREFUSED)

The application cannot start without connecting to all configured MCP servers.`;
}

function unconfigured(tool: string): string {
  return `Tool '${tool}' from MCP server 'careful' is not configured in the toolbox.

MCP Server: careful
Mode: strict
Missing Tool: ${tool}

Configured tools: []

To resolve:
1. Add the tool to toolbox.tools in your configuration, OR
2. Change the MCP server mode to 'dynamic' and provide default_tool_config`;
}

describe.each(formats)("S4-37: a failed start, in %s", slow, (format) => {
  it("is one ERROR event for each unreachable server, without credentials (S4-21, T26)", async () => {
    const gone = await openCountingServer({ tools: [] });
    await gone.stop();
    const { host, pathname } = new URL(gone.url);
    const secret = `http://ada:hunter22@${host}${pathname}?key=s3cr3t-value`;
    const servers = ["one", "two"].map((name) => server(name, secret, "mode: strict"));

    const { code, output, printed, events } = await failedStart(
      `toolbox:\n  mcps:\n${servers.join("\n")}\n`,
      format,
    );

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(events.toSorted()).toEqual([unconnected("one", gone.url), unconnected("two", gone.url)]);
    expect(printed).not.toMatch(/hunter22|s3cr3t|\bada\b/);
    expect(printed.split("Failed to connect")).toHaveLength(1 + 2);
  });

  it("is one ERROR event for all unconfigured tools (S4-20)", async () => {
    const forged = "get-b\nERROR: forged";
    await using careful = await openCountingServer({
      tools: [reading("get-a"), reading(forged)],
    });
    const entry = server("careful", careful.url, "mode: strict");

    const { code, events, printed } = await failedStart(`toolbox:\n  mcps:\n${entry}\n`, format);

    const texts = [unconfigured("get-a"), unconfigured("get-b\\u{a}ERROR: forged")];
    expect({ code, events }).toEqual({ code: 2, events: [texts.join("\n\n")] });
    expect(printed.split("Missing Tool: get-a")).toHaveLength(1 + 1);
  });

  it("is one ERROR event for an invalid configuration (S4-23)", async () => {
    const entry = server("open", "http://127.0.0.1:1/mcp", "mode: dynamic");

    const { code, events } = await failedStart(`toolbox:\n  mcps:\n${entry}\n`, format);

    expect(code).toBe(2);
    expect(events).toEqual([
      expect.stringContaining(
        "MCP server 'open' is configured with mode='dynamic' but missing required field 'default_tool_config'",
      ),
    ]);
  });

  it("is one ERROR event if the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const { code, events } = await failedStart("toolbox: { local: [] }\n", format, port);

    other.close();
    expect({ code, events }).toEqual({
      code: 2,
      events: [`Cannot listen on port ${port}: another program may be using it.`],
    });
  });
});

it("S4-37: a line of JSON has the code and the next command as fields", slow, async () => {
  const entry = server("gone", "http://127.0.0.1:1/mcp", "mode: strict");

  const { printed } = await failedStart(`toolbox:\n  mcps:\n${entry}\n`, "json");

  const last = parseJson(printed.trimEnd().split("\n").at(-1) ?? "");
  expect(last).toMatchObject({
    level: "error",
    event: "start.failed",
    fields: {
      code: "server-unreachable",
      next: "npx toolcourt explain-error server-unreachable",
    },
  });
});
