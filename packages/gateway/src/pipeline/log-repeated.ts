import { followedBy } from "../telemetry/call-fields.ts";
import type { Logger } from "../telemetry/events.ts";
import type { UpstreamFault } from "../upstreams/upstream.ts";
import type { Repeated } from "./execution/retry.ts";
import { idsOf } from "./ids-of.ts";

/** Logs every attempt of a call that is retried (T24). */
export function logRepeated(log: Logger["log"]): Repeated {
  return (call, { attempt, fault, waitMs }) => {
    log("call.repeated", {
      ...followedBy(idsOf(call, call.registered)),
      stage: "run",
      status: "repeated",
      server: call.registered.contract.server,
      attempt,
      fault: nameOf(fault),
      waitMs,
    });
  };
}

/** Returns kinds and numbers only: no upstream text. */
function nameOf(fault: UpstreamFault): string {
  return fault.kind === "http" ? `http ${fault.status}` : fault.kind;
}
