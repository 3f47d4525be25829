import type { ServerResponse } from "node:http";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import {
  type Exchange,
  event,
  initialized,
  json,
  legacy,
  listen,
  stream,
} from "../../packages/testing/src/programs/odd-http.ts";

/**
 * A real server behind all replicas. It counts calls, and notifies only the replicas chosen by the
 * test.
 */
export interface Upstream extends AsyncDisposable {
  readonly url: URL;
  /** Returns the number of calls of a tool. */
  readonly callsOf: (tool: string) => number;
  /** Returns the peak concurrency of a tool. */
  readonly maxAtOnce: (tool: string) => number;
  /** Sets the source of the tool list. */
  readonly offer: (list: () => readonly JsonObject[]) => void;
  /** Notifies only the gateway at this position in connection order that the tools changed. */
  readonly ringAt: (place: number) => void;
}

interface Visits {
  calls: number;
  inside: number;
  max: number;
}

const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
const answer = {
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

/** Duration of a call: long enough for concurrent calls to overlap. */
const tookMs = 20;

export async function openUpstream(tools: readonly JsonObject[]): Promise<Upstream> {
  const visits = new Map<string, Visits>();
  const streams: ServerResponse[] = [];
  let list = (): readonly JsonObject[] => tools;

  const visitsOf = (tool: string): Visits => {
    const known = visits.get(tool) ?? { calls: 0, inside: 0, max: 0 };
    visits.set(tool, known);
    return known;
  };
  const answerCall = async ({ id, name, response }: Exchange): Promise<void> => {
    const visit = visitsOf(name);
    visit.calls += 1;
    visit.inside += 1;
    visit.max = Math.max(visit.max, visit.inside);
    await systemClock.sleep(tookMs);
    visit.inside -= 1;
    json(response, { jsonrpc: "2.0", id, result: answer });
  };
  const greeting = { ...initialized, capabilities: { tools: { listChanged: true } } };
  const { url, ...server } = await listen({
    ...legacy,
    initialize: ({ id, response }) => {
      response.setHeader("mcp-session-id", "s-1");
      json(response, { jsonrpc: "2.0", id, result: greeting });
    },
    "tools/list": ({ id, response }) =>
      json(response, { jsonrpc: "2.0", id, result: { tools: list() } }),
    "tools/call": (exchange) => void answerCall(exchange),
    else: ({ request, response }) => {
      if (request.method !== "GET") {
        response.writeHead(202).end();
        return;
      }
      stream(response);
      streams.push(response);
    },
  });
  return {
    ...server,
    url,
    callsOf: (tool) => visitsOf(tool).calls,
    maxAtOnce: (tool) => visitsOf(tool).max,
    offer: (next) => {
      list = next;
    },
    ringAt: (place) => void streams[place]?.write(event(changed)),
  };
}
