import { spoken } from "../../../packages/gateway/src/testing/lanes.ts";
import type { CostlyGateway } from "./costly-gateway.ts";

/** The largest input that the promise speaks of. */
export const megabyte = 1_000_000;

/** Less than this is what any request needs, and what nobody has cleaned up yet. */
export const usualBytes = 16 * 1024 * 1024;
export const limitFactor = 100;

/** Something that is done to a gateway, and how many bytes of it are a stranger's. */
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

export async function post(
  { url, authorization }: CostlyGateway,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const init = spoken("tools/call", { name: "get-forecast" }, { era: "legacy", lane: "fast" });
  const head = new Headers(init.headers);
  for (const [name, value] of Object.entries({ authorization, ...more })) head.set(name, value);
  const response = await fetch(url, { ...init, headers: head, body });
  return response.text();
}
