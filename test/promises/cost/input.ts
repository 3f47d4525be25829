import type { CostlyGateway } from "./costly-gateway.ts";

/** The largest input covered by the promise. */
export const megabyte = 1_000_000;

/** Baseline: any request needs this much, and garbage may not be collected yet. */
export const baselineBytes = 16 * 1024 * 1024;
export const limitFactor = 100;

/** One action on a gateway, and the number of untrusted bytes in it. */
export interface Input {
  readonly name: string;
  readonly bytes: number;
  readonly send: (gateway: CostlyGateway) => Promise<unknown>;
}

export function call(tool: string, given: string): Input & { readonly body: string } {
  const body = callText(`"name":"${tool}","arguments":${given}`);
  return { name: tool, bytes: body.length, body, send: (gateway) => post(gateway, body) };
}

export function callText(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`;
}

/** Sends a message in the fast lane of a legacy client. */
export function post(
  gateway: CostlyGateway,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return gateway.post(body, { headers });
}
