import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";
import type { ClientName } from "@toolcourt/gateway/internal/edge/clients/clients";
import {
  type FoundServers,
  notesOf,
  type SkippedServer,
} from "../../../authoring/scaffolding/clients/found-server.ts";
import type { Terminal } from "../../command.ts";
import { count } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import type { Found, Source } from "./source.ts";

export function labelsOf({ files }: Pick<Source, "files">): string {
  return files.map(labelOf).join(" and ");
}

interface Outcome {
  readonly source: Source;
  readonly found: Found;
  readonly dry: boolean;
}

/** Formats what was read, and everything that was not taken over. */
export function outcomeLines({ source, found, dry }: Outcome): readonly string[] {
  const { servers, skipped, unknown, elsewhere } = found;
  const { others } = source;
  const names = servers.map(({ name }) => name).join(", ");
  return [
    `Read ${labelsOf(source)}: ${count(servers.length, "server")}${names === "" ? "" : ` (${names})`}.`,
    ...(others.length === 0
      ? []
      : [`Also found, but not read: ${others.join(", ")}. Choose one with --from or --client.`]),
    ...servers.flatMap((server) =>
      notesOf(server, servers).map((note) => `${server.name}: ${note}`),
    ),
    ...skipped.map(whyLeftOut),
    ...(unknown.length === 0 ? [] : [`Not taken over: ${unknown.join(", ")}.`]),
    ...elsewhere,
    ...(dry ? [] : [`Wrote ${defaultFile}.`]),
  ].map(printable);
}

export function whyLeftOut({ name, because }: SkippedServer): string {
  return `${name} was left out: ${because}.`;
}

interface Written extends FoundServers {
  readonly client: ClientName | undefined;
  readonly isAdopted: boolean;
}

/** Formats the variables to set, and the next commands. */
export function next(
  { variables, servers, client, isAdopted }: Written,
  terminal: Pick<Terminal, "suggest">,
): string {
  const set =
    variables.length === 0
      ? []
      : [
          "Set these environment variables to the values in the file:",
          ...variables.map((name) => `  ${name}`),
        ];
  const commands = [
    "toolcourt effective",
    ...servers.flatMap(({ signIn }) => (signIn === undefined ? [] : [signIn])),
    ...(isAdopted ? [] : ["toolcourt adopt --all"]),
    "toolcourt lock",
    `toolcourt connect ${client ?? "<client>"} --replace`,
    "toolcourt serve",
  ];
  return [...set, "Next:", ...commands.map((each) => `  ${suggested(each, terminal)}`)].join("\n");
}
