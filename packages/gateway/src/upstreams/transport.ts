/** Transport to a server. */
export type Transport =
  | { readonly kind: "streamable_http" | "sse"; readonly url: URL }
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** The child's complete environment, except for the search path. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string | undefined;
      /**
       * SHA-256 of files that must be unchanged: otherwise the program is not started. Default:
       * none.
       */
      readonly fileHashes?: Readonly<Record<string, string>> | undefined;
    };
