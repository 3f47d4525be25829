import { dirname, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { explanationOf } from "@toolcourt/gateway/internal/compose/explain/explanation";
import { readGrantsFor } from "@toolcourt/gateway/internal/compose/open-grants";
import { readPolicyLimits } from "@toolcourt/gateway/internal/compose/policy-limits";
import { isAskTool } from "@toolcourt/host/internal/compose/ask-tool";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  jsonFlag,
  type Terminal,
} from "../../command.ts";
import { suggestTool } from "../../names.ts";
import { openForCommand } from "../../open-for-command.ts";
import { explainItem, itemText } from "./items.ts";
import { explanationText } from "./text.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "Connects to the configured servers, and writes nothing: the lock stays as it is.",
    "Also explains a prompt, a resource template or a view, as name, server/name or prompt:server/name.",
    "Exit 0: callable. Exit 1: held. Exit 2: there is no such tool, or the gateway could not start.",
  ],

  async run({ values, positionals: [name = ""] }, context) {
    const { terminal } = context;
    const flags = {
      config: values.config,
      frozen: false,
      minLevel: "error",
      onlyLooks: true,
    } as const;
    await using configured = await openForCommand(flags, context);
    const snapshot = configured.gateway.registry.current();
    const item = snapshot.tools.has(name) ? undefined : await explainItem(name, configured);
    if (item !== undefined) {
      terminal.out(values.json ? printableJson(item) : itemText(item, terminal));
      return item.state === "usable" ? 0 : 1;
    }
    const tool = find(name, snapshot, terminal);
    const limits = await readPolicyLimits(configured.config, values.config, context);
    const { stores } = configured.config.authority;
    const folder = folderOf(values.config, context);
    const grants = await readGrantsFor(tool, { url: stores.url, clock: context.clock, folder });
    const explanation = explanationOf(tool, {
      ...configured,
      limits,
      grants,
      isHost: isAskTool,
    });
    terminal.out(values.json ? printableJson(explanation) : explanationText(explanation, terminal));
    return tool.hold === undefined ? 0 : 1;
  },
});

/** Returns the folder of the configuration. */
function folderOf(config: string | undefined, { folder }: Pick<CommandContext, "folder">): string {
  return resolve(folder, config === undefined ? "." : dirname(config));
}

function find(name: string, snapshot: Snapshot, terminal: Terminal): RegisteredTool {
  const tool = snapshot.tools.get(name);
  if (tool !== undefined) return tool;
  suggestTool(name, snapshot, terminal);
  throw new Refusal("tool-unknown", { tool: cut(name) });
}
