/** A server as a client's configuration or a registry has it, in our terms and without a secret. */
export interface FoundServer {
  readonly name: string;
  readonly transport:
    | {
        readonly kind: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd?: string;
      }
    | { readonly kind: "streamable_http" | "sse"; readonly url: string };
  /** What whoever reads the file should know: what was left out and what is to be done, one line each. */
  readonly notes: readonly string[];
  /** What was left out, as the ends of the variables that set it: `URL`, `ARGS__2`. */
  readonly leftOut: readonly string[];
  /** Whether it will not work before somebody has done something. */
  readonly unfinished: boolean;
}

/** A server that cannot be written down at all, and why. */
export interface SkippedServer {
  readonly name: string;
  readonly because: string;
}

export interface FoundServers {
  readonly servers: readonly FoundServer[];
  readonly skipped: readonly SkippedServer[];
  /** Keys of the file that are about no server and were not taken over. */
  readonly unknown: readonly string[];
  /** The variables that have to be set, each once. */
  readonly variables: readonly string[];
}

/** A name as our configuration takes it. `local` is what our own tools go by. */
export function serverName(given: string): string {
  const name = given
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .trim()
    .slice(0, 100)
    .trim();
  return name === "" || name === "local" ? `${name}-server` : name;
}

/** What there is to say about a server, by its place among those that are written down. */
export function notesOf({ notes, leftOut }: FoundServer, index: number): readonly string[] {
  if (leftOut.length === 0) return notes;
  const names = leftOut.map((end) => `TOOLCOURT__TOOLBOX__MCPS__${index}__${end}`);
  return [
    ...notes,
    `What is not plainly harmless, or was for the client to fill in, is left out. Set it as ${names.join(", ")}.`,
  ];
}
