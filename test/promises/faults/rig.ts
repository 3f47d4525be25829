import { createReadStream } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { type Arrived, openCountingServer } from "../../gate/counting-server.ts";
import { type Ask, connectHttp } from "../../gate/http-client.ts";
import { type Outcome, outcomeOf } from "../../gate/outcome.ts";
import { reading, sending } from "../../gate/tools.ts";
import { command } from "../command.ts";
import { type GatewayProcess, startGateway } from "../gateway-process.ts";
import { serverEntry } from "../server-entry.ts";

/** A gateway process on SQLite before a counting server, with a memory and with approvals. */
export interface FaultRig extends AsyncDisposable {
  readonly gateway: GatewayProcess;
  readonly path: string;
  readonly files: {
    readonly store: string;
    readonly wal: string;
    readonly copy: string;
    readonly memory: string;
    readonly memoryFolder: string;
  };
  readonly arrived: readonly Arrived[];
  readonly call: (tool: string, given: JsonObject) => Promise<Outcome>;
  readonly approve: (id: string) => Promise<void>;
  readonly deny: (id: string) => Promise<void>;
  /** Returns the lines added to the memory file. */
  readonly remembered: () => Promise<readonly string[]>;
  /** Returns whether the initial content of the memory file is unchanged, byte by byte. */
  readonly isMemoryIntact: () => Promise<boolean>;
}

/**
 * Longer than the write-ahead log ever gets, so that a file size limit affects only the memory
 * file.
 */
const oldMemory = `${"x".repeat(8_191)}\n`.repeat(1_024);

export async function openFaultRig(audit: JsonObject = {}): Promise<FaultRig> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const tools = [reading("get-forecast"), sending("send-note"), sending("send-approved")];
  const server = stack.use(await openCountingServer({ tools }));
  const memoryFolder = join(folder.path, ".claude/memory");
  const memory = join(memoryFolder, "best_practices.md");
  await mkdir(memoryFolder, { recursive: true, mode: 0o700 });
  await appendFile(memory, oldMemory, { mode: 0o600 });
  await folder.write("toolcourt.yaml", JSON.stringify(configFor(server.url, audit)));
  // One thread for file operations, so that their system calls have a fixed order.
  const env = { UV_THREADPOOL_SIZE: "1" };
  const gateway = stack.use(await startGateway({ folder: folder.path, env }));
  const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
  const store = join(folder.path, ".toolcourt/state.db");
  const owned = stack.move();
  return {
    gateway,
    path: folder.path,
    files: {
      store,
      wal: `${store}-wal`,
      copy: join(folder.path, "copy.jsonl"),
      memory,
      memoryFolder,
    },
    arrived: server.calls,
    call: (tool, given) => called(ask, tool, given),
    approve: async (id) => {
      const digest = digestOf(store, id);
      await command(folder.path, "approvals", "approve", id, "--digest", digest);
    },
    deny: async (id) => {
      await command(folder.path, "approvals", "deny", id);
    },
    remembered: () => linesBehind(memory, oldMemory.length),
    isMemoryIntact: async () => (await readFile(memory, "utf8")).startsWith(oldMemory),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function linesBehind(path: string, start: number): Promise<readonly string[]> {
  const chunks = await createReadStream(path, { start }).toArray();
  return chunks.map(String).join("").split("\n");
}

function configFor(url: string, audit: JsonObject): JsonObject {
  const tools = [
    { name: "hello" },
    { name: "read_repo_file" },
    { name: "write_memory_entry", approval: "none" },
    { name: "send-approved", approval: "operator" },
  ];
  const mcps = [serverEntry("weather", url)];
  return { toolbox: { local: ["workspace"], tools, mcps }, audit };
}

async function called(ask: Ask, name: string, given: JsonObject): Promise<Outcome> {
  const answer = await ask("tools/call", { name, arguments: given });
  const outcome = outcomeOf(answer);
  // An answer that is neither a result nor a refusal must not count as a success.
  if (outcome.refused === undefined && own(answer, "result") === undefined) {
    return { ...outcome, refused: "error of the protocol" };
  }
  return isToolError(answer) && outcome.refused === undefined
    ? { ...outcome, refused: "tool-failed" }
    : outcome;
}

function isToolError(answer: JsonObject): boolean {
  const result = own(answer, "result");
  return isJsonObject(result) && result["isError"] === true;
}

function digestOf(store: string, id: string): string {
  const database = new DatabaseSync(store, { readOnly: true });
  try {
    return String(
      database.prepare("SELECT digest FROM approvals WHERE id = ?").get(id)?.["digest"],
    );
  } finally {
    database.close();
  }
}
