/** How a server is reached. */
export type Transport =
  | { readonly kind: "streamable_http" | "sse"; readonly url: URL }
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** Everything the child gets to see of the environment, besides where programs are found. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
      /** Files that must be as they were, with the SHA-256 of each: otherwise the program is not started. */
      readonly pins?: Readonly<Record<string, string>>;
    };
