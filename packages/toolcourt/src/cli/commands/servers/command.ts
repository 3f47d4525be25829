import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ServerStatus } from "@toolcourt/gateway/internal/compose/server-status";
import { configFlag, defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { count, createPaint, indent, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "Connects to the configured servers, and writes nothing: the lock stays as it is.",
    "A running gateway answers the same at GET /admin/v1/servers, with the permission servers:read.",
    "Exit 0: all are ready. Exit 1: one is left out or unreachable. Exit 2: could not be done.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    const flags = {
      config: values.config,
      frozen: false,
      minLevel: "error",
      onlyLooks: true,
      forOperator: true,
      mayBeAbsent: true,
      leavesOut: true,
    } as const;
    await using configured = await openForCommand(flags, context);
    const found = await configured.gateway.describeServers();
    const servers = found.map((server) => withSuggested(server, terminal));
    terminal.out(values.json ? printableJson({ servers }) : serversText(servers, terminal));
    return servers.every(({ state }) => state === "ready") ? 0 : 1;
  },
});

function withSuggested(server: ServerStatus, terminal: Terminal): ServerStatus {
  const { next } = server;
  return next === undefined ? server : { ...server, next: suggested(next, terminal) };
}

const states = { ready: "ready", "left-out": "left out", unreachable: "unreachable" } as const;

function serversText(servers: readonly ServerStatus[], terminal: Terminal): string {
  if (servers.length === 0) return "The configuration has no servers.";
  const paint = createPaint(terminal);
  const rows = servers.map(({ name, address, state, mode, required, ...has }) => [
    paint("bold", printable(name)),
    paint(state === "ready" ? "green" : "red", states[state]),
    mode,
    required ? "required" : "optional",
    state === "ready" ? contentText(has) : printable(address),
  ]);
  return tableRows(rows)
    .flatMap((row, at) => [row, ...indent(reasonLines(servers[at]))])
    .join("\n");
}

function contentText({
  tools,
  prompts,
  resources,
  templates,
}: Pick<ServerStatus, "tools" | "prompts" | "resources" | "templates">): string {
  const { admitted, quarantined } = tools;
  return [
    `${count(admitted, "tool")} admitted`,
    `${quarantined} quarantined`,
    count(prompts, "prompt"),
    count(resources, "resource"),
    count(templates, "template"),
  ].join(", ");
}

function reasonLines(server: ServerStatus | undefined): readonly string[] {
  if (server?.because === undefined) return [];
  const { because, required, next = "" } = server;
  const stops = required ? ["A gateway does not start: the server is required."] : [];
  return [printable(because), ...stops, `next: ${printable(next)}`];
}
