import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedResults } from "@toolcourt/gateway/internal/compose/open-results";
import { type InLog, inLogOf } from "@toolcourt/gateway/internal/governance/results/results-desk";
import { readResult } from "@toolcourt/gateway/internal/governance/results/stored-results";
import type { ResultStore, StoredResult } from "@toolcourt/gateway/internal/stores/result-store";
import { textsOf } from "@toolcourt/gateway/internal/stores/rows";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { defineActionsCommand, type Open, type OpenedInput } from "../../actions.ts";
import {
  type Command,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { listText, timeText } from "../../style.ts";

type Listed = Omit<StoredResult, "output">;

const flags = {
  config: configFlag,
  json: jsonFlag,
  tool: textFlag("name", "List results of this tool"),
  tenant: textFlag("name", "List results of this tenant"),
  discovery: textFlag("id", "List results of this discovery, by the id in its answer"),
} as const;

type ResultsInput = OpenedInput<typeof flags, OpenedResults>;

const maxListed = 1_000;

export function createResultsCommand(open: Open<OpenedResults>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>. The id is that of the call; its beginning is enough.",
      "A result is the redacted answer to the caller. `results` in the configuration sets which are kept.",
      "Exit 0: done. Exit 1: the stored result was altered. Exit 2: could not be done.",
    ],
    open,
    actions: { list: { run: list }, show: { needs: "Name the call by its id.", run: show } },
  });
}

async function list({ values, opened, context }: ResultsInput): Promise<ExitCode> {
  const { tool, tenant, discovery, json } = values;
  const { terminal } = context;
  const filter = defined({ tool, tenant, discoveryId: discovery });
  const found = await opened.results.list(filter, maxListed);
  terminal.out(json ? printableJson(found.map(listedJson)) : listText(found.map(lineOf)));
  if (found.length === maxListed) {
    terminal.err(`Only the newest ${maxListed} are listed. Use --tool, --tenant or --discovery.`);
  }
  if (found.length === 0 && discovery !== undefined) terminal.err(noneOf(discovery));
  return 0;
}

function noneOf(discovery: string): string {
  const shown = printable(cut(discovery));
  return `No such result of the discovery ${shown} is kept. \`toolcourt results list\` lists all; \`results.retain\` sets which are kept.`;
}

async function show({ values, what, opened, context }: ResultsInput): Promise<ExitCode> {
  const { terminal } = context;
  const callId = await find(what, opened.results);
  const result = await intact(callId, opened.results);
  if (result === undefined) {
    terminal.err("The stored result was altered: its digest differs.");
    return 1;
  }
  // Audited before it is shown, so that an aborted output is on record too.
  await opened.shown(callId);
  const inLog = await inLogOf(result, opened.recordedOf);
  terminal.out(
    values.json
      ? printableJson({ ...resultJson(result), inLog })
      : resultText(result, inLogText(inLog)),
  );
  return 0;
}

/** Returns undefined if the stored result was tampered with. */
async function intact(callId: string, results: ResultStore): Promise<StoredResult | undefined> {
  try {
    const result = await readResult(results, { callId });
    if (result === undefined) throw usage("This result no longer exists.");
    return result;
  } catch (error) {
    if (error instanceof StoreError && error.kind === "corrupt") return undefined;
    throw error;
  }
}

/** Finds a call by its id, or by a prefix that is unique among the newest results. */
async function find(id: string, results: ResultStore): Promise<string> {
  if ((await results.find(id)) !== undefined) return id;
  const newest = await results.list({}, maxListed);
  const [only, ...others] = newest.filter(({ callId }) => callId.startsWith(id));
  const shown = printable(cut(id));
  if (only === undefined) {
    const problem = `There is no result with the id ${shown}.`;
    throw new Refusal("usage-invalid", { problem, help: "toolcourt results list" });
  }
  if (others.length > 0) throw usage(`Several results have an id that begins with ${shown}.`);
  return only.callId;
}

function lineOf({ callId, tool, at, discoveryId }: Listed): string {
  const line = `${printable(callId)}  ${printable(tool)}  ${timeText(at)}`;
  return discoveryId === undefined ? line : `${line}  discovery ${printable(discoveryId)}`;
}

function inLogText(found: InLog): string {
  if (found.kind === "missing") return "no row near its time ends this call";
  if (found.kind === "unrecorded") return "there is none";
  const { kind, row } = found;
  return `row ${row} has ${kind === "matches" ? "the same" : "another"} digest`;
}

function resultText(result: StoredResult, inLog: string): string {
  const { tenant } = result;
  return [
    `Call:      ${printable(result.callId)}`,
    `Tool:      ${printable(result.tool)}`,
    `Server:    ${printable(result.server)}`,
    `Caller:    ${printable(result.subject)}${tenant === "" ? "" : `, tenant ${printable(tenant)}`}`,
    `Kept:      ${timeText(result.at)}`,
    `Contract:  ${printable(result.contract)}`,
    `Digest:    ${result.digest}`,
    `Audit log: ${inLog}`,
    ...discoveryLines(result),
    "Result:",
    printableJson(outputOf(result), 2),
  ].join("\n");
}

/** Empty if the result is of no discovery. */
function discoveryLines(result: StoredResult): readonly string[] {
  const { discoveryId, scope = "{}", tier, stage, connection, correlation } = result;
  const levels = Object.entries(textsOf({ scope }, "scope")).map(([level, id]) => `${level}=${id}`);
  return [
    ...lineWith("Discovery: ", discoveryId, named("tier", tier), named("stage", stage)),
    ...lineWith("Scope:     ", ...levels),
    ...lineWith("Ids:       ", named("connection", connection), named("correlation", correlation)),
  ];
}

/** Empty without any part. */
function lineWith(label: string, ...parts: readonly (string | undefined)[]): readonly string[] {
  const texts = parts.filter((part) => part !== undefined);
  return texts.length === 0 ? [] : [`${label}${printable(texts.join(", "))}`];
}

function named(name: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${name} ${value}`;
}

function listedJson(listed: Listed): JsonObject {
  const { at, scope, ...rest } = listed;
  return { ...rest, ...(scope !== undefined && { scope: objectIn(scope) }), at: timeText(at) };
}

function resultJson(result: StoredResult): JsonObject {
  const { output: _output, ...listed } = result;
  return { ...listedJson(listed), output: outputOf(result) };
}

function outputOf({ output }: StoredResult): JsonObject {
  return objectIn(output);
}

function objectIn(text: string): JsonObject {
  const read = parseJson(text);
  if (!isJsonObject(read)) throw new StoreError("corrupt");
  return read;
}

export const command = createResultsCommand(async (...given) => {
  const { openResults } = await import("@toolcourt/gateway/internal/compose/open-results");
  return openResults(...given);
});
