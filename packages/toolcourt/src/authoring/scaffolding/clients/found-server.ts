import { segmentFor } from "@toolcourt/gateway/internal/config/named-entry";

/** A server from a client configuration or a registry, in our terms and without secrets. */
export interface FoundServer {
  readonly name: string;
  readonly transport:
    | {
        readonly kind: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        /** A file of variables, relative to the configuration. */
        readonly envFile?: string;
        readonly cwd?: string;
      }
    | {
        readonly kind: "streamable_http" | "sse";
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        /** The connection that a login adds. Unset if the client signs in to nothing. */
        readonly connection?: string;
      };
  /** The only tools that the client offers. Unset if it offers all others. */
  readonly allowlist?: readonly string[];
  /** Tools that the client does not offer. */
  readonly denylist?: readonly string[];
  /** The command that signs in to the server. Unset if none is needed. */
  readonly signIn?: string;
  /** Notes for the reader of the file, one line each: omissions and steps to take. */
  readonly notes: readonly string[];
  /** Suffixes of the variables that set omitted values: `URL`, `ARGS__2`. */
  readonly leftOut: readonly string[];
  /** Whether the server needs manual steps before it works. */
  readonly unfinished: boolean;
}

/** A server that cannot be imported, with the reason. */
export interface SkippedServer {
  readonly name: string;
  readonly because: string;
}

export interface FoundServers {
  readonly servers: readonly FoundServer[];
  readonly skipped: readonly SkippedServer[];
  /** Keys of the file that concern no server and were not imported. */
  readonly unknown: readonly string[];
  /** Variables to set, each once. */
  readonly variables: readonly string[];
}

/** Converts a name to a valid server name. `local` is reserved for local tools. */
export function serverName(given: string): string {
  const name = given
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim()
    .slice(0, 100)
    .trim();
  return name === "" || name === "local" ? `${name}-server` : name;
}

/** Returns the notes about one of the imported servers. */
export function notesOf(
  { name, notes, leftOut }: FoundServer,
  servers: readonly FoundServer[],
): readonly string[] {
  if (leftOut.length === 0) return notes;
  const index = servers.findIndex((each) => each.name === name);
  const entry = segmentFor(new Map(servers.map((each, at) => [at, each.name])), index) ?? index;
  const names = leftOut.map((end) => `TOOLCOURT__TOOLBOX__MCPS__${entry}__${end}`);
  return [
    ...notes,
    `What is not plainly harmless, or was for the client to fill in, is left out. Set it as ${names.join(", ")}.`,
  ];
}
