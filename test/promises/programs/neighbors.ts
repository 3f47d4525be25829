import type { ServerResponse } from "node:http";
import { parentPort } from "node:worker_threads";
import { systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import {
  answering,
  event,
  type Handlers,
  listen,
  refuseWith,
} from "../../../packages/testing/src/programs/odd-http.ts";
import { reading } from "../../gate/tools.ts";

// Runs in its own thread, so that a bad server cannot disturb the others. Sends the addresses of
// its servers by name.

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const found = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };

/** Twenty megabytes, made once. */
const tooMuch = JSON.stringify(
  Array.from({ length: 20 }, () => ({ type: "text", text: "x".repeat(1_000_000) })),
);

/** The behavior of each server when its tool is called. */
const deeds: Readonly<Record<string, Handlers[string]>> = {
  "is-well": answering({
    ...seal,
    content: [],
    structuredContent: { celsius: 21 },
    isError: false,
  }),
  "never-answers": () => undefined,
  drips: ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    void drip(response);
  },
  floods: ({ response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    void flood(response);
  },
  breaks: ({ response }) => {
    response.destroy();
  },
  "says-too-much": ({ id, response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    const { resultType } = seal;
    const before = JSON.stringify({ jsonrpc: "2.0", id, result: { resultType } }).slice(0, -2);
    response.end(`${before},"content":${tooMuch}}}`);
  },
};

/** Sends a byte now and then until the connection closes. */
async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(" ");
    await systemClock.sleep(50);
  }
}

const line = { level: "info", data: "x" };
const lines = event({ jsonrpc: "2.0", method: "notifications/message", params: line }).repeat(10);

/** Sends thousands of unrequested log lines a second. */
async function flood(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write(lines);
    await systemClock.sleep(5);
  }
}

const urls: Record<string, string> = {};
for (const [name, deed] of Object.entries(deeds)) {
  const server = await listen({
    "server/discover": answering({ ...seal, ...found }),
    "tools/list": answering({ ...seal, tools: [reading(`call-${name}`)] }),
    "tools/call": deed,
    else: refuseWith(404),
  });
  urls[name] = server.url.href;
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(urls);
