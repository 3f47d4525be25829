import { Refusal } from "../../errors/refusal.ts";
import type { RegisteredTool, Snapshot } from "../../registry/snapshot.ts";
import { defineCommand } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { explanationOf } from "../explanation.ts";
import { explanationText } from "../explanation-text.ts";
import { printable, printableJson } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import { unknown } from "../unknown.ts";
import { openConfigured } from "../with-gateway.ts";

export const explain = defineCommand({
  name: "explain",
  summary: "Say why a tool may or may not be called, and what applies to it",
  positionals: "<tool>",
  flags: {
    config: configFlag,
    json: { type: "switch", summary: "Print one JSON value and nothing else" },
  },
  notes: [
    "Connects to the configured servers, and writes nothing: the lock stays as it is.",
    "Exit 0: callable. Exit 1: held. Exit 2: there is no such tool, or the gateway could not start.",
  ],

  async run({ values, positionals: [name = ""] }, surroundings) {
    const { terminal } = surroundings;
    const flags = {
      config: values.config,
      frozen: false,
      least: "error",
      onlyLooks: true,
    } as const;
    await using configured = await openConfigured(flags, surroundings);
    const tool = find(name, configured.gateway.registry.current(), terminal);
    const explanation = explanationOf(tool, configured);
    terminal.out(values.json ? printableJson(explanation) : explanationText(explanation));
    return tool.hold === undefined ? 0 : 1;
  },
});

/** More names than this are no help. */
const maxNames = 20;

function find(name: string, { tools }: Snapshot, terminal: Terminal): RegisteredTool {
  const tool = tools.get(name);
  if (tool !== undefined) return tool;
  const names = [...tools.keys()];
  const { given, nearest } = unknown(name, names);
  const few = names.slice(0, maxNames).join(", ");
  const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : "";
  const hint =
    nearest === undefined ? `The tools here: ${few}${rest}.` : `Did you mean ${nearest}?`;
  if (names.length > 0) terminal.err(printable(hint));
  throw new Refusal("tool-unknown", { tool: given });
}
