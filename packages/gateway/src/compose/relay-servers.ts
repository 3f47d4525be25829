import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { JsonValue } from "@toolcourt/sdk";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { Broadcast, type BroadcastOptions } from "../catalog/broadcast-changes.ts";
import type { Registry } from "../catalog/create-registry.ts";
import { ToolWatch } from "../catalog/keep-current.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import { createRelays, type RelaysDeps, type RelaysOver } from "../relays/create-relays.ts";
import { promptFilter, type RelayAccess, type RelayServer } from "../relays/relays.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import { announceTools } from "./announce-tools.ts";
import { createCleanWords, describeFailure } from "./describe-failure.ts";
import type { OpenAuthority } from "./open-authority.ts";
import { redactorInto, redactorOfDefinitions } from "./open-redaction.ts";
import type { OpenServer } from "./open-servers.ts";
import { createRelayAccess, createViewServers, createViewsOf, openAccess } from "./relay-access.ts";
import { createMayReach } from "./shown-to.ts";

interface RelayDeps
  extends Pick<Runtime, "clock">,
    Pick<RelaysDeps, "stages" | "serverOfLink" | "locked" | "views"> {
  readonly write: LogWriter;
  readonly registry: Pick<Registry, "current" | "offered" | "subscribe">;
  /** Default: none, and every caller may use everything. */
  readonly policy?: CurrentPolicy | undefined;
  readonly stack: AsyncDisposableStack;
}

interface WatchingDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly write: LogWriter;
  readonly redaction: Redaction;
  readonly stack: AsyncDisposableStack;
  /** Unset if there are no other gateways to notify. */
  readonly authority?: Pick<OpenAuthority, "channel" | "admissions">;
}

/** Relays the resources, prompts and other features of servers. */
export function relayServers(
  servers: readonly OpenServer[],
  redaction: Redaction,
  deps: RelayDeps,
): RelaysOver {
  const { clock, write, stages, serverOfLink, locked, views, registry, policy, stack } = deps;
  const { current } = registry;
  const offering = servers.map(({ settings, upstream, notices }): RelayServer => {
    const { name, resources, allowedRequests, mode } = settings;
    const prompts = promptFilter(mode, settings.prompts);
    const listen: RelayServer["listen"] = (listeners) => stack.defer(notices.listen(listeners));
    return { name, mode, upstream, resources, prompts, allowedRequests, listen };
  });
  const { log } = createLogger(write);
  const redactSecrets = redactorInto(redaction, "relays");
  const relaying = createRelays(offering, {
    clock,
    log,
    redactSecrets,
    stages,
    serverOfLink,
    locked,
    views,
    viewsOf: createViewsOf(registry.offered.bind(registry)),
    serverOfView: createViewServers(current),
    access: policy === undefined ? openAccess : accessBy(policy, { servers, clock, current }),
  });
  pinWith(registry, relaying, stack);
  return relaying;
}

/** Locks the views of tools with them, also of those that come later. */
function pinWith(
  { subscribe }: Pick<Registry, "subscribe">,
  { pinViews }: RelaysOver,
  stack: AsyncDisposableStack,
): void {
  const closing = new AbortController();
  stack.defer(() => closing.abort());
  stack.defer(subscribe(() => void pinViews(closing.signal)));
  void pinViews(closing.signal);
}

function accessBy(
  policy: CurrentPolicy,
  {
    servers,
    clock,
    current,
  }: Pick<RelayDeps, "clock"> &
    Pick<Registry, "current"> & { readonly servers: readonly OpenServer[] },
): RelayAccess {
  const mayCall = createMayReach(current, policy);
  const dynamic = new Set(
    servers.flatMap(({ settings: { name, mode } }) => (mode === "dynamic" ? [name] : [])),
  );
  return createRelayAccess({
    policy,
    clock,
    mayCall,
    isDynamic: (principal, server) => dynamic.has(server) && mayCall(principal, server),
  });
}

/**
 * Lists the tools of each server again: on a schedule, on its notification, or on that of another
 * gateway.
 */
export async function watchServers(
  servers: readonly OpenServer[],
  registry: Registry,
  { clock, write, newId, authority, redaction, stack }: WatchingDeps,
): Promise<void> {
  const hidden = redactorOfDefinitions(redaction);
  const { log } = createLogger(write);
  const words = createCleanWords(redaction);
  const broadcast = broadcastBy(authority, { name: newId(), registry, log });
  const looking: Looking = (server, look) => broadcast?.looking(server, look) ?? look();
  const latches = new Map<string, () => void>();
  for (const { settings } of servers) announceTools(registry, settings.name, log);
  for (const { settings, upstream, notices, listing } of servers) {
    const { name: server, address: url } = settings;
    const replace = async (tools: readonly JsonValue[]): Promise<void> => {
      const joins = !registry.offered().has(server);
      await registry.replace(server, tools);
      if (joins) announceTools(registry, server, log);
      if (registry.leftOut().has(server)) void leave();
    };
    // A server that joined late and is left out keeps no connection and no process.
    const leave = async (): Promise<void> => {
      await Promise.allSettled([watch[Symbol.asyncDispose](), upstream[Symbol.asyncDispose]()]);
    };
    const watch: ToolWatch = new ToolWatch({
      clock,
      list: async (signal) => {
        const tools = hidden(await upstream.listTools(signal));
        // Yields between reading and judging a long list, so that calls can run.
        await yieldToLoop();
        return tools;
      },
      replace: (tools) => looking(server, () => replace(tools)),
      failed: (error) => {
        const why = describeFailure(settings, error, words);
        log("server.unavailable", { server, url, ...why, isRunning: true });
      },
    });
    const { changed } = stack.use(watch);
    stack.defer(notices.whenChanged(changed));
    latches.set(server, changed);
    // The start did not wait for its list. A server that is away announces its return itself.
    if (listing === undefined && upstream.isConnected()) changed();
  }
  const follow = createFollow(latches, (server) => looking(server, () => registry.review(server)));
  if (authority !== undefined) stack.defer(authority.admissions.subscribe(follow));
  if (broadcast !== undefined) stack.defer(await broadcast.listen(latches));
}

/** Runs a look at a server, and tells the other gateways what it found. */
type Looking = (server: string, look: () => Promise<void>) => Promise<void>;

function broadcastBy(
  authority: WatchingDeps["authority"],
  parts: Pick<BroadcastOptions, "name" | "registry" | "log">,
): Broadcast | undefined {
  if (authority?.channel === undefined) return undefined;
  const { channel, admissions } = authority;
  return new Broadcast({ channel, ...parts, refresh: admissions.refresh });
}

/** Returns how a gateway follows new decisions about the tools of servers. */
function createFollow(
  latches: ReadonlyMap<string, () => void>,
  review: (server: string) => Promise<void>,
): (changed: ReadonlySet<string>) => void {
  return (changed) => {
    for (const [server, list] of latches) {
      if (!changed.has(server)) continue;
      // A withdrawal takes effect even if the server does not answer. A failed look is repeated.
      void review(server).catch(() => undefined);
      list();
    }
  };
}
