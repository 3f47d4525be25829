import { catalog, type ErrorClass } from "@toolcourt/contracts/internal/errors/catalog";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import { planners, summaryModes } from "@toolcourt/gateway/internal/config/host";
import type { Answer } from "@toolcourt/host/internal/answering/answer";
import type { Asking, Host } from "@toolcourt/host/internal/answering/create-host";
import { askableTools, loadHost, openHostOver } from "@toolcourt/host/internal/compose/open-host";
import {
  type CommandContext,
  choiceFlag,
  configFlag,
  defineCommand,
  type ExitCode,
  jsonFlag,
  type Terminal,
  usage,
} from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { suggested } from "../../suggest.ts";
import { createEventView } from "./show-answer.ts";

export const command = defineCommand({
  flags: {
    config: configFlag,
    json: jsonFlag,
    summary: choiceFlag(
      "mode",
      summaryModes,
      "How to summarize the result (default: `host.summary`)",
    ),
    planner: choiceFlag(
      "planner",
      planners,
      "The planner that picks the tool and its arguments (default: `host.planner`)",
    ),
  },
  notes: [
    "Give - as the question to read it from standard input.",
    "Suggestions of a tool are shown and never followed.",
    "A call that needs approval is refused. The refusal has the command to approve it; then ask again.",
    "Exit 0: answered. Exit 1: refused, asked back, or the tool failed. Exit 2: could not be done.",
  ],

  async run({ values, positionals }, given) {
    const terminal = values.json ? withoutProgress(given.terminal) : withClearing(given.terminal);
    const context = { ...given, terminal };
    const { signal } = context;
    const question = await questionOf(positionals, context);
    const flags = {
      config: values.config,
      frozen: false,
      minLevel: "warning",
      showsOutcomes: true,
    } as const;
    await loadHost();
    await using configured = await connected(openForCommand(flags, context), terminal);
    if (configured.config.host.model === undefined) refuseModel(values.planner, values.summary);
    await using host = await openHostOver(configured, context, values);
    const asking: Asking = {
      principal: { id: "local", permissions: "all", kind: "local" },
      agent: { name: "toolcourt", version },
      signal,
      words: { kind: "typed", text: question },
    };
    if (values.json) {
      const answer = await host.ask(question, asking);
      terminal.out(printableJson(forPeople(answer, context)));
      return exitOf(answer);
    }
    const answer = await printEvents(host.stream(question, asking), context);
    if (asksForTool(answer)) terminal.out(toolsLine(askableTools(configured, asking.principal)));
    return exitOf(answer);
  },
});

function withoutProgress(terminal: Terminal): Terminal {
  return { ...terminal, progress: () => undefined };
}

/** Clears the progress line before a message, so that they do not share a line. */
function withClearing(terminal: Terminal): Terminal {
  return {
    ...terminal,
    errAll: undefined,
    err: (text) => {
      terminal.progress("");
      terminal.err(text);
    },
  };
}

async function connected<T>(opening: Promise<T>, { progress }: Terminal): Promise<T> {
  progress("Connecting to the servers …");
  try {
    return await opening;
  } finally {
    progress("");
  }
}

/** Refuses options that need a model, instead of silently ignoring them. */
function refuseModel(planner: string | undefined, summary: string | undefined): void {
  if (planner !== "model" && summary !== "paraphrase") return;
  throw usage("There is no model: name one below `host.model` of the configuration.");
}

/** Joins the question, which may be one argument or many words. */
async function questionOf(words: readonly string[], context: CommandContext): Promise<string> {
  const text = words.join(" ");
  return text === "-" ? (await readText("-", context, 1)).trim() : text;
}

/** Adds an explanation to a quarantined result: what it is, and that no model may see it. */
function forPeople(answer: Answer, context: CommandContext): object {
  if (answer.kind === "blocked") return withNext(answer, context);
  if (answer.kind !== "tool_result" || answer.raw === undefined) return answer;
  return { ...answer, raw: { ...answer.raw, redacted: true, llmVisible: false } };
}

/** Points the suggested next command to the same configuration. */
function withNext<Given extends Answer>(answer: Given, { terminal }: CommandContext): Given {
  if (answer.kind !== "blocked") return answer;
  return { ...answer, next: suggested(answer.next, terminal) };
}

async function printEvents(
  events: ReturnType<Host["stream"]>,
  context: CommandContext,
): Promise<Answer> {
  const { terminal } = context;
  const view = createEventView(terminal);
  terminal.progress("Looking for the tool that fits …");
  try {
    for await (const event of events) {
      const lines = view(
        event.type === "answer" ? { ...event, answer: withNext(event.answer, context) } : event,
      );
      terminal.progress("");
      if (lines.length > 0) terminal.out(lines.join("\n"));
      if (event.type === "called") terminal.progress(`Waiting for ${printable(event.call.tool)} …`);
      if (event.type === "answer") return event.answer;
    }
  } finally {
    terminal.progress("");
  }
  throw new TypeError("a question had no answer");
}

function asksForTool(answer: Answer): boolean {
  return answer.kind === "needs_more_info" && answer.missing.includes("tool");
}

const maxNames = 12;

/** Lists the available tools, for a user who has to rephrase. */
function toolsLine(tools: readonly RegisteredTool[]): string {
  const names = tools.slice(0, maxNames).map(({ publicName }) => printable(publicName));
  const more = tools.length > maxNames ? ` and ${tools.length - maxNames} more` : "";
  return `There are: ${names.join(", ")}${more}.`;
}

const errors: Readonly<Record<string, { readonly class: ErrorClass }>> = catalog;

function exitOf(answer: Answer): ExitCode {
  // A system error is not a refusal: the work could not be done.
  if (answer.kind === "blocked") return errors[answer.code]?.class === "system" ? 2 : 1;
  if (answer.kind === "needs_more_info") return 1;
  return answer.result === undefined || answer.result.isError ? 1 : 0;
}
