import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

function problemsOf(server: string, entry = ""): readonly string[] {
  const mcps = `[{ name: crm, transport: stdio, command: crm, mode: strict${entry} }]`;
  try {
    loadConfig(`toolbox: { mcps: ${mcps} }\nserver: { ${server} }\n`, {
      file: "t.yaml",
      environment: {},
    });
    return [];
  } catch (error) {
    if (hasCode(error, "config-invalid")) return error.details.problems;
    throw error;
  }
}

describe("the discovery of tools", () => {
  it.each([
    ["discovery: list", ""],
    ["discovery: search, pinned: [a, b]", ""],
    ["pinned: [a]", ", discovery: search"],
  ])("may be %s%s", (server, entry) => {
    expect(problemsOf(server, entry)).toEqual([]);
  });

  it.each([
    ["discovery: hidden", "t.yaml:2:22 server.discovery: Expected list or search"],
    [
      "pinned: [a]",
      "t.yaml:2:11 server.pinned: Without `discovery: search` every tool is in the list; leave this out.",
    ],
    [
      "discovery: search, pinned: [a, a]",
      "t.yaml:2:42 server.pinned[1]: This is listed twice; remove one.",
    ],
    [
      "discovery: search, pinned: [call_tool]",
      "t.yaml:2:39 server.pinned[0]: The gateway always lists this tool; leave it out.",
    ],
  ])("may not be %s", (server, problem) => {
    expect(problemsOf(server)).toEqual([expect.stringContaining(problem)]);
  });
});
