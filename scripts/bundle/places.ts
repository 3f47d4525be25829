// Paths from the folder `packages`.

/** The entries of the command. All files share one folder, so a relative URL works in each. */
export const commandEntries = {
  bin: "toolcourt/src/bin.ts",
  "schema-worker": "contracts/src/schemas/isolation/worker.ts",
  "sqlite-worker": "gateway/src/stores/sqlite/worker.ts",
  "revise-worker": "gateway/src/compose/revise/worker.ts",
  "box-runner": "gateway/src/http-tools/boxed/runner.ts",
  "audit-chain": "gateway/src/governance/audit/chain.ts",
};

/** The entries of the SDK, as its `exports` name them. */
export const sdkEntries = {
  index: "sdk/src/index.ts",
  "rules/index": "sdk/src/rules/index.ts",
  "serve/index": "sdk/src/serve/index.ts",
  "testing/index": "sdk/src/testing/index.ts",
};

/** Texts of modules, by their paths, and what replaces each in a bundle. */
export type Relocations = Readonly<
  Record<string, readonly (readonly [from: string, to: string])[]>
>;

/** Our modules that find a file by their own URL, and what replaces that URL in the bundle. */
export const relocations: Relocations = {
  "contracts/src/schemas/isolation/thread.ts": [['"./worker.js"', '"./schema-worker.js"']],
  "gateway/src/stores/sqlite/client.ts": [['"./worker.js"', '"./sqlite-worker.js"']],
  "gateway/src/compose/revise/revise-apart.ts": [['"./worker.js"', '"./revise-worker.js"']],
  "gateway/src/http-tools/boxed/open-boxed-tools.ts": [['"./runner.js"', '"./box-runner.js"']],
  "gateway/src/governance/audit/chain.ts": [
    ["import.meta.url", 'new URL("./audit-chain.js", import.meta.url).href'],
  ],
  // Any place of the installation will do: packages are looked up from there.
  "gateway/src/boundary/files/package-file.ts": [["import.meta.filename", "import.meta.filename"]],
  // The build writes the page into the package of the gateway, once.
  "gateway/src/compose/built-pages.ts": [
    ['"../../console/"', '"./console/"'],
    ["import.meta.url", 'import.meta.resolve("@toolcourt/gateway/package.json")'],
  ],
  // The table has six megabytes, so the bundle reads the installed package's copy.
  "host/src/planner/meanings.ts": [
    ['"../../data/word-meanings.bin"', '"./data/word-meanings.bin"'],
    ["import.meta.url", 'import.meta.resolve("@toolcourt/host/package.json")'],
  ],
};
