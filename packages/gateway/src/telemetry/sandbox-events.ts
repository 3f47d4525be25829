import type { EventKind } from "./events.ts";

/** The fields of events about sandboxes of servers. */
export interface SandboxFields {
  "server.over-limit": {
    readonly server: string;
    readonly limit: keyof typeof excesses;
    readonly next: string;
  };
  "server.package-installed": {
    readonly server: string;
    readonly package: string;
    /** As npm recorded it. Empty if it recorded none. */
    readonly integrity: string;
  };
}

const excesses = {
  memory: "used more memory than sandbox.memory allows",
  processes: "had more processes than sandbox.processes allows",
  unwatched: "could not be watched",
} as const;

export const sandboxEvents: {
  readonly [Name in keyof SandboxFields]: EventKind<SandboxFields[Name]>;
} = {
  "server.over-limit": {
    level: "error",
    sentence: ({ server, limit, next }) =>
      `The processes of MCP server '${server}' were ended, because they ${excesses[limit]}. Next: ${next}`,
  },
  "server.package-installed": {
    level: "info",
    sentence: ({ server, package: name, integrity }) =>
      `Installed ${name} for MCP server '${server}', without its scripts${integrity === "" ? "" : ` (${integrity})`}`,
  },
};
