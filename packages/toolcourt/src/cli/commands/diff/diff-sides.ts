import { usage } from "../../usage.ts";

/** One of the two versions, as named on the command line. */
export type Side =
  | { readonly kind: "named"; readonly named: string }
  | { readonly kind: "command"; readonly command: readonly string[] };

/** The old version and the new one. */
export type Sides = readonly [Side, Side];

/**
 * Reads the two sides from the command line. They are two names, a name and a command, or two
 * commands. A command after `--` is the new version. Two commands are separated by another `--`,
 * the old version first.
 */
export function sidesOf(
  names: readonly string[],
  behindDashes: readonly string[] | undefined,
): Sides {
  const sides: readonly Side[] = [
    ...names.map((named) => ({ kind: "named", named }) as const),
    ...commandsIn(names, behindDashes).map((command) => ({ kind: "command", command }) as const),
  ];
  const [old, now, other] = sides;
  if (old === undefined || names.includes("")) throw usage("Name the old version and the new one.");
  if (now === undefined) throw usage(`Name the new version too, ${howToCommand(old)}.`);
  if (other !== undefined) throw usage("Name two versions; a command behind -- is the new one.");
  if ([old, now].every((side) => side.kind === "named" && side.named === "-")) {
    throw usage("Only one of the two can be standard input.");
  }
  return [old, now];
}

function howToCommand({ kind }: Side): string {
  return kind === "command" ? "behind another --" : "or a command behind --";
}

/**
 * Splits the words after `--` into commands. If one side is named, all of them are one command,
 * further `--` included.
 */
function commandsIn(
  names: readonly string[],
  words: readonly string[] | undefined,
): readonly (readonly string[])[] {
  if (words === undefined) return [];
  const at = names.length > 0 ? -1 : words.indexOf("--");
  const commands = at === -1 ? [words] : [words.slice(0, at), words.slice(at + 1)];
  if (commands.some(([program = ""]) => program === "")) throw usage("Name a command behind --.");
  if (at !== -1 && commands[1]?.includes("--") === true) {
    throw usage(
      "It cannot be told which -- divides the two commands. Put one of them in a script.",
    );
  }
  return commands;
}
