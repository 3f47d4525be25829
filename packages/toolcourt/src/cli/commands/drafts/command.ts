import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { type OpenedDrafts, openDrafts } from "@toolcourt/gateway/internal/compose/beside-gateway";
import { type Command, type CommandContext, defineCommand, type ExitCode } from "../../command.ts";
import { configFlag } from "../../config-flag.ts";
import { unknown } from "../../unknown.ts";
import type { DraftsDesk } from "./asked-drafts.ts";
import { approve, list, reject, show } from "./decide-drafts.ts";
import { add, edit, importDocument } from "./write-drafts.ts";

export type OpenDrafts = (
  config: string | undefined,
  context: CommandContext,
) => Promise<OpenedDrafts>;

const states = ["pending", "approved", "rejected"] as const;

const flags = {
  config: configFlag,
  into: { type: "text", value: "set", summary: "The set of HTTP tools that drafts belong to" },
  json: { type: "switch", summary: "Print one JSON value and nothing else" },
  full: { type: "switch", summary: "Show values of more than 500 characters whole" },
  file: {
    type: "text",
    value: "file",
    summary: "The edited draft, instead of an editor (edit)",
  },
  digest: {
    type: "text",
    value: "digits",
    summary: "The digest that was shown",
  },
  state: {
    type: "text",
    value: "state",
    summary: "List only drafts in this state",
    choices: states,
  },
} as const;

export function createDraftsCommand(open: OpenDrafts): Command {
  return defineCommand({
    flags,
    notes: [
      "import <file> --into <set>: makes a draft of every operation of an OpenAPI document (2.0, 3.0, 3.1).",
      "add <file> --into <set>: takes one draft that was written by hand.",
      "list [text]: lists drafts, or those with the text in their name.",
      "show <set>/<name>, edit <set>/<name>, approve <set>/<name>, reject <set>/<name>.",
      "Documents and drafts are JSON or YAML. `-` is standard input.",
      "No draft is listed or called before it is approved, and any change makes it pending again.",
      "To approve, give the digest that `show` prints, with --digest or when you are asked for it.",
      "Exit 0: done. Exit 1: changed meanwhile, decided already, or against the rules. Exit 2: could not be done.",
    ],

    async run({ values, positionals: [action = "", what = ""] }, context) {
      const act = actions.get(action);
      if (act === undefined) throw unknownAction(action);
      const state = states.find((each) => each === values.state);
      await using opened = await open(values.config, context);
      return await act({ asked: { ...values, what, state }, opened, context });
    },
  });
}

const actions: ReadonlyMap<string, (desk: DraftsDesk) => Promise<ExitCode>> = new Map([
  ["import", importDocument],
  ["add", add],
  ["list", list],
  ["show", show],
  ["edit", edit],
  ["approve", approve],
  ["reject", reject],
]);

function unknownAction(action: string): Refusal {
  const names = [...actions.keys()];
  const { given, nearest } = unknown(cut(action), names);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const all = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const problem = `There is no action ${printable(given)}; there are ${all}.${guess}`;
  return new Refusal("usage-invalid", { problem, help: "toolcourt drafts --help" });
}

export const command = createDraftsCommand(openDrafts);
