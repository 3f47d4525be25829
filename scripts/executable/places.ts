import { commandEntries, type Relocations, relocations } from "../bundle/places.ts";
import { threadProgram } from "./program.ts";

/** The entries of the executable: the command, and what a user's tools import. */
export const executableEntries = {
  ...commandEntries,
  "sdk/index": "sdk/src/index.ts",
  "sdk/rules": "sdk/src/rules/index.ts",
  "sdk/serve": "sdk/src/serve/index.ts",
  "sdk/testing": "sdk/src/testing/index.ts",
  zod: "../node_modules/zod/index.js",
};

const text = JSON.stringify;

/** Files that the command finds by its own URL lie inside the executable. */
export const executableRelocations: Relocations = {
  ...relocations,
  "contracts/src/schemas/isolation/thread.ts": [
    ['"./worker.js"', text(threadProgram("schema-worker.js"))],
  ],
  "gateway/src/stores/sqlite/client.ts": [
    ['"./worker.js"', text(threadProgram("sqlite-worker.js"))],
  ],
  "gateway/src/compose/revise/revise-apart.ts": [
    ['"./worker.js"', text(threadProgram("revise-worker.js"))],
  ],
  // A box is a process of plain Node, and there is none beside the executable.
  "gateway/src/http-tools/boxed/open-boxed-tools.ts": [
    ['"./runner.js"', '"./box-runner.js"'],
    ['platform !== "linux"', 'platform !== ""'],
  ],
  "gateway/src/compose/built-pages.ts": [
    [
      "filesIn(folder ?? fileURLToPath(builtPages)).catch(() => [])",
      'Object.entries(JSON.parse(getAsset("console.json", "utf8"))).map(([path, body]) => [path, Buffer.from(body, "base64")])',
    ],
    ['import { fileURLToPath } from "node:url";', 'import { getAsset } from "node:sea";'],
  ],
  "host/src/planner/meanings.ts": [
    ["readFileSync(file)", 'new Uint8Array(getAsset("word-meanings.bin"))'],
    ['import { readFileSync } from "node:fs";', 'import { getAsset } from "node:sea";'],
  ],
};
