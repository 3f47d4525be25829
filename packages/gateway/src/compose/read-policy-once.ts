import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { openPolicy, type PolicyState } from "../governance/policy/open-policy.ts";
import { createFileSource, createStoreSource } from "../governance/policy/sources.ts";
import { within } from "./open-durable-stores.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** A person waits: a slow disk is no reason to give up. */
const timeoutMs = 10_000;

/** Reads the policy for a command, like a gateway does. Undefined if the configuration names none. */
export async function readPolicyOnce(
  { authority: { policy } }: Config,
  configFile: string | undefined,
  runtime: ProcessRuntime,
): Promise<PolicyState | undefined> {
  if (policy === undefined) return undefined;
  await using stack = new AsyncDisposableStack();
  const deps = { clock: runtime.clock, logger: { log: () => undefined }, timeoutMs };
  if (policy.from === "file") {
    const home = resolve(runtime.folder, configFile === undefined ? "." : dirname(configFile));
    const source = createFileSource(within(home, policy.file), policy.file);
    return stack.use(await openPolicy(source, deps)).state();
  }
  const { stores } = await openOperatorStores(configFile, runtime, { mayBeMade: false });
  const source = createStoreSource(stack.use(stores).policies);
  return stack.use(await openPolicy(source, deps)).state();
}
