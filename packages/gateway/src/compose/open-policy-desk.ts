import { Subjects } from "../governance/audit/subjects.ts";
import { createDefaultPolicy, openPolicy } from "../governance/policy/open-policy.ts";
import { PolicyDesk, type PolicyDeskDeps } from "../governance/policy/policy-desk.ts";
import { createFileSource, createStoreSource } from "../governance/policy/sources.ts";
import { within } from "./open-durable-stores.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The desk of the policy, and the stores below it. */
export interface OpenedPolicyDesk extends AsyncDisposable {
  readonly desk: PolicyDesk;
}

/** A person waits: a slow disk is no reason to give up. */
const timeoutMs = 10_000;

/** Opens the desk of the policy next to a gateway, which may be running or not. */
export async function openPolicyDesk(
  file: string | undefined,
  runtime: ProcessRuntime,
  tools: PolicyDeskDeps["tools"],
): Promise<OpenedPolicyDesk> {
  await using stack = new AsyncDisposableStack();
  const { config, stores, home } = await openOperatorStores(file, runtime, { mayBeMade: false });
  stack.use(stores);
  const { clock, newId } = runtime;
  const { policy } = config.authority;
  const deps = { clock, logger: { log: () => undefined }, timeoutMs };
  const source =
    policy?.from === "file"
      ? createFileSource(within(home, policy.file), policy.file)
      : createStoreSource(stores.policies);
  const onlyNarrows = policy?.from === "file";
  const opened =
    policy === undefined
      ? createDefaultPolicy()
      : stack.use(await openPolicy(source, { ...deps, onlyNarrows }));
  const { policies, audit, personal } = stores;
  const subjects = new Subjects({ personal, clock, newId });
  const owned = stack.move();
  return {
    desk: new PolicyDesk({ policy: opened, policies, audit, subjects, tools, clock }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
