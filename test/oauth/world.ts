import type { JsonObject } from "@toolcourt/sdk";
import { z } from "zod";
import { type Clock, systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { machine, openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { connectHttp, type HttpClient } from "../gate/http-client.ts";
import type { GuardedServer } from "./guarded-server.ts";
import type { Issuer } from "./issuer.ts";

/** The result of a command, with all that it printed. */
export interface Done {
  readonly code: number;
  readonly text: string;
}

/** A folder with a configuration for one server, and a person at the issuer. */
export interface World extends AsyncDisposable {
  readonly folder: Folder;
  /** Runs a command. A shown address is opened by the person, who consents. */
  readonly run: (line: string, person?: string) => Promise<Done>;
  /** Starts the gateway. It ends with the world. */
  readonly serve: () => Promise<Serving>;
  /** Moves the gateway's clock. The issuer's stands. */
  readonly later: (ms: number) => void;
}

export interface WorldParts {
  readonly issuer: Issuer;
  readonly server: Pick<GuardedServer, "url" | "transport">;
  /** The connection of the server. */
  readonly connection: string;
  /** Other keys of the configuration. Default: none. */
  readonly config?: JsonObject;
  /** Files beside the configuration. Default: none. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function openWorld(parts: WorldParts): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const { issuer } = parts;
  const folder = stack.use(await openFolder(filesOf(parts)));
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const { signal } = new AbortController();
  const owned = stack.move();
  return {
    folder,
    run: async (line, person = "grace") => {
      const printed: string[] = [];
      const print = (text: string): void => {
        printed.push(text);
        const address = /^http\S+$/m.exec(text)?.[0];
        if (address !== undefined) void issuer.consent(address, person);
      };
      const words = line.replace(/^toolcourt /, "").match(/"[^"]*"|\S+/g) ?? [];
      const args = words.map((word) => word.replaceAll('"', ""));
      const code = await runToolcourt(args, { ...machine(folder.path, print, signal), clock });
      return { code, text: printed.join("\n") };
    },
    serve: async () => owned.use(await openServing({ folder: folder.path, clock })),
    later: (ms) => {
      ahead += ms;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function filesOf({
  issuer,
  server,
  connection,
  config,
  files,
}: WorldParts): Record<string, string> {
  const { url, transport } = server;
  const about = { name: "notes", transport, url: url.href, connection };
  const mcp = { ...about, mode: "dynamic", default_tool_config: {} };
  const whole = { toolbox: { mcps: [mcp] }, stores: { url: "sqlite:state.db" }, ...config };
  const own = { "toolcourt.yaml": JSON.stringify(whole), "secret.txt": issuer.known.secret };
  return { ...own, ...files };
}

/** What a call came to. */
export interface Came {
  /** The name under which the server knows the caller. Unset if the call was refused. */
  readonly sub?: unknown;
  readonly code?: unknown;
  /** The command that the refusal names. */
  readonly next?: string;
  readonly text: string;
}

interface Calling extends Partial<HttpClient> {
  /** Equal notes may be answered from the cache. Default: a new one. */
  readonly note?: string;
}

let notes = 0;

/** Calls the tool of the server. */
export async function callWhoAmI(
  { url }: Pick<Serving, "url">,
  { note = String((notes += 1)), ...client }: Calling = {},
): Promise<Came> {
  const ask = await connectHttp(url, { era: "modern", lane: "fast", ...client });
  const called = await ask("tools/call", { name: "whoami", arguments: { note } });
  const answer = answerSchema.parse(called);
  const { content, structuredContent: said = {}, _meta: meta = {} } = answer.result;
  const text = content.map((each) => each.text).join("\n");
  return { ...said, ...meta["dev.toolcourt/refusal"], text };
}

const answerSchema = z.object({
  result: z.object({
    content: z.array(z.object({ text: z.string() })),
    structuredContent: z.object({ sub: z.string() }).optional(),
    _meta: z
      .object({ "dev.toolcourt/refusal": z.object({ code: z.string(), next: z.string() }) })
      .partial()
      .optional(),
  }),
});
