import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedKeys } from "@toolcourt/gateway/internal/compose/operator-keys";
import { readAge } from "@toolcourt/gateway/internal/config/duration";
import { instantForms, readInstant } from "@toolcourt/gateway/internal/config/instant";
import { defineActionsCommand, type Open, type OpenedInput } from "../../actions.ts";
import {
  type Command,
  type CommandContext,
  configFlag,
  type ExitCode,
  jsonFlag,
  listFlag,
  switchFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { timeText } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { issuedJson, issuedLines, keyJson, keyTable } from "./text.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  role: listFlag("name", "A role of the policy that the holder gets. May be repeated (new)"),
  tenant: textFlag("name", "The tenant of the holder (new; default: none)"),
  system: switchFlag("The holder is a program that acts for no person (new)"),
  expires: textFlag(
    "when",
    "When the key ends: P30D, 2027-01-31, or never (new; default: P90D, 90 days)",
  ),
} as const;

type KeysInput = OpenedInput<typeof flags, OpenedKeys>;

const needs = "Name the key. Its holder is key:<name> in the policy.";

export function createKeysCommand(open: Open<OpenedKeys>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: new <name>, list, revoke <name>. The keys are in the file of server.auth.keys_file.",
      "new prints the key on standard output, once. The file has only its hash.",
      "A running gateway takes a new key after `toolcourt reload`.",
      "A revoked or expired key is refused within a second, and its sessions end.",
      "list shows when each key was last used, to the minute, if the store can be read.",
      "Exit 0: done. Exit 2: could not be done.",
    ],
    open,
    actions: {
      new: { needs, run: issue },
      list: { run: list },
      revoke: { needs, run: revoke },
    },
  });
}

async function issue({ values, what: name, opened, context }: KeysInput): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { role: roles, tenant, system: isSystem } = values;
  if (tenant === "") throw usage("Give --tenant a name.");
  const expiresAt = endIn(values.expires ?? "P90D", clock.now());
  const wishes = {
    name,
    roles: [...new Set(roles)],
    isSystem,
    ...(tenant !== undefined && { tenant }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const issued = await opened.issue(wishes);
  // Not `printable`, which redacts what looks like a key.
  terminal.out(values.json ? printableJson(issuedJson(wishes, issued)) : issued.key);
  for (const line of issuedLines(wishes, issued)) terminal.err(line);
  terminal.err(`A running gateway takes it after: ${reloadText(context)}`);
  return 0;
}

function reloadText({ terminal }: CommandContext): string {
  return suggested("toolcourt reload", terminal);
}

/** Reads the end of a key. Undefined for `never`. */
function endIn(text: string, now: number): number | undefined {
  if (text === "never") return undefined;
  const at = readInstant(text) ?? now + (readAge(text) ?? Number.NaN);
  if (Number.isNaN(at)) {
    const forms = `a duration such as P30D, ${instantForms}, or never`;
    throw usage(`--expires: Expected ${forms}, got ${printable(cut(text))}.`);
  }
  if (at <= now) throw usage(`--expires: ${timeText(at)} is over.`);
  return at;
}

async function list({ values, opened, context }: KeysInput): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { keys, unread } = await opened.list();
  const now = clock.now();
  terminal.out(
    values.json
      ? printableJson(keys.map((key) => keyJson(key, now)))
      : keyTable(keys, { now, isUseKnown: unread === undefined }),
  );
  if (unread !== undefined && keys.length > 0)
    terminal.err(`The last use is unknown: ${printable(unread)}`);
  return 0;
}

async function revoke({ values, what: name, opened, context }: KeysInput): Promise<ExitCode> {
  const file = await opened.revoke(name);
  const text = `The key ${printable(name)} is removed from ${printable(file)}. A running gateway refuses it within a second, and ends its sessions.`;
  context.terminal.out(values.json ? printableJson({ name, file }) : text);
  return 0;
}

export const command = createKeysCommand(async (...given) => {
  const { openOperatorKeys } = await import("@toolcourt/gateway/internal/compose/operator-keys");
  return openOperatorKeys(...given);
});
