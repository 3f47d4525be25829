import { expect, it } from "vitest";
import { childOf, keysOf } from "./keys.ts";
import { configSchema } from "./schema.ts";

/** The path of every key that holds a value of its own. */
function* paths(schema: unknown, path: string): Generator<string> {
  const inList = childOf(schema, 0);
  const holder = keysOf(schema) === undefined ? inList : schema;
  const keys = keysOf(holder);
  if (keys === undefined) yield path;
  for (const key of keys ?? []) yield* paths(childOf(holder, key), `${path}.${key}`);
}

it("has exactly these keys, for files depend on them", () => {
  const toolbox = childOf(configSchema, "toolbox");

  expect(keysOf(configSchema)).toEqual(["toolbox", "myai", "server"]);
  expect([...paths(childOf(configSchema, "myai"), "")]).toEqual(
    [...paths(toolbox, "")].map((path) => `.toolbox${path}`),
  );
  expect([...paths(childOf(configSchema, "server"), "server")]).toEqual([
    "server.host",
    "server.port",
  ]);
  expect([...paths(toolbox, "toolbox")]).toEqual([
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
