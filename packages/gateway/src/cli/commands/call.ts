import { type JsonValue, parseJson } from "@toolcourt/sdk";
import { isQuestion } from "../../calls/call.ts";
import { Refusal } from "../../errors/refusal.ts";
import { toMcp } from "../../errors/to-mcp.ts";
import { version } from "../../kernel/version.ts";
import { resultOf } from "../../servers/result-of.ts";
import { defineCommand } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { printableJson } from "../printable.ts";
import { openConfigured } from "../with-gateway.ts";

export const call = defineCommand({
  name: "call",
  summary: "Make one call through the line and print its result as JSON",
  positionals: "<tool>",
  flags: {
    config: configFlag,
    args: { type: "text", value: "json", summary: "The arguments, as a JSON object (default: {})" },
  },
  notes: ["Exit 0: answered. Exit 1: refused, or the tool failed. Exit 2: could not be done."],

  async run({ values, positionals: [tool = ""] }, surroundings) {
    const { terminal, signal, newId } = surroundings;
    const given = argumentsOf(values.args ?? "{}");
    const flags = { config: values.config, frozen: false, least: "warning" } as const;
    await using configured = await openConfigured(flags, surroundings);
    const incoming = {
      callId: newId(),
      principal: { id: "local", permissions: "all" },
      correlationId: newId(),
      traceId: newId(),
      agent: { name: "toolcourt", version },
      tool,
      arguments: given,
    } as const;
    try {
      const result = await configured.gateway.callTool(incoming, signal);
      terminal.out(printableJson(resultOf(result)));
      return isQuestion(result) || result.isError ? 1 : 0;
    } catch (error) {
      const outcome = toMcp(error);
      const { kind, ...refused } = outcome;
      terminal.out(printableJson(kind === "result" ? outcome.result : { error: refused }));
      return 1;
    }
  },
});

function argumentsOf(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    const problem = "Give --args a JSON object.";
    const help = "toolcourt call --help";
    throw new Refusal("usage-invalid", { problem, help }, { cause: error });
  }
}
