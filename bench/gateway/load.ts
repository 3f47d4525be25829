import { Pool } from "undici";
import type { Program } from "./process.ts";

export type Era = "modern" | "legacy";

export interface Measured {
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly residentMb: number;
}

export interface Load {
  readonly era: Era;
  readonly method: "tools/call" | "tools/list";
  readonly calls: number;
  readonly inFlight: number;
  /** Characters of the text that a call carries. */
  readonly size: number;
}

const accept = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Sends a number of requests, so many at a time, and says what each cost. */
export async function measure(program: Program, load: Load): Promise<Measured> {
  const pool = new Pool(program.origin, { connections: load.inFlight, pipelining: 1 });
  // A program that has not run for a while is measured while it is being compiled, and that is paid once.
  await send(pool, { ...load, calls: Math.min(8_000, load.calls) });
  const before = program.cpuUs();
  const began = performance.now();
  const times = await send(pool, load);
  const elapsedMs = performance.now() - began;
  const cpuUs = (program.cpuUs() - before) / load.calls;
  await pool.close();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    cpuUs,
    perSecond: (load.calls / elapsedMs) * 1000,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    residentMb: program.residentMb(),
  };
}

async function send(pool: Pool, load: Load): Promise<readonly number[]> {
  const times: number[] = [];
  let left = load.calls;
  const { headers, body } = requestOf(load);
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const began = performance.now();
      const response = await pool.request({ path: "/mcp", method: "POST", headers, body });
      const text = await response.body.text();
      if (!text.includes('"result"'))
        throw new Error(`An answer without a result: ${text.slice(0, 200)}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: load.inFlight }, worker));
  return times;
}

function requestOf({ era, method, size }: Load): { headers: Record<string, string>; body: string } {
  const isCall = method === "tools/call";
  const params = isCall ? { name: "echo", arguments: { text: "x".repeat(size) } } : {};
  if (era === "legacy") {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return { headers: { ...accept, "mcp-protocol-version": "2025-11-25" }, body };
  }
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    headers: {
      ...accept,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(isCall ? { "mcp-name": "echo" } : {}),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
  };
}
