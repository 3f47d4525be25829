import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ServerStatus } from "@toolcourt/gateway/internal/compose/server-status";
import { configFlag, defineCommand, jsonFlag, type Terminal } from "../../command.ts";
import { openToLook } from "../../open-for-command.ts";
import { count, createPaint, indent, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
  },
  notes: [
    "Connects to the configured servers, and writes nothing: the lock stays as it is.",
    "A server that does not answer within 12 seconds is shown as unreachable.",
    "Opens its own connections. The last error of a running gateway is in its log.",
    "The gateway also tells it at GET /admin/v1/servers, with the permission servers:read.",
    "Exit 0: all are ready. Exit 1: one is left out or unreachable. Exit 2: could not be done.",
  ],

  async run({ values }, context) {
    const { terminal } = context;
    await using configured = await openToLook(values.config, context);
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
    state === "ready" ? `${has.era ?? "no"} era, ${contentText(has)}` : printable(address),
  ]);
  return tableRows(rows)
    .flatMap((row, at) => [
      row,
      ...indent(servers[at] === undefined ? [] : aboutLines(servers[at])),
    ])
    .join("\n");
}

function contentText({
  tools,
  prompts,
  resources,
  templates,
}: Pick<ServerStatus, "tools" | "prompts" | "resources" | "templates">): string {
  const { admitted, withApproval, quarantined } = tools;
  return [
    `${count(admitted, "tool")} admitted${withApproval > 0 ? ` (${withApproval} with approval)` : ""}`,
    `${quarantined} quarantined`,
    count(prompts, "prompt"),
    count(resources, "resource"),
    count(templates, "template"),
  ].join(", ");
}

function aboutLines(server: ServerStatus): readonly string[] {
  const { because, required, next = "", restarts, since, lastError } = server;
  if (because === undefined) {
    const again = restarts > 0 ? [`${count(restarts, "restart")}, connected since ${since}`] : [];
    return [...again, ...lastErrorLines(lastError)];
  }
  const stops = required ? ["A gateway does not start: the server is required."] : [];
  return [printable(because), ...wordsLines(lastError), ...stops, `next: ${printable(next)}`];
}

/** Shows an error that is over. */
function lastErrorLines(lastError: ServerStatus["lastError"]): readonly string[] {
  if (lastError === undefined) return [];
  const { at, because } = lastError;
  return [`last error at ${at}: ${printable(because)}`, ...wordsLines(lastError)];
}

/** Quotes the server, so that its text cannot pass for ours. */
function wordsLines(lastError: ServerStatus["lastError"]): readonly string[] {
  const { wrote } = lastError ?? {};
  if (wrote === undefined) return [];
  const source = wrote.source === "stderr" ? "to its standard error" : "in its answer";
  return [`the server wrote ${source}: ${printable(JSON.stringify(wrote.text))}`];
}
