import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { refusalKey, toMcp } from "@toolcourt/contracts/internal/errors/to-mcp";
import { type Cancellation, signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { boundStores } from "./compose/bound-stores.ts";
import { openConfigured } from "./compose/open-configured.ts";
import { openEntranceDeps } from "./compose/open-entrance-deps.ts";
import {
  type ProgramOptions,
  type ProgramParts,
  programRuntime,
} from "./compose/program-runtime.ts";
import { GracefulShutdown } from "./edge/graceful-shutdown.ts";
import { openHttp } from "./edge/http.ts";
import { resultOf } from "./edge/incoming-call.ts";
import { isQuestion, type Principal } from "./pipeline/call.ts";

/** How a program embeds the gateway. */
export interface GatewayOptions extends ProgramOptions, ProgramParts {
  /** Refuses contracts that are not in the lock. Default: off. */
  readonly frozenLock?: boolean | undefined;
}

/** One call of an embedding program. */
export interface ProgramCall {
  readonly tool: string;
  readonly arguments?: JsonObject | undefined;
  /** The authenticated caller. Default: the local principal. */
  readonly principal?: Principal | undefined;
  /** What the person wrote that the call serves, as the program took it in. Default: unknown. */
  readonly words?: string | undefined;
  /** Cancels the call. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** A gateway inside a program. Every call passes all gates. It is audited unless stores are in memory. */
export interface EmbeddedGateway extends AsyncDisposable {
  /** The tools that a principal may call, as `tools/list` shows them. */
  readonly listTools: (principal?: Principal) => readonly JsonObject[];
  /**
   * Calls a tool. Returns its MCP result; a refusal is a result with `isError: true`. Closing the
   * gateway waits for running calls, at most five seconds, and cancels the rest.
   */
  readonly callTool: (call: ProgramCall) => Promise<JsonObject>;
  /**
   * Serves MCP over HTTP on the configured host. Port 0 picks a free one. The program closes the
   * server before the gateway.
   */
  readonly listen: (port?: number) => Promise<{ readonly url: URL } & AsyncDisposable>;
}

const local: Principal = { id: "local", permissions: "all", kind: "local" };

/**
 * Opens the gateway of a configuration inside a program. The program must close it.
 *
 * @example
 * ```ts
 * await using gateway = await openGateway({ folder: ".", environment: process.env });
 * const result = await gateway.callTool({ tool: "hello", arguments: { name: "Ada" } });
 * ```
 */
export function openGateway(options: GatewayOptions): Promise<EmbeddedGateway> {
  const { config, frozenLock: frozen = false } = options;
  const runtime = programRuntime(options);
  return openAll(async (stack) => {
    const { tools, stores, shared, keySource, upstreams, indexTools } = options;
    const opening = {
      config,
      tools,
      stores: stores && boundStores(stores),
      shared: shared && boundStores(shared),
      keySource,
      upstreams,
      indexTools,
      frozen,
      minLevel: "warning",
    } as const;
    const configured = stack.use(await openConfigured(opening, runtime));
    const { gateway, config: settings } = configured;
    if (settings.host.ask) throw askNeedsHost();
    const deps = stack.use(await openEntranceDeps(configured, config, runtime));
    const { clock, newId } = runtime;
    // Not the shutdown of the entrances: closing a server must not end the program's own calls.
    const shutdown = new GracefulShutdown(clock);
    stack.defer(() => shutdown.close());
    return {
      listTools: (principal = local) => gateway.listed(principal),
      callTool: (given) =>
        tracked(shutdown, given, async (signal) => {
          const { tool, principal = local, words: text } = given;
          const ids = { callId: newId(), correlationId: newId(), traceId: newId() };
          const agent = { name: "program", version };
          // A copy: the program could change its own object between validation and the tool.
          const copied = parseJson(JSON.stringify(given.arguments ?? {}));
          const words = text === undefined ? undefined : ({ kind: "typed", text } as const);
          const call = { ...ids, tool, arguments: copied, principal, agent, words };
          const result = await gateway.callTool(call, signal);
          if (!isQuestion(result)) return resultOf(result);
          throw new Refusal("interaction-required", { tool, because: "not-declared" });
        }),
      listen: (port = settings.listen.port) => openHttp(deps, { ...settings.listen, port, clock }),
    };
  });
}

/** Runs a call that ends with the gateway. Refuses one that comes after. */
async function tracked(
  shutdown: GracefulShutdown,
  { tool, signal }: ProgramCall,
  call: (signal: Cancellation) => Promise<JsonObject>,
): Promise<JsonObject> {
  if (shutdown.isClosing()) {
    return asResult(new Refusal("cancelled", { tool, mayHaveActed: false }));
  }
  const run = shutdown.begin();
  try {
    return await call(signal === undefined ? run : AbortSignal.any([signal, signalOf(run)]));
  } catch (error) {
    return asResult(error);
  } finally {
    shutdown.end(run);
  }
}

/** Refusals are results, so that a program reads every outcome in one form. Bugs are thrown. */
function asResult(error: unknown): JsonObject {
  if (!isRefusal(error)) throw error;
  const outcome = toMcp(error);
  if (outcome.kind === "result") return outcome.result;
  const { message, data } = outcome;
  const _meta = data === undefined ? {} : { [refusalKey]: data };
  return { isError: true, content: [{ type: "text", text: message }], _meta };
}

function askNeedsHost(): Refusal {
  const problem = "`host.ask` needs the package @toolcourt/host: use its openHost, or turn it off.";
  return new Refusal("usage-invalid", { problem, help: "toolcourt effective" });
}
