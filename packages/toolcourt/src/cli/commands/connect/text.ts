import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { type ClientName, clientTitles } from "@toolcourt/gateway/internal/edge/clients/clients";
import type { GatewayReach } from "@toolcourt/gateway/internal/edge/clients/gateway-entry";
import type { ListEdit } from "../../client-files/edit-list.ts";
import type { Terminal } from "../../command.ts";
import { count, shellWord } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import type { ListedEntries } from "./moved-servers.ts";

export interface Connected {
  readonly client: ClientName;
  /** Absolute. */
  readonly file: string;
  readonly edit: ListEdit;
  readonly reach: GatewayReach;
  readonly found: ListedEntries;
  /** Other files of the client with servers that the gateway serves too. */
  readonly elsewhere: readonly { readonly file: string; readonly names: readonly string[] }[];
  readonly replaces: boolean;
}

/** Formats what would be written. Prints nothing of the file, which may hold secrets. */
export function dryText({ file, edit }: Connected): string {
  const lines = [
    `Would add to ${file}, under ${edit.path.join(".")}:`,
    `  "${edit.name}": ${printableJson(edit.entry)}`,
    ...(edit.removed.length === 0 ? [] : [`Would take out: ${namesOf(edit.removed)}.`]),
  ];
  return lines.map(printable).join("\n");
}

/** Formats what was written, and the next steps. */
export function doneText(
  { client, file, edit, reach }: Connected,
  backup: string,
  terminal: Pick<Terminal, "suggest">,
): string {
  const to = reach.kind === "url" ? reach.url : "a gateway that it starts itself";
  const taken =
    edit.removed.length === 0
      ? []
      : [
          `Took out ${count(edit.removed.length, "server")}: ${namesOf(edit.removed)}.`,
          "Their secrets are only in the old file now. Keep it until the gateway serves them.",
        ];
  const lines = [
    `Wrote ${file}: ${edit.name} leads to ${to}.`,
    ...taken,
    `The file as it was: ${backup}`,
  ];
  const commands = [
    ...(reach.kind === "url" ? ["toolcourt serve"] : []),
    `toolcourt connect ${client} --file ${shellWord(file)} --undo`,
  ];
  return [
    ...lines.map(printable),
    "Next:",
    ...(reach.kind === "url" ? [] : [`  Restart ${clientTitles[client]}.`]),
    ...commands.map((command) => `  ${printable(suggested(command, terminal))}`),
  ].join("\n");
}

function namesOf(entries: ListEdit["removed"]): string {
  return entries.map(({ name }) => name).join(", ");
}

/** Names what still bypasses the gateway, and what the client needs. */
export function noteLines(
  { client, edit, reach, found, elsewhere, replaces }: Connected,
  terminal: Pick<Terminal, "suggest">,
): readonly string[] {
  const left = replaces ? [] : found.served;
  const command = (rest: string): string =>
    suggested(`toolcourt connect ${client}${rest} --replace`, terminal);
  const lines = [
    ...(left.length === 0
      ? []
      : [`Still called past the gateway: ${namesOf(left)}. Take them out: ${command("")}`]),
    ...elsewhere.map(
      ({ file, names }) =>
        `${file} has servers of the gateway too: ${names.join(", ")}. Take them out: ${command(` --file ${shellWord(file)}`)}`,
    ),
    ...(found.others.length === 0
      ? []
      : [
          `Left in the file, since the configuration does not have them: ${found.others.join(", ")}.`,
        ]),
    ...(reach.kind === "url" && reach.keyVariable !== undefined
      ? [
          `Set ${reach.keyVariable} where ${clientTitles[client]} starts. ${edit.name} sends it as its key.`,
        ]
      : []),
    ...(reach.kind === "program"
      ? [
          `${clientTitles[client]} hands on few variables. What the configuration reads from variables must be set where it starts.`,
        ]
      : []),
  ];
  return lines.map(printable);
}
