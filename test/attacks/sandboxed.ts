import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
} from "@toolcourt/sdk";
import type { SandboxDeps } from "../../packages/gateway/src/upstreams/connection.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { openRunningGateway, type RunningGateway } from "./running-gateway.ts";

export const roaming = fileURLToPath(
  new URL("../../packages/testing/src/programs/roaming-server.ts", import.meta.url),
);

/** A gateway before a server that tries to leave its sandbox. */
export interface Sandboxed extends RunningGateway {
  /** Holds `own`, which the sandbox shows, and `secret`, which it does not. */
  readonly folder: Folder;
  /** Returns what the server found, or the code of the refusal. */
  readonly attempt: (what: string, given?: string) => Promise<JsonValue>;
  /** Closes the gateway, and leaves the folder. */
  readonly close: () => PromiseLike<void>;
  /** Returns the last failure of the server, as `toolcourt servers` shows it. */
  readonly lastError: () => Promise<string | undefined>;
}

export interface SandboxTest {
  readonly searchPath: string;
  /** Further keys of the entry. Default: none. */
  readonly keys?: JsonObject;
  /** Further keys that need the test's folder. Default: none. */
  readonly keysIn?: (folder: string) => JsonObject;
  /** Keys of the sandbox. Default: none. */
  readonly sandbox?: JsonObject;
  /** A folder to write to, below that of the test. Default: none. */
  readonly writes?: string;
  /** Prepares the test's folder. Default: nothing to prepare. */
  readonly before?: (folder: string) => Promise<unknown>;
  /** What control groups need. Default: the kernel bounds no sandbox. */
  readonly groups?: Pick<SandboxDeps, "ownGroup">;
  /** Whether it runs without a sandbox. Default: in one. */
  readonly isFree?: true;
}

export async function openSandboxed({
  searchPath,
  keys = {},
  keysIn = () => ({}),
  sandbox = {},
  writes,
  before,
  groups,
  isFree,
}: SandboxTest): Promise<Sandboxed> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder({ "own/file": "mine", secret: "of the gateway" }));
  await before?.(folder.path);
  if (writes !== undefined) await mkdir(join(folder.path, writes), { recursive: true });
  const box = {
    ...(writes === undefined ? {} : { write: [writes] }),
    read: [roaming, join(folder.path, "own")],
    ...sandbox,
  };
  const server = {
    name: "roaming",
    transport: "stdio",
    command: execPath,
    args: [roaming],
    mode: "dynamic",
    default_tool_config: {},
    profile: ["registry"],
    ...(isFree ? {} : { sandbox: box }),
    ...keys,
    ...keysIn(folder.path),
  };
  const sandboxing = {
    folder: folder.path,
    packages: join(folder.path, ".toolcourt/packages"),
    hidden: async () => [{ key: "stores.url", path: join(folder.path, "secret") }],
    installing: {},
    ...groups,
  };
  const config = JSON.stringify({ toolbox: { mcps: [server] } });
  const opened = stack.use(await openRunningGateway(config, { searchPath, sandboxing }));
  const owned = stack.move();
  return {
    ...opened,
    folder,
    attempt: async (what, given = "") => foundIn(await opened.call("try", { what, given })),
    close: () => opened[Symbol.asyncDispose](),
    lastError: () => lastErrorOf(opened),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function lastErrorOf({ gateway }: RunningGateway): Promise<string | undefined> {
  const [status] = await gateway.describeServers();
  return status?.lastError?.because;
}

function foundIn(response: JsonObject): JsonValue {
  const refused = outcomeOf(response).refused;
  if (refused !== undefined) return { refused };
  const result = own(response, "result");
  const content = isJsonObject(result) ? own(result, "content") : undefined;
  const block = isJsonArray(content) ? content[0] : undefined;
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" ? parseJson(text) : response;
}
