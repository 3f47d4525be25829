/** The settings of each transport, by kind. */
export interface TransportSettings {
  readonly streamable_http: HttpServer;
  readonly sse: HttpServer;
  readonly stdio: Program;
}

/** Transport to a server. */
export type Transport<Kind extends keyof TransportSettings = keyof TransportSettings> = {
  readonly [Each in Kind]: { readonly kind: Each } & TransportSettings[Each];
}[Kind];

interface HttpServer {
  readonly url: URL;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The child's complete environment, except for the search path. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** SHA-256 of files that must be unchanged: otherwise the program is not started. Default: none. */
  readonly fileHashes?: Readonly<Record<string, string>> | undefined;
}
