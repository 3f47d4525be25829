import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { summaryOf, type ToolSummary } from "@toolcourt/gateway/internal/catalog/summarize-tool";
import { countTools, type ToolState } from "@toolcourt/gateway/internal/catalog/tool-state";
import type { Gateway } from "@toolcourt/gateway/internal/compose/open-gateway";
import type { ServerStatus } from "@toolcourt/gateway/internal/compose/server-status";
import {
  configFlag,
  defineCommand,
  jsonFlag,
  switchFlag,
  type Terminal,
  usage,
} from "../../command.ts";
import { openToLook } from "../../open-for-command.ts";
import { count, createPaint, indent, tableRows } from "../../style.ts";
import { suggested } from "../../suggest.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    held: switchFlag("Show only the tools that are held"),
    json: jsonFlag,
  },
  notes: [
    "Connects to the configured servers, and writes nothing: the lock stays as it is.",
    "Name a server, or local, to show only its tools.",
    "The tools of a server that does not answer within 12 seconds are not shown.",
    "If the configuration has endpoints, each line names those that offer the tool.",
    "A held tool has the first reason, and the command that makes it callable.",
    "If there is none, a sentence tells who has to change what.",
    "Exit 0: no shown tool is held. Exit 1: one is, or a server is not ready. Exit 2: could not be done.",
  ],

  async run({ values, positionals: [server] }, context) {
    const { terminal } = context;
    await using configured = await openToLook(values.config, context);
    const { gateway, config } = configured;
    if (server !== undefined) refuseUnknown(server, config.toolbox.servers);
    const isShown = (name: string): boolean => server === undefined || name === server;
    const all = toolsIn(gateway.registry.current(), isShown);
    const absent = (await gateway.describeServers()).filter(
      ({ name, state }) => isShown(name) && state !== "ready",
    );
    const tools = all
      .filter(({ hold }) => !values.held || hold !== undefined)
      .map((tool) => ({ ...listed(tool, terminal), ...endpointsIn(tool, gateway) }));
    const listing = { tools, summary: countTools(all), absent };
    terminal.out(values.json ? toolsJson(listing) : toolsText(listing, terminal));
    return listing.summary.held === 0 && absent.length === 0 ? 0 : 1;
  },
});

/** A tool as this command lists it. */
interface ListedTool extends ToolSummary {
  /** The endpoints that offer it. Unset if the configuration has none. */
  readonly endpoints?: readonly string[] | undefined;
}

type ToolCounts = ReturnType<typeof countTools>;

interface Listing {
  readonly tools: readonly ListedTool[];
  /** Of all tools, also those that are not shown. */
  readonly summary: ToolCounts;
  /** Servers whose tools are unknown. */
  readonly absent: readonly ServerStatus[];
}

function refuseUnknown(named: string, servers: readonly { readonly name: string }[]): void {
  const known = [...servers.map(({ name }) => name), "local"];
  if (known.includes(named)) return;
  throw usage(
    `The configuration has no server ${printable(named)}. Name one of: ${known.map(printable).join(", ")}.`,
  );
}

function toolsIn(
  { tools }: Snapshot,
  isShown: (server: string) => boolean,
): readonly RegisteredTool[] {
  return [...tools.values()].filter(({ contract }) => isShown(contract.server));
}

function endpointsIn(
  tool: RegisteredTool,
  { endpoints }: Pick<Gateway, "endpoints">,
): Pick<ListedTool, "endpoints"> {
  return endpoints.names.length === 0 ? {} : { endpoints: endpoints.of(tool) };
}

function listed(tool: RegisteredTool, terminal: Terminal): ListedTool {
  const summary = summaryOf(tool);
  const { next } = summary;
  return next === undefined ? summary : { ...summary, next: suggested(next, terminal) };
}

function toolsJson({ tools, summary, absent }: Listing): string {
  const servers = absent.map(({ name, state, because, next }) => ({ name, state, because, next }));
  return printableJson({ tools, summary, absent: servers });
}

const states = {
  callable: "callable",
  "callable-with-approval": "callable with approval",
  held: "held",
} satisfies Record<ToolState, string>;

const colors = {
  callable: "green",
  "callable-with-approval": "yellow",
  held: "red",
} as const satisfies Record<ToolState, string>;

function toolsText({ tools, summary, absent }: Listing, terminal: Terminal): string {
  const paint = createPaint(terminal);
  const rows = tableRows(
    tools.map(({ server, tool, effect, approval, state, untyped, endpoints }) => [
      printable(server),
      paint("bold", printable(tool)),
      effect,
      `approval ${approval}`,
      paint(colors[state], states[state]),
      untyped ? "untyped" : "",
      ...(endpoints === undefined ? [] : [endpointsText(endpoints)]),
    ]),
  );
  const lines = rows.flatMap((row, at) => [row, ...indent(reasonLines(tools[at]))]);
  return [...lines, ...absent.map((each) => absentLine(each, terminal)), totalOf(summary)].join(
    "\n",
  );
}

function endpointsText(endpoints: readonly string[]): string {
  return endpoints.length === 0 ? "at no endpoint" : `at ${endpoints.map(printable).join(", ")}`;
}

function reasonLines(tool: ListedTool | undefined): readonly string[] {
  if (tool?.state !== "held") return [];
  const { reason = "", change, next = "" } = tool;
  const changes = change === undefined ? [] : [printable(change)];
  return [printable(reason), ...changes, `next: ${printable(next)}`];
}

function absentLine({ name }: ServerStatus, terminal: Terminal): string {
  return `${printable(name)}: its tools are not known. next: ${suggested("toolcourt servers", terminal)}`;
}

function totalOf({ tools, callable, withApproval, held, untyped }: ToolCounts): string {
  return `${count(tools, "tool")}: ${callable} callable, ${withApproval} callable with approval, ${held} held; ${untyped} without an output contract.`;
}
