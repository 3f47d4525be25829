import { dirname, resolve } from "node:path";
import type { FindKey } from "../governance/identity/static-keys.ts";
import { createFileSource } from "../governance/policy/file-source.ts";
import { createLogger } from "../telemetry/logger.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { within } from "./open-durable-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { watchKeys } from "./watch-keys.ts";

export interface OpenKeys extends AsyncDisposable {
  readonly find: FindKey;
}

/** Opens the configured keys, and those of the key file next to the configuration. */
export async function openKeys(
  { config: { auth }, authority, keys: book }: ConfiguredGateway,
  configFile: string | undefined,
  { clock, folder }: ProcessRuntime,
): Promise<OpenKeys> {
  const others = auth?.keys ?? [];
  const { find } = book;
  if (auth?.keysFile === undefined || authority === undefined) {
    return { find, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const home = resolve(folder, configFile === undefined ? "." : dirname(configFile));
  const source = createFileSource(within(home, auth.keysFile), auth.keysFile);
  const logger = createLogger(authority.write);
  const watch = await watchKeys({ source, book, others, clock, logger });
  return { find, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() };
}
