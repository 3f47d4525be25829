import { expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import { maxCallMs } from "./max-call-ms.ts";

const server = "{ name: crm, transport: streamable_http, url: 'https://crm.example/mcp'";

it.each([
  ["nothing is said", "  mcps: []\n", 3],
  ["a tool may take longer", "  tools: [{ name: report, timeout: PT10M }]\n", 21],
  [
    "the tools of a server may take longer",
    `  mcps:\n    - ${server}, mode: dynamic, default_tool_config: { max_instances: 1, timeout: PT5M } }\n`,
    11,
  ],
])("includes waiting, running and finishing if %s", (_, toolbox, minutes) => {
  const { toolbox: settings } = loadConfig(`toolbox:\n${toolbox}`, { environment: {} });

  expect(maxCallMs(settings)).toBe(minutes * 60_000);
});
