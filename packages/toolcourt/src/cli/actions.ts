import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type Command,
  type CommandContext,
  type configFlag,
  defineCommand,
  type ExitCode,
  type Flags,
  type UsageProblem,
  usage,
  type Values,
} from "./command.ts";
import { unknown } from "./names.ts";

type ActionFlags = Flags & { readonly config: typeof configFlag };

/** Opens the store that the actions of a command work on. */
export type Open<Opened> = (config: string | undefined, context: CommandContext) => Promise<Opened>;

interface ActionInput<Given extends Flags> {
  readonly values: Values<Given>;
  /** The arguments after the action. */
  readonly rest: readonly string[];
  /** The first of them. Default: empty. */
  readonly what: string;
  readonly context: CommandContext;
}

/** The input of an action on the opened store. */
export interface OpenedInput<Given extends Flags, Opened> extends ActionInput<Given> {
  readonly opened: Opened;
}

/** The input of an action that needs no store, or checks its arguments before it opens one. */
export interface ClosedInput<Given extends Flags, Opened> extends ActionInput<Given> {
  readonly open: () => Promise<Opened>;
}

type Action<Given extends Flags, Opened> = {
  /** The refusal of a command line without an argument. Default: the action needs none. */
  readonly needs?: string;
  /** Whether it takes all words that follow. All other actions beside it then take one. */
  readonly takesWords?: true;
} & (
  | { readonly run: (input: OpenedInput<Given, Opened>) => Promise<ExitCode> }
  | { readonly runClosed: (input: ClosedInput<Given, Opened>) => Promise<ExitCode> }
);

interface ActionsDefinition<Given extends ActionFlags, Opened> {
  readonly flags: Given;
  readonly notes: readonly string[];
  readonly open: Open<Opened>;
  readonly actions: Readonly<Record<string, Action<Given, Opened>>>;
}

/** Defines a command whose first argument names an action. */
export function defineActionsCommand<
  const Given extends ActionFlags,
  Opened extends AsyncDisposable,
>({ flags, notes, open, actions }: ActionsDefinition<Given, Opened>): Command {
  const byName = new Map(Object.entries(actions));
  const hasWords = Object.values(actions).some(({ takesWords }) => takesWords);
  return defineCommand({
    flags,
    notes,
    async run({ values, positionals: [name = "", ...rest] }, context) {
      const action = byName.get(name);
      if (action === undefined) throw unknownAction(name, [...byName.keys()]);
      const isSingle = hasWords && action.takesWords === undefined;
      checkCount(rest.length, { name, isSingle });
      const [what = ""] = rest;
      if (action.needs !== undefined && what === "") throw usage(action.needs);
      const input = { values, rest, what, context };
      const openStore = (): Promise<Opened> => open(configIn(values), context);
      if ("runClosed" in action) return action.runClosed({ ...input, open: openStore });
      await using opened = await openStore();
      return await action.run({ ...input, opened });
    },
  });
}

function checkCount(
  count: number,
  { name, isSingle }: { readonly name: string; readonly isSingle: boolean },
): void {
  if (!isSingle || count < 2) return;
  throw usage(`The action ${name} takes one argument, and here are ${count}.`);
}

function configIn({ config }: { readonly config?: unknown }): string | undefined {
  return typeof config === "string" ? config : undefined;
}

function unknownAction(name: string, names: readonly string[]): UsageProblem {
  const { given, nearest } = unknown(name, names);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const known = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return usage(`There is no action ${printable(given)}; there are ${known}.${guess}`);
}
