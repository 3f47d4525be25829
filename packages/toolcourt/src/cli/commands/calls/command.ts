import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedCalls } from "@toolcourt/gateway/internal/compose/open-calls";
import { readInstant } from "@toolcourt/gateway/internal/config/instant";
import { catchUp } from "@toolcourt/gateway/internal/governance/calls/call-indexer";
import { listedJson, shownJson } from "@toolcourt/gateway/internal/governance/calls/call-json";
import {
  type CallFilter,
  callStatuses,
  type IndexedCall,
} from "@toolcourt/gateway/internal/stores/call-store";
import { defineActionsCommand, type Open, type OpenedInput } from "../../actions.ts";
import {
  type Command,
  choiceFlag,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { listText } from "../../style.ts";
import { lineOf, shownText } from "./text.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  tool: textFlag("name", "List calls of this tool"),
  server: textFlag("name", "List calls of this server"),
  status: choiceFlag("status", callStatuses, "List calls with this outcome"),
  code: textFlag("code", "List calls with this result code"),
  subject: textFlag("name", "List calls of this caller, by name or pseudonym"),
  tenant: textFlag("name", "List calls of this tenant, in which --subject has the name"),
  id: textFlag("text", "List calls whose id begins so, with 4 characters at least"),
  from: textFlag("time", "List calls from this time on: 2026-11-01 or 2026-11-01T12:00:00Z"),
  to: textFlag("time", "List calls before this time"),
} as const;

type CallsInput = OpenedInput<typeof flags, OpenedCalls>;

const maxListed = 1_000;

export function createCallsCommand(open: Open<OpenedCalls>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>. The first 4 characters of an id are enough.",
      "Calls are found by an index of the audit log. The command first brings it up to date.",
      "Statuses: started has no outcome yet, failed is an error of the tool, asked waits for a person, lost was closed by an operator.",
      "Showing a call is audited. It has digests of the arguments and the result, not their contents.",
      "Exit 0: done. Exit 2: could not be done.",
    ],
    open,
    actions: { list: { run: list }, show: { needs: "Name the call by its id.", run: show } },
  });
}

async function list({ values, opened, context }: CallsInput): Promise<ExitCode> {
  const { tool, server, status, code, subject, tenant, json } = values;
  const times = { from: timeIn("--from", values.from), to: timeIn("--to", values.to) };
  const id = values.id === undefined ? undefined : beginningIn("--id", values.id);
  const filter = defined({ tool, server, status, code, subject, tenant, id, ...times });
  await upToDate({ opened, context });
  const { terminal } = context;
  const { calls, ...rest } = await listAll(opened, filter);
  const isMore = rest.next !== undefined;
  terminal.out(json ? printableJson(listedJson({ calls, ...rest })) : listText(calls.map(lineOf)));
  if (isMore) {
    terminal.err(`Only the newest ${maxListed} are listed. Use --tool, --from or another filter.`);
  }
  return 0;
}

/** Goes on where a search stopped before it found enough. */
async function listAll({ desk, operator }: OpenedCalls, filter: CallFilter) {
  const calls: IndexedCall[] = [];
  let found = await desk.list(filter, { by: operator }, { max: maxListed });
  calls.push(...found.calls);
  while (found.next !== undefined && calls.length < maxListed) {
    const asked = { max: maxListed - calls.length, behind: found.next };
    found = await desk.list(filter, { by: operator }, asked);
    calls.push(...found.calls);
  }
  return { ...found, calls };
}

async function upToDate({ opened, context }: Pick<CallsInput, "opened" | "context">) {
  const { clock, signal, terminal } = context;
  await catchUp(opened.calls, {
    clock,
    signal,
    onStep: ({ indexedTo, last }) => terminal.progress(`Indexing row ${indexedTo} of ${last}`),
  });
  terminal.progress("");
}

async function show({ values, what, opened, context }: CallsInput): Promise<ExitCode> {
  await upToDate({ opened, context });
  const found = await opened.desk.show(await idOf(what, opened), { by: opened.operator });
  if (found === undefined) throw unknown(what);
  context.terminal.out(values.json ? printableJson(shownJson(found)) : shownText(found));
  return 0;
}

/** Completes the beginning of an id, if only one call has it. */
async function idOf(text: string, { calls, desk, operator }: OpenedCalls): Promise<string> {
  if ((await calls.find(text)) !== undefined) return text;
  const id = beginningIn("An id", text);
  const found = await desk.list({ id }, { by: operator }, { max: 2 });
  if (found.calls.length > 1) {
    throw usage(`Several calls have an id that begins with ${printable(cut(text))}.`);
  }
  return found.calls[0]?.callId ?? text;
}

function beginningIn(place: string, text: string): string {
  if (/^[\w-]{4,64}$/.test(text)) return text;
  const got = printable(cut(text));
  throw usage(`${place}: Expected 4 to 64 letters, digits and dashes, got ${got}.`);
}

function timeIn(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = readInstant(text);
  if (at !== undefined) return at;
  const got = printable(cut(text));
  throw usage(`${flag}: Expected a time like 2026-11-01 or 2026-11-01T12:00:00Z, got ${got}.`);
}

function unknown(id: string): Refusal {
  const problem = `There is no call with the id ${printable(cut(id))} in the audit log.`;
  return new Refusal("usage-invalid", { problem, help: "toolcourt calls list" });
}

export const command = createCallsCommand(async (...given) => {
  const { openCalls } = await import("@toolcourt/gateway/internal/compose/open-calls");
  return openCalls(...given);
});
