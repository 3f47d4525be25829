import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import type { Lock } from "../../packages/contracts/src/lock/lock.ts";
import {
  type Gateway,
  type GatewayDeps,
  openGateway,
} from "../../packages/gateway/src/compose/open-gateway.ts";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { createIds } from "./ids.ts";

export interface TestGateway extends AsyncDisposable {
  readonly gateway: Gateway;
  /** Lines logged so far, in human-readable form. */
  readonly lines: readonly string[];
  /** Returns the last saved lock. */
  readonly saved: () => Lock | undefined;
}

/** Opens the real gateway with a configuration and the test's surroundings. */
export async function openTestGateway(
  config: string,
  differences: Partial<GatewayDeps> = {},
): Promise<TestGateway> {
  const lines: string[] = [];
  let saved: Lock | undefined;
  const gateway = await openGateway(loadConfig(config, { environment: {} }), {
    clock: systemClock,
    write: ({ level, sentence }) => void lines.push(`${level.toUpperCase()}: ${sentence}`),
    newId: createIds(),
    random: () => 0.5,
    searchPath: "",
    local: [],
    overlayOf: () => undefined,
    lock: undefined,
    saveLock: async (lock) => {
      saved = lock;
    },
    frozen: false,
    ...differences,
  });
  return {
    gateway,
    lines,
    saved: () => saved,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}
