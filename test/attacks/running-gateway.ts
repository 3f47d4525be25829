import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { GatewayDeps } from "../../packages/gateway/src/compose/open-gateway.ts";
import { openHttp } from "../../packages/gateway/src/edge/http.ts";
import { entranceDepsOf } from "../gate/entrance-deps.ts";
import { connectHttp } from "../gate/http-client.ts";
import { openTestGateway, type TestGateway } from "../gate/open-test-gateway.ts";
import { namesIn } from "../gate/outcome.ts";

/** A gateway with its HTTP entrance open, and a client for it. */
export interface RunningGateway extends TestGateway {
  /** Returns the whole protocol response. */
  readonly call: (name: string, given: JsonObject) => Promise<JsonObject>;
  readonly list: () => Promise<readonly string[]>;
}

export async function openRunningGateway(
  config: string,
  differences: Partial<GatewayDeps> = {},
): Promise<RunningGateway> {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openTestGateway(config, differences));
  const principal = { id: "local", permissions: "all" } as const;
  const { url } = stack.use(
    await openHttp(entranceDepsOf({ ...opened, principal }), {
      host: "127.0.0.1",
      port: 0,
      clock: systemClock,
    }),
  );
  const ask = await connectHttp(url, { era: "modern", lane: "fast" });
  const owned = stack.move();
  return {
    ...opened,
    call: (name, given) => ask("tools/call", { name, arguments: given }),
    list: async () => namesIn(await ask("tools/list", {})),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Returns one server entry of a configuration, with the test's own settings. */
export function entryOf(name: string, url: string, said: string): string {
  return `    - { name: ${name}, url: "${url}", transport: streamable_http, ${said} }`;
}

export const dynamic = "mode: dynamic, default_tool_config: {}";
