import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedQuarantine } from "@toolcourt/gateway/internal/compose/open-quarantine";
import { readInstant } from "@toolcourt/gateway/internal/config/instant";
import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type {
  ListedQuarantined,
  QuarantinedResult,
} from "@toolcourt/gateway/internal/stores/quarantine-store";
import type { JsonObject } from "@toolcourt/sdk";
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

const flags = {
  config: configFlag,
  json: jsonFlag,
  tool: textFlag("name", "List results of this tool"),
  server: textFlag("name", "List results of this server"),
  clause: textFlag("name", "List results that broke this clause"),
  tenant: textFlag("name", "List results of this tenant"),
  since: textFlag("time", "List results from this time on: 2026-11-01 or 2026-11-01T12:00:00Z"),
} as const;

type QuarantineInput = OpenedInput<typeof flags, OpenedQuarantine>;

const maxListed = 1_000;
const needs = "Name the quarantined result by its id.";

export function createQuarantineCommand(open: Open<OpenedQuarantine>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>, forget <id…>. The beginning of an id is enough to show one.",
      "A quarantined result broke its contract. It is redacted and cut, and no model sees it.",
      "Showing and forgetting are audited. `quarantine` in the configuration sets what is kept.",
      "Exit 0: done. Exit 2: could not be done.",
    ],
    open,
    actions: {
      list: { run: list },
      show: { needs, run: show },
      forget: { needs, takesWords: true, run: forget },
    },
  });
}

async function list({ values, opened, context }: QuarantineInput): Promise<ExitCode> {
  const { tool, server, clause, tenant, json } = values;
  const { terminal } = context;
  const filter = defined({ tool, server, clause, since: timeIn(values.since) });
  const found = await opened.desk.list(filter, defined({ tenant }), maxListed);
  terminal.out(json ? printableJson(found.map(listedJson)) : listText(found.map(lineOf)));
  if (found.length === maxListed) {
    terminal.err(`Only the newest ${maxListed} are listed. Use --tool, --server or --clause.`);
  }
  return 0;
}

function timeIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = readInstant(text);
  if (at !== undefined) return at;
  const got = printable(cut(text));
  throw usage(`--since: Expected a time like 2026-11-01 or 2026-11-01T12:00:00Z, got ${got}.`);
}

async function show({ values, what, opened, context }: QuarantineInput): Promise<ExitCode> {
  const { desk, operator } = opened;
  const found = await desk.show(await idOf(what, opened), { by: operator });
  if (found === undefined) throw unknown(what);
  context.terminal.out(values.json ? printableJson(resultJson(found)) : resultText(found));
  return 0;
}

async function forget({ values, rest, opened, context }: QuarantineInput): Promise<ExitCode> {
  const { desk, operator } = opened;
  const { forgotten, unknown: missing } = await desk.forget(rest, { by: operator });
  const [first] = missing;
  if (first !== undefined) throw unknown(first, "Nothing was forgotten. ");
  const text = `${forgotten} quarantined ${forgotten === 1 ? "result is" : "results are"} forgotten.`;
  context.terminal.out(values.json ? printableJson({ forgotten }) : text);
  return 0;
}

/** Completes the beginning of an id, if it is unique among the newest. */
async function idOf(id: string, { desk }: OpenedQuarantine): Promise<string> {
  const newest = await desk.list({}, {}, maxListed);
  const found = newest.filter((each) => each.id.startsWith(id));
  if (found.some((each) => each.id === id)) return id;
  if (found.length > 1) {
    throw usage(`Several quarantined results have an id that begins with ${printable(cut(id))}.`);
  }
  return found[0]?.id ?? id;
}

function unknown(id: string, before = ""): Refusal {
  const problem = `${before}There is no quarantined result with the id ${printable(cut(id))}.`;
  return new Refusal("usage-invalid", { problem, help: "toolcourt quarantine list" });
}

function lineOf({ id, tool, clause, at }: ListedQuarantined): string {
  return `${printable(id)}  ${visible(tool)}  ${visible(clause)}  ${timeText(at)}`;
}

function resultText(result: QuarantinedResult): string {
  const { tenant, redacted, isCut, issues } = result;
  return [
    `Id:        ${printable(result.id)}`,
    `Tool:      ${visible(result.tool)}`,
    `Server:    ${visible(result.server)}`,
    `Call:      ${printable(result.callId)}${tenant === "" ? "" : `, tenant ${visible(tenant)}`}`,
    `Kept:      ${timeText(result.at)}`,
    `Contract:  ${printable(result.contract)}`,
    `Broke:     ${visible(result.clause)}`,
    ...issues.map((issue) => `           ${visible(issue)}`),
    `SHA-256:   ${printable(result.sha256)}, of the whole answer`,
    `Redacted:  ${redacted === 0 ? "nothing" : `${redacted} ${redacted === 1 ? "place" : "places"}, shown as ***`}`,
    `Answer${isCut ? ", its beginning" : ""}, with escapes for characters that cannot be told apart:`,
    visible(result.text),
  ].join("\n");
}

function listedJson({ at, issues, ...rest }: ListedQuarantined): JsonObject {
  return { ...rest, issues: [...issues], at: timeText(at) };
}

function resultJson({ text, ...listed }: QuarantinedResult): JsonObject {
  return { ...listedJson(listed), text };
}

export const command = createQuarantineCommand(async (...given) => {
  const { openQuarantine } = await import("@toolcourt/gateway/internal/compose/open-quarantine");
  return openQuarantine(...given);
});
