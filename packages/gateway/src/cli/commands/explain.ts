import { Refusal } from "../../errors/refusal.ts";
import type { Hold, RegisteredTool, Snapshot } from "../../registry/snapshot.ts";
import { defineCommand } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { printable, printableJson } from "../printable.ts";
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
  notes: ["Connects to the configured servers. Exit 0: callable. Exit 1: held."],

  async run({ values, positionals: [name = ""] }, surroundings) {
    const flags = { config: values.config, frozen: false, least: "error" } as const;
    await using configured = await openConfigured(flags, surroundings);
    const tool = find(name, configured.gateway.registry.current());
    surroundings.terminal.out(values.json ? printableJson(told(tool)) : described(tool));
    return tool.hold === undefined ? 0 : 1;
  },
});

function find(name: string, { tools }: Snapshot): RegisteredTool {
  const tool = tools.get(name);
  if (tool === undefined)
    throw new Refusal("tool-unknown", { tool: unknown(name, [...tools.keys()]).given });
  return tool;
}

/** What a program wants to know. */
function told({ publicName, contract, home, settings, findings, hold }: RegisteredTool): object {
  const { server, name, effect, digest } = contract;
  const state = hold === undefined ? "callable" : hold.kind;
  return {
    tool: publicName,
    server,
    name,
    home: home.kind,
    state,
    effect,
    digest,
    settings,
    findings,
  };
}

const reasons = {
  nonconformant: "it breaks a rule",
  drifted: "its contract is not the one in the lock",
  "not-admitted": "it is new since the start and waits for the next",
} satisfies Record<Hold["kind"], string>;

function described({ publicName, contract, settings, findings, hold }: RegisteredTool): string {
  const { maxInstances, timeoutMs, approval } = settings;
  const verdict = hold === undefined ? "callable" : `held: ${reasons[hold.kind]}`;
  return [
    `${printable(publicName)}  ${verdict}`,
    `  server      ${printable(contract.server)}, where it is called ${printable(contract.name)}`,
    `  effect      ${contract.effect}`,
    `  limits      ${maxInstances} at a time, ${timeoutMs} ms each, approval: ${approval}`,
    `  digest      ${contract.digest}`,
    ...findings.map(
      ({ severity, rule, pointer, message }) =>
        `  ${severity.padEnd(10)}  ${rule}  ${printable(pointer)}  ${printable(message)}`,
    ),
  ].join("\n");
}
