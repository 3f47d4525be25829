import { Document, type YAMLMap } from "yaml";
import { type FoundServer, type FoundServers, notesOf } from "./found-server.ts";

const heading = ` Written by toolcourt init. \`npx toolcourt effective\` prints all that applies.
 The tools of the servers are not known yet, so each server is dynamic. A strict server stops the
 start over every unlisted tool. The lock pins what the servers offer at first. When you know the
 tools, list them under tools and make the servers strict.`;

/** Formats a configuration for these servers. */
export function importedConfig({ servers, skipped, unknown }: FoundServers): string {
  const document = new Document({ toolbox: { mcps: [] } });
  document.commentBefore = heading;
  const lost = [
    ...skipped.map(({ name, because }) => ` ${name} is not here: ${because}.`),
    ...(unknown.length === 0 ? [] : [` Not taken over: ${unknown.join(", ")}.`]),
  ];
  if (lost.length > 0) document.comment = lost.map(visible).join("\n");
  for (const server of servers) {
    document.addIn(["toolbox", "mcps"], entryOf(document, server, servers));
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function entryOf(
  document: Document,
  server: FoundServer,
  servers: readonly FoundServer[],
): YAMLMap {
  const entry = document.createNode({
    name: server.name,
    ...reachOf(server.transport),
    mode: "dynamic",
    default_tool_config: { max_instances: 5, timeout: "PT30S" },
    ...(server.allowlist !== undefined && { tool_allowlist: server.allowlist }),
    ...(server.denylist !== undefined && { tool_denylist: server.denylist }),
    ...(server.unfinished && { required: false }),
  });
  const notes = notesOf(server, servers);
  if (notes.length > 0) entry.commentBefore = notes.map((note) => ` ${visible(note)}`).join("\n");
  entry.spaceBefore = server !== servers[0];
  return entry;
}

/** Returns the keys in documentation order, without empty ones. */
function reachOf(transport: FoundServer["transport"]): Readonly<Record<string, unknown>> {
  if (transport.kind !== "stdio") {
    const { kind, url, headers, connection } = transport;
    return {
      transport: kind,
      url: withoutReferences(url),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(connection !== undefined && { connection }),
    };
  }
  const { kind, command, args, env, envFile, cwd } = transport;
  return {
    transport: kind,
    command: withoutReferences(command),
    ...(args.length > 0 && { args: args.map(withoutReferences) }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(envFile !== undefined && { env_file: envFile }),
    ...(cwd !== undefined && { cwd }),
  };
}

/** An imported text is data. As a reference, it could run a command or read a file. */
function withoutReferences(text: string): string {
  return text.replaceAll("${", () => "$${");
}

// Key names are untrusted, and a line break would end the comment.
function visible(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "");
}
