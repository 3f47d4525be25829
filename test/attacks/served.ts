import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Clock, systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openIssuer, resource, type TestIssuer } from "../../packages/testing/src/issuer.ts";
import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { type AnswerCall, openUpstream, type Upstream } from "./upstream.ts";

/** A test's settings for the served gateway. */
export interface Serve {
  readonly tools: readonly JsonObject[];
  readonly answer?: AnswerCall;
  /** Entries of `toolbox.tools`. Default: none. */
  readonly entries?: readonly JsonObject[];
  /** Further keys of the server's entry. Default: none. */
  readonly said?: JsonObject;
  /** Name of a second connection to the same server, with the same tool names. Default: none. */
  readonly twin?: string;
  /** Further keys of the configuration. Default: none. */
  readonly keys?: JsonObject;
  readonly policy?: string;
  /** Further files beside the configuration. Default: none. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The clock of a gateway, which a test can shift. It also runs by itself. */
export interface Hands extends Clock {
  readonly turn: (ms: number) => void;
}

/**
 * The real `serve` command with a real server behind it. Everything is on: tokens of an issuer, a
 * policy, approvals, and an audit log in a file.
 */
export interface Served extends AsyncDisposable {
  readonly url: () => URL;
  readonly upstream: Upstream;
  readonly issuer: TestIssuer;
  readonly hands: Hands;
  readonly folder: Folder;
  /** Everything printed so far. */
  readonly printed: readonly string[];
  /** Restarts the gateway on its stored state. */
  readonly restart: () => Promise<void>;
  /** Runs another command on the gateway's machine. */
  readonly command: (args: readonly string[], who?: Operator) => Promise<Ran>;
}

/** The operator at the gateway's machine. */
export interface Operator {
  /** Default: `operator:grace`. */
  readonly operator?: string;
  /** Returns the operator's input, given the output so far. Default: none. */
  readonly types?: (printed: string) => string;
}

export interface Ran {
  readonly code: number;
  readonly printed: string;
}

export const defaultPolicy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`;

export async function openServed(serve: Serve): Promise<Served> {
  await using stack = new AsyncDisposableStack();
  const hands = createHands();
  const upstream = stack.use(await openUpstream(serve.tools, serve.answer));
  const issuer = stack.use(await openIssuer(hands));
  const folder = stack.use(
    await openFolder({ "policy.yaml": serve.policy ?? defaultPolicy, ...serve.files }),
  );
  await folder.write("toolcourt.yaml", configOf(serve, upstream, issuer));
  const printed: string[] = [];
  const start = (): Promise<Running> => startIn(folder, hands, printed);
  let running = await start();
  stack.defer(() => running.stop());
  const owned = stack.move();
  return {
    url: () => running.url,
    upstream,
    issuer,
    hands,
    folder,
    printed,
    restart: async () => {
      await running.stop();
      running = await start();
    },
    command: (args, who) => runIn(folder, { args, clock: hands, ...who }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

interface Running {
  readonly url: URL;
  readonly stop: () => Promise<void>;
}

async function startIn(folder: Folder, clock: Clock, printed: string[]): Promise<Running> {
  const listening = Promise.withResolvers<URL>();
  const stopping = new AbortController();
  const print = (text: string): void => {
    printed.push(text);
    const url = /^Toolcourt listens on (http:\S+)/.exec(text)?.[1];
    if (url !== undefined) listening.resolve(new URL(url));
  };
  const here = { ...machine(folder.path, print, stopping.signal), clock };
  const ended = runToolcourt(["serve", "--port", "0", "--verbose"], here);
  void ended.then((code) => listening.reject(new Error(`${code}: ${printed.join("\n")}`)));
  return {
    url: await listening.promise,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

interface Typed extends Operator {
  readonly args: readonly string[];
  readonly clock: Clock;
}

async function runIn({ path }: Folder, typed: Typed): Promise<Ran> {
  const { args, clock, operator = "operator:grace", types = () => "" } = typed;
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const code = await runToolcourt(args, {
    ...machine(path, print, new AbortController().signal),
    clock,
    operator,
    readInput: async function* () {
      yield Buffer.from(types(lines.join("\n")));
    },
  });
  return { code, printed: lines.join("\n") };
}

function createHands(): Hands {
  let turned = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + turned,
    turn: (ms) => {
      turned += ms;
    },
  };
}

function configOf(serve: Serve, { url }: Upstream, { trust }: TestIssuer): string {
  const { entries = [], said, keys, twin } = serve;
  const [known] = trust.trusted;
  const issuer = { name: "login", issuer: known?.issuer, jwks_url: known?.jwksUrl.href };
  const auth = { resource: resource.href, scopes: trust.scopes, issuers: [issuer] };
  const mcps = ["weather", ...(twin === undefined ? [] : [twin])].map((name) => ({
    name,
    transport: "streamable_http",
    url: url.href,
    mode: "dynamic",
    default_tool_config: {},
    ...said,
  }));
  return JSON.stringify({
    server: { auth },
    toolbox: { collision: "qualify", tools: entries, mcps },
    policy: { file: "policy.yaml" },
    ...keys,
  });
}

/** Returns a nested member object, or an empty object if there is none. */
export function objectIn(value: unknown, ...path: readonly string[]): JsonObject {
  const [key, ...rest] = path;
  if (!isJsonObject(value)) return {};
  return key === undefined ? value : objectIn(own(value, key), ...rest);
}
