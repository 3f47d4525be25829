import { expect, it } from "vitest";
import { keyPaths } from "./key-paths.ts";
import { childOf, keysOf } from "./keys.ts";
import { configSchema } from "./schema.ts";

it("has exactly these keys, for files depend on them", () => {
  const toolbox = childOf(configSchema, "toolbox");

  expect(keysOf(configSchema)).toEqual(["toolbox", "myai", "server"]);
  expect([...keyPaths(childOf(configSchema, "myai"), "")]).toEqual(
    [...keyPaths(toolbox, "")].map((path) => `.toolbox${path}`),
  );
  expect([...keyPaths(childOf(configSchema, "server"), "server")]).toEqual([
    "server.host",
    "server.port",
  ]);
  expect([...keyPaths(toolbox, "toolbox")]).toEqual([
    "toolbox.max_concurrent",
    "toolbox.local",
    "toolbox.tools.name",
    "toolbox.tools.server",
    "toolbox.tools.max_instances",
    "toolbox.tools.timeout",
    "toolbox.tools.approval",
    "toolbox.mcps.name",
    "toolbox.mcps.transport",
    "toolbox.mcps.url",
    "toolbox.mcps.command",
    "toolbox.mcps.args",
    "toolbox.mcps.env",
    "toolbox.mcps.cwd",
    "toolbox.mcps.mode",
    "toolbox.mcps.default_tool_config.max_instances",
    "toolbox.mcps.default_tool_config.timeout",
    "toolbox.mcps.prompts",
    "toolbox.mcps.profile",
    "toolbox.mcps.clauses.input",
    "toolbox.mcps.clauses.output",
    "toolbox.mcps.clauses.output-missing",
    "toolbox.mcps.clauses.is-error-flag",
    "toolbox.mcps.clauses.text-agrees",
    "toolbox.mcps.clauses.size",
    "toolbox.mcps.clauses.annotations",
    "toolbox.mcps.hints",
    "toolbox.mcps.may_ask",
    "toolbox.mcps.resources",
    "toolbox.mcps.required",
    "toolbox.mcps.naming",
    "toolbox.mcps.tool_allowlist",
    "toolbox.mcps.tool_denylist",
    "toolbox.collision",
  ]);
});
