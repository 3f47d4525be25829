import type { HiddenHeaders } from "../boundary/connections/connections.ts";

/** The settings of each transport, by kind. */
export interface TransportSettings {
  readonly streamable_http: HttpServer;
  readonly sse: HttpServer;
  readonly stdio: Program;
}

/** The same connection for all callers, or each caller's own. */
export type ServerConnection =
  | { readonly kind: "shared"; readonly name: string }
  | {
      readonly kind: "caller";
      /** The connection that exchanges the callers' tokens. Default: each caller signs in. */
      readonly exchange?: string | undefined;
    };

/** Transport to a server. */
export type Transport<Kind extends keyof TransportSettings = keyof TransportSettings> = {
  readonly [Each in Kind]: { readonly kind: Each } & TransportSettings[Each];
}[Kind];

interface HttpServer {
  readonly url: URL;
  /** Sent with every request to the server. Default: none. */
  readonly headers?: HiddenHeaders | undefined;
  /** The stored connection whose credential goes along with every request. Default: none. */
  readonly connection?: ServerConnection | undefined;
}

/** What the sandbox of a server shows and allows. */
export interface Sandbox {
  /** Shown for reading. Relative paths start at the folder of the configuration. */
  readonly read: readonly string[];
  /** Shown for reading and writing. */
  readonly write: readonly string[];
  readonly network: "all" | "none";
  /** Memory of all its processes together, in bytes. */
  readonly maxMemory: number;
  /** Its processes and their threads together. */
  readonly maxProcesses: number;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The child's complete environment, except for the search path. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of `env` that are no secrets, such as the home folder. Default: none. */
  readonly plainNames?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  /** SHA-256 of files that must be unchanged: otherwise the program is not started. Default: none. */
  readonly fileHashes?: Readonly<Record<string, string>> | undefined;
  /** Default: the program has the rights of the gateway's user. */
  readonly sandbox?: Sandbox | undefined;
}
