import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Cancellation, signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { Metrics } from "../../telemetry/metrics/metrics.ts";
import type { ApprovedCall } from "../call.ts";
import type { SharedSlots } from "../limits/shared-slots.ts";
import { createAttempt, type Send, timeoutMsOf } from "./attempt.ts";
import { noTrial } from "./circuits.ts";
import { Queue, type QueueOptions } from "./queue.ts";
import { createReplicaSlots } from "./replica-slots.ts";
import { Retries, type RetryOptions } from "./retries.ts";
import { ServerCircuits, type ServerCircuitsDeps } from "./server-circuits.ts";
import { createLocalSlots, type Slots } from "./slots.ts";

export interface ExecutionOptions extends QueueOptions, RetryOptions, ServerCircuitsDeps {
  /** Slots shared with other processes of one toolbox. Default: counted in this process only. */
  readonly sharedSlots?: SharedSlots | undefined;
  /** The circuits of the servers. Default: own ones. */
  readonly circuits?: ServerCircuits | undefined;
  /** Shows what runs and waits, and servers that cannot be reached. Default: off. */
  readonly metrics?: Pick<Metrics, "circuitTurned" | "loadFrom"> | undefined;
}

/** Runs a call. `explain` replaces the error that ends its last attempt. Default: it is thrown. */
export type Execute = (
  call: ApprovedCall,
  signal: Cancellation,
  explain?: (error: unknown, call: ApprovedCall) => unknown,
) => Promise<unknown>;

/**
 * Executes a call: it waits for a slot, then is sent until it is answered, or must not be sent
 * again. Its deadline starts when it has a slot. Requests about resources and prompts share the
 * slots and circuits.
 */
export function createExecution(send: Send, options: ExecutionOptions): Execute {
  const { maxConcurrent, sharedSlots } = options;
  return sharedSlots === undefined
    ? executing(send, createLocalSlots(maxConcurrent), options)
    : executing(send, createReplicaSlots(sharedSlots, maxConcurrent), options);
}

function executing<Held>(send: Send, slots: Slots<Held>, options: ExecutionOptions): Execute {
  const { clock, deadlines } = options;
  const queue = new Queue(slots, options);
  const { circuits: ofServers = new ServerCircuits(options) } = options;
  options.metrics?.loadFrom(() => ({ ...queue.load(), paused: ofServers.paused() }));
  const retries = new Retries(options);
  const attempt = createAttempt(send, deadlines);

  return async function execute(call, signal, explain) {
    const wanted = queue.wantedBy(call);
    const held = queue.take(wanted) ?? (await queue.wait(wanted, signal));
    const circuits = ofServers.of(call.registered);
    let trial = noTrial;
    try {
      trial = circuits.admit(call);
      const raw = await untilAnswered(call, signal);
      circuits.answered(call);
      return raw;
    } catch (error) {
      circuits.failed(call, error, trial);
      throw explain === undefined ? error : explain(error, call);
    } finally {
      circuits.tried(trial);
      queue.leave(held, wanted);
    }
  };

  async function untilAnswered(call: ApprovedCall, signal: Cancellation): Promise<unknown> {
    const endsAt = endOf(call, clock.monotonic());
    retries.requested();
    for (let retry = 0; ; retry += 1) {
      try {
        return await attempt(call, { signal, endsAt });
      } catch (error) {
        const waitMs = retries.pauseAfter(error, call, { retry, endsAt });
        if (waitMs === undefined) throw error;
        await clock.sleep(waitMs, signalOf(signal)).catch(left(call));
      }
    }
  }
}

/** No inner call outlasts its outer call. */
function endOf(call: ApprovedCall, now: number): number {
  const ownEnd = now + timeoutMsOf(call);
  return call.within === undefined ? ownEnd : Math.min(ownEnd, call.within.endsAt);
}

/** The caller has left between two attempts. */
function left({ registered: { publicName: tool } }: ApprovedCall): (cause: unknown) => never {
  return (cause) => {
    throw new Refusal("cancelled", { tool, mayHaveActed: false }, { cause });
  };
}
