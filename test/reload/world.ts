import { chmod, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { execPath, pid } from "node:process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import {
  machine as machineOf,
  openServing,
  type Serving,
  type ServingPlace,
} from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { type Ask, connectHttp } from "../gate/http-client.ts";
import { namesIn, outcomeOf } from "../gate/outcome.ts";
import { command } from "../promises/command.ts";

export type Files = Readonly<Record<string, string>>;

/** The real `serve` command, whose files a test changes. */
export interface World extends AsyncDisposable {
  readonly folder: Folder;
  readonly gateway: Serving;
  /** Sends a request of a modern caller. */
  readonly ask: Ask;
  /** Returns `answered`, or the code of the refusal. */
  readonly call: (name: string, given?: JsonObject) => Promise<string>;
  /** Returns the structured content of an answer. */
  readonly answer: (name: string, given?: JsonObject) => Promise<JsonObject>;
  readonly list: () => Promise<readonly string[]>;
  /** Replaces a file at once, so that no reader sees a part of it. */
  readonly put: (file: string, content: string) => Promise<void>;
  /** Runs `toolcourt reload`, and returns what it prints. */
  readonly reload: () => Promise<string>;
  readonly configure: (config: JsonObject) => Promise<void>;
  /** Returns the audit log, a row a line. */
  readonly audit: () => Promise<readonly string[]>;
}

export interface Opening {
  readonly config: JsonObject;
  /** Further files beside the configuration. Default: none. */
  readonly files?: Files;
  /** The key of the caller. Default: none. */
  readonly bearer?: string;
  /** How the machine differs. Default: not at all. */
  readonly machine?: Omit<ServingPlace, "folder">;
}

export const configFile = "toolcourt.yaml";

export async function openWorld({ config, files, bearer, machine }: Opening): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const put: World["put"] = async (file, content) => {
    const [next, path] = [join(folder.path, `${file}.next`), join(folder.path, file)];
    await folder.write(`${file}.next`, content);
    // Files with secrets must be the owner's own.
    await chmod(next, 0o600);
    await rename(next, path);
  };
  const all = { ...files, [configFile]: JSON.stringify(config) };
  for (const [file, content] of Object.entries(all)) await put(file, content);
  const gateway = stack.use(await openServing({ folder: folder.path, pid, ...machine }));
  await untilReloadable(folder);
  const known = bearer === undefined ? {} : { bearer };
  const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast", ...known });
  const calling = (name: string, given: JsonObject = {}): Promise<JsonObject> =>
    ask("tools/call", { name, arguments: given });
  const owned = stack.move();
  return {
    folder,
    gateway,
    ask,
    call: async (name, given) => codeOf(await calling(name, given)),
    answer: async (name, given) => contentOf(await calling(name, given)),
    list: async () => namesIn(await ask("tools/list", {})),
    put,
    reload: () => reloadIn(folder),
    configure: (next) => put(configFile, JSON.stringify(next)),
    audit: async () => (await command(folder.path, "audit", "export")).split("\n"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The socket of `toolcourt reload` opens after the port of callers. */
async function untilReloadable({ path }: Folder): Promise<void> {
  const sockets = (): Promise<readonly string[]> =>
    readdir(join(path, ".toolcourt", "control")).catch(() => []);
  for (let tries = 0; tries < 500 && (await sockets()).length === 0; tries += 1) {
    await setTimeout(20);
  }
}

async function reloadIn({ path }: Folder): Promise<string> {
  const printed: string[] = [];
  const { signal } = new AbortController();
  await runToolcourt(
    ["reload"],
    machineOf(path, (text) => printed.push(text), signal),
  );
  return printed.join("\n");
}

export function codeOf(answer: JsonObject): string {
  const { refused, rpc } = outcomeOf(answer);
  return refused ?? (rpc === undefined ? "answered" : `error ${rpc}`);
}

function contentOf(answer: JsonObject): JsonObject {
  const result = own(answer, "result");
  const content = isJsonObject(result) ? own(result, "structuredContent") : undefined;
  if (!isJsonObject(content)) throw new Error(`no content: ${JSON.stringify(answer)}`);
  return content;
}

/** The arguments of the tools of `testing/tool.ts`. */
export const bern = { city: "Bern" };

const program = fileURLToPath(new URL("./writing-server.ts", import.meta.url));

/** Returns the entry of the server that writes files. */
export function writingEntry(more: JsonObject = {}): JsonObject {
  return {
    name: "writer",
    transport: "stdio",
    command: execPath,
    args: [program],
    mode: "dynamic",
    default_tool_config: {},
    ...more,
  };
}
