import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { Subjects } from "../governance/audit/subjects.ts";
import {
  forgetQuarantined,
  type QuarantineConfig,
  QuarantineKeeper,
} from "../governance/results/keep-quarantined.ts";
import { QuarantineDesk } from "../governance/results/quarantine-desk.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { Logger } from "../telemetry/events.ts";
import { notesOf } from "./open-approvals.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

interface QuarantineParts extends Pick<Runtime, "clock"> {
  readonly stores: Pick<DurableStores, "quarantine" | "audit">;
  readonly subjects: Pick<Subjects, "of">;
}

/** Keeps broken results in the store of a gateway, and removes them when they expire. */
export function keepQuarantinedOf(
  settings: QuarantineConfig,
  { stores, clock }: Pick<QuarantineParts, "stores" | "clock">,
  { stack, log }: { readonly stack: AsyncDisposableStack; readonly log: Logger["log"] },
): QuarantineKeeper {
  const { quarantine: store } = stores;
  // Runs even if nothing is kept now: older ones still expire.
  stack.use(forgetQuarantined({ store, forMs: settings.retainForMs, clock, log }));
  return stack.use(new QuarantineKeeper(settings, { store, clock, log }));
}

export function quarantineDesk({ stores, subjects, clock }: QuarantineParts): QuarantineDesk {
  const { quarantine: store, audit } = stores;
  return new QuarantineDesk({ store, audit, clock, ...notesOf({ subjects, clock }) });
}

/** The quarantine of a gateway, for an operator. */
export interface OpenedQuarantine extends AsyncDisposable {
  readonly desk: QuarantineDesk;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
}

export async function openQuarantine(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedQuarantine> {
  const { stores } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, newId, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  return {
    desk: quarantineDesk({ stores, subjects, clock }),
    operator,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}
