import { profileNames } from "@toolcourt/sdk/rules";
import type { Flags } from "../../command.ts";
import { testFormats } from "../../test-reports.ts";

/** The flags of `toolcourt test`. */
export const testFlags = {
  allow: {
    type: "list",
    value: "what",
    summary:
      "Also call tools of this effect (write, destroy), those that their server calls read-only (hinted), or the tool of this name",
  },
  dryRun: {
    type: "switch",
    summary: "Say what would be called with how many inputs, and call nothing",
  },
  only: { type: "list", value: "tool", summary: "Test this tool and no other" },
  seed: { type: "text", value: "number", summary: "Draw the same inputs as a run with this seed" },
  calls: {
    type: "text",
    value: "number",
    summary: "The most inputs that are drawn for one tool (default: 100)",
  },
  time: { type: "text", value: "seconds", summary: "The most time for all of it (default: 120)" },
  timeout: {
    type: "text",
    value: "seconds",
    summary: "How long one call may go unanswered (default: 10)",
  },
  profile: {
    type: "list",
    value: "name",
    summary: `Hold the server to this profile (${profileNames.join(", ")}; default: core)`,
  },
  input: {
    type: "text",
    value: "json",
    summary: "Call the tool that --only names with this input alone",
  },
  server: {
    type: "text",
    value: "name",
    summary: "Whose overlays apply (default: the name of the host or program)",
  },
  overlays: {
    type: "text",
    value: "folder",
    summary: "The folder of overlays, server/tool.yaml in it (default: contracts, if it exists)",
  },
  format: {
    type: "text",
    value: "format",
    summary: "How to report (default: text)",
    choices: testFormats,
  },
  json: { type: "switch", summary: "The same as --format json" },
  output: { type: "text", value: "file", summary: "Write the report there" },
} as const satisfies Flags;
