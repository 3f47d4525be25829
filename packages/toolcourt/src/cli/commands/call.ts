import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { resultOf } from "@toolcourt/gateway/internal/edge/result-of";
import { isQuestion } from "@toolcourt/gateway/internal/pipeline/call";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { defineCommand, type Surroundings } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { openForCommand } from "../open-for-command.ts";
import type { OverSameConfig } from "../over-same-config.ts";
import { suggestTool } from "../suggest-tool.ts";

/** Above the body limit of every entrance. */
const maxMb = 4;

export const call = defineCommand({
  name: "call",
  summary: "Make one call through the line and print its result as JSON",
  positionals: "<tool>",
  flags: {
    config: configFlag,
    args: {
      type: "text",
      value: "json",
      summary:
        "The arguments, as a JSON object; @file reads them, - takes standard input (default: {})",
    },
  },
  notes: [
    "What is printed is always one JSON value: the result of the tool, or the refusal.",
    "A tool that asks something before it answers is refused: there is nobody here who could be asked.",
    "Exit 0: answered. Exit 1: refused, or the tool failed. Exit 2: could not be done.",
  ],

  async run({ values, positionals: [tool = ""] }, surroundings) {
    const { terminal, signal, newId } = surroundings;
    const given = await argumentsOf(values.args ?? "{}", surroundings);
    const flags = { config: values.config, frozen: false, least: "warning" } as const;
    await using configured = await openForCommand(flags, surroundings);
    const incoming = {
      callId: newId(),
      principal: { id: "local", permissions: "all", kind: "local" },
      correlationId: newId(),
      traceId: newId(),
      agent: { name: "toolcourt", version },
      tool,
      arguments: given,
    } as const;
    suggestTool(tool, configured.gateway.registry.current(), terminal);
    try {
      const result = await configured.gateway.callTool(incoming, signal);
      if (isQuestion(result))
        throw new Refusal("interaction-required", { tool, because: "not-declared" });
      terminal.out(printableJson(resultOf(result)));
      return result.isError ? 1 : 0;
    } catch (error) {
      terminal.out(printableJson(refusedOf(error, surroundings)));
      return 1;
    }
  },
});

/**
 * Returns the refusal as a remote caller would get it. Its next command is adjusted to read the
 * same configuration file.
 */
function refusedOf(error: unknown, { overSameConfig }: Surroundings): object {
  const isOurs = isRefusal(error) && overSameConfig !== undefined;
  const outcome = toMcp(isOurs ? withNext(error, overSameConfig) : error);
  const { kind, ...refused } = outcome;
  return kind === "result" ? outcome.result : { error: refused };
}

function withNext({ code, details, next }: Refusal, overSameConfig: OverSameConfig): Refusal {
  return Object.assign(new Refusal(code, details), { next: overSameConfig(next) });
}

/** Returns the typed arguments, or reads them from the named file or standard input. */
async function argumentsOf(given: string, surroundings: Surroundings): Promise<JsonObject> {
  const isNamed = given === "-" || given.startsWith("@");
  const text = isNamed ? await readText(given.replace(/^@/, ""), surroundings, maxMb) : given;
  const value = valueIn(text);
  if (isJsonObject(value)) return value;
  const problem = `Give --args a JSON object, such as '{"name":"Ada"}'.`;
  throw new Refusal("usage-invalid", { problem, help: "toolcourt call --help" });
}

function valueIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
