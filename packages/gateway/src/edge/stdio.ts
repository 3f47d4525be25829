import { stdin, stdout } from "node:process";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { addAll, Following } from "./following.ts";
import { stopping } from "./graceful-shutdown.ts";
import { createMcpServer, type EntranceDeps } from "./mcp-server.ts";
import type { ProtocolServer } from "./protocol-server.ts";
import { followBy, wantedBy } from "./relayed.ts";
import { noCapacity } from "./shedding.ts";
import { createStdioTransport, type Pipes, type StdioTraffic } from "./stdio-transport.ts";

export interface StdioEntrance extends AsyncDisposable {
  /** Resolves when the client has closed its end, or was given up because it does not read. */
  readonly gone: Promise<void>;
}

/** Opens the entrance for the one client that started us: both eras over stdin and stdout. */
export function listenStdio(
  deps: EntranceDeps,
  pipes: Pipes = { input: stdin, output: stdout },
): StdioEntrance {
  let server: ProtocolServer | undefined;
  const listeners = createListeners(deps, (uri) => {
    void server?.sendResourceUpdated({ uri }).catch(() => undefined);
  });
  const traffic = [createShed(deps), listeners, createRunning(deps)];
  const { transport, gone } = createStdioTransport(pipes, traffic, {
    clock: deps.clock,
    stalled: (bytes) => deps.stalled?.("stdio", bytes),
  });
  // The process that started us runs on this machine, so the local principal applies.
  const principalOf = () => deps.arrival.principal;
  const handle = serveStdio(
    ({ era }) => (server = createMcpServer(deps, { era, stays: true }, principalOf)),
    { transport },
  );
  return {
    gone,
    [Symbol.asyncDispose]: async () => {
      await deps.shutdown.close();
      await handle.close();
    },
  };
}

/** Follows the resources of a modern client's listen request from its acceptance to its end. */
function createListeners(
  { gateway, arrival }: EntranceDeps,
  updated: (uri: string) => void,
): StdioTraffic {
  const following = new Following(updated);
  const asked = new Map<JsonValue, JsonObject>();
  const ends = new Map<JsonValue, () => void>();
  const end = (id: JsonValue): void => {
    asked.delete(id);
    ends.get(id)?.();
    ends.delete(id);
  };
  return {
    received: (message) => {
      end(cancelledBy(message));
      const { method, id } = message;
      if (method !== "subscriptions/listen" || id === undefined) return undefined;
      end(id);
      asked.set(id, message);
      return undefined;
    },
    accepted: (id) => {
      const message = asked.get(id);
      if (message === undefined) return;
      asked.delete(id);
      const relays = followBy(message, gateway.relaysFor(arrival.principal), arrival.newId);
      ends.set(id, addAll(following, wantedBy(message), relays));
    },
    answered: end,
    closed: () => void following[Symbol.asyncDispose](),
  };
}

/** Refuses calls while memory is scarce. Other requests of the one client are few. */
function createShed({ shedding }: EntranceDeps): StdioTraffic {
  return {
    received: ({ method, id }) => {
      if (method !== "tools/call" || shedding === undefined || shedding.admits()) return undefined;
      return typeof id === "string" || typeof id === "number" ? { ...noCapacity, id } : undefined;
    },
    answered: () => undefined,
    accepted: () => undefined,
    closed: () => undefined,
  };
}

/** Tracks pending requests, so that a stop can wait for them. */
function createRunning({ shutdown }: EntranceDeps): StdioTraffic {
  const runs = new Map<JsonValue, Canceller>();
  const end = (id: JsonValue): void => {
    const run = runs.get(id);
    if (run === undefined) return;
    runs.delete(id);
    shutdown.end(run);
  };
  return {
    received: (message) => {
      const { method, id } = message;
      end(cancelledBy(message));
      if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) {
        return undefined;
      }
      if (shutdown.isClosing()) return { ...stopping, id };
      end(id);
      // A listen request never completes, so a stop must not wait for it.
      if (method !== "subscriptions/listen") runs.set(id, shutdown.begin());
      return undefined;
    },
    answered: end,
    accepted: () => undefined,
    closed: () => {
      for (const id of runs.keys()) end(id);
    },
  };
}

/** Returns the request id that a message cancels, or null. */
function cancelledBy({ method, params }: JsonObject): JsonValue {
  const isCancelling = method === "notifications/cancelled" && isJsonObject(params);
  return isCancelling ? (own(params, "requestId") ?? null) : null;
}
