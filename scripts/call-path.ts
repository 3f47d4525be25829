import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openFolder } from "../packages/testing/src/folder.ts";
import { spoken } from "../packages/testing/src/lanes.ts";
import { openServing } from "../packages/testing/src/serving.ts";
import { type Covered, type Path, pathOf } from "./call-path/path.ts";

// npm run call-path [-- --list]
//
// Counts the functions, files and awaits of our own that one settled call enters, by V8's coverage.

const { values: flags } = parseArgs({ options: { list: { type: "boolean", default: false } } });

const stores = { memory: "memory:", sqlite: "sqlite:state.db" } as const;
const warmCalls = 300;
const measuredCalls = 30;
const ours = /\/packages\/(?!testing\/)[^/]+\/src\//;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

function configOf(port: number, store: string): string {
  const echo = {
    name: "echo",
    transport: "streamable_http",
    url: `http://127.0.0.1:${port}/mcp`,
    mode: "dynamic",
    default_tool_config: { approval: "none" },
  };
  return JSON.stringify({ toolbox: { mcps: [echo] }, stores: { url: store } });
}

async function call(url: URL): Promise<void> {
  const params = { name: "echo", arguments: { text: "hello" } };
  const answer = await fetch(url, spoken("tools/call", params, { era: "modern", lane: "fast" }));
  const text = await answer.text();
  if (!text.includes('"structuredContent"')) throw new Error(text);
}

/** Returns the path of one settled call: of several the shortest, in which no timer ran. */
async function measure(url: URL): Promise<Path> {
  for (let count = 0; count < warmCalls; count += 1) await call(url);
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const seen: Path[] = [];
    for (let count = 0; count < measuredCalls; count += 1) {
      await session.post("Profiler.takePreciseCoverage");
      await call(url);
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const covered: readonly Covered[] = result.filter((script) => ours.test(script.url));
      seen.push(pathOf(covered, textOf));
    }
    return seen.reduce((a, b) => (b.functions.length < a.functions.length ? b : a));
  } finally {
    session.disconnect();
  }
}

function textOf(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}

function show(name: string, { functions, files, awaits }: Path): void {
  console.log(
    `${name.padEnd(8)} ${functions.length} functions in ${files} files, ${awaits} awaits`,
  );
  if (flags.list) for (const each of functions) console.log(`  ${each}`);
}

const port = await freePort();
const echo = spawn(
  process.execPath,
  [fileURLToPath(new URL("../bench/gateway/echo-http.ts", import.meta.url)), String(port)],
  { stdio: "inherit" },
);
try {
  for (const [name, store] of Object.entries(stores)) {
    await using folder = await openFolder({ "toolcourt.yaml": configOf(port, store) });
    await using serving = await openServing(folder.path);
    show(name, await measure(serving.url));
  }
} finally {
  echo.kill();
}
