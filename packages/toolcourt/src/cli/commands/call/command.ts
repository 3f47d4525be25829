import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { resultOf } from "@toolcourt/gateway/internal/edge/incoming-call";
import { type IncomingCall, isQuestion } from "@toolcourt/gateway/internal/pipeline/call";
import type { DryRunCall } from "@toolcourt/gateway/internal/pipeline/dry-run";
import { verdictJson } from "@toolcourt/gateway/internal/pipeline/verdict";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  switchFlag,
  type Terminal,
  usage,
} from "../../command.ts";
import { suggestTool } from "../../names.ts";
import { openForCommand } from "../../open-for-command.ts";
import { suggested } from "../../suggest.ts";

/** Above the body limit of every entrance. */
const maxMb = 4;

export const command = defineCommand({
  flags: {
    config: configFlag,
    args: {
      type: "text",
      value: "json",
      summary:
        "The arguments, as a JSON object; @file reads them, - takes standard input (default: {})",
    },
    dryRun: switchFlag("Say what would become of the call, and make none"),
  },
  notes: [
    "Always prints one JSON value: the result of the tool, or the refusal.",
    "With --dry-run it prints the verdict of the first gate, the policy and the limits, and whose approval the call needs. Nothing is sent, used up or recorded.",
    "A tool that asks the caller a question is refused: this command is not interactive.",
    "Exit 0: answered, or allowed. Exit 1: refused, or the tool failed. Exit 2: could not be done.",
  ],

  async run({ values, positionals: [tool = ""] }, context) {
    const { terminal, signal, newId } = context;
    const given = await argumentsOf(values.args ?? "{}", context);
    const flags = {
      config: values.config,
      frozen: false,
      minLevel: "warning",
      showsOutcomes: true,
      forOperator: true,
    } as const;
    await using configured = await openForCommand(flags, context);
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
    if (values.dryRun) {
      const code = await dryRun(configured.gateway.dryRun, incoming, context);
      return code;
    }
    try {
      const result = await configured.gateway.callTool(incoming, signal);
      if (isQuestion(result))
        throw new Refusal("interaction-required", { tool, because: "not-declared" });
      terminal.out(printableJson(resultOf(result)));
      return result.isError ? 1 : 0;
    } catch (error) {
      terminal.out(printableJson(refusedOf(error, context)));
      return 1;
    }
  },
});

/** Prints what would become of a call. */
async function dryRun(
  ask: DryRunCall,
  incoming: IncomingCall,
  { terminal }: CommandContext,
): Promise<ExitCode> {
  const found = await ask(incoming);
  const shown =
    found.kind === "refused" ? { ...found, refusal: withNext(found.refusal, terminal) } : found;
  terminal.out(printableJson(verdictJson(incoming.tool, shown)));
  return found.kind === "allowed" ? 0 : 1;
}

/**
 * Returns the refusal as a remote caller would get it. Its next command is adjusted to read the
 * same configuration file.
 */
function refusedOf(error: unknown, { terminal }: CommandContext): object {
  const outcome = toMcp(isRefusal(error) ? withNext(error, terminal) : error);
  const { kind, ...refused } = outcome;
  return kind === "result" ? outcome.result : { error: refused };
}

function withNext({ code, details, next }: Refusal, terminal: Terminal): Refusal {
  return Object.assign(new Refusal(code, details), { next: suggested(next, terminal) });
}

/** Returns the typed arguments, or reads them from the named file or standard input. */
async function argumentsOf(given: string, context: CommandContext): Promise<JsonObject> {
  const isNamed = given === "-" || given.startsWith("@");
  const text = isNamed ? await readText(given.replace(/^@/, ""), context, maxMb) : given;
  const value = valueIn(text);
  if (isJsonObject(value)) return value;
  throw usage(`Give --args a JSON object, such as '{"name":"Ada"}'.`);
}

function valueIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
