import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult, Question } from "../../pipeline/call.ts";
import type { Carrier } from "../../pipeline/carrier.ts";
import { type UpstreamCall, UpstreamError } from "../../upstreams/upstream.ts";
import type { JsonReading } from "./read-check.ts";

/** How the first half of a call ended: it may run, or it is over. */
export type FirstHalf =
  | { readonly kind: "runs"; readonly call: UpstreamCall }
  | { readonly kind: "over"; readonly error: unknown };

type Outcome = Promise<CheckedResult | Question>;

/**
 * One call whose tool a proxy runs. The pipeline holds it open between the two checks: with its slot,
 * its deadline and its record, like any other call.
 */
export class CarriedCall {
  readonly carrier: Carrier;
  /** Resolves when the call may run. Pending forever if it is over before. */
  readonly runs: Promise<UpstreamCall>;
  readonly #runs = Promise.withResolvers<UpstreamCall>();
  readonly #report = Promise.withResolvers<JsonObject>();

  constructor(server: string, tool: string) {
    this.runs = this.#runs.promise;
    this.carrier = {
      server,
      tool,
      carry: (call) => {
        this.#runs.resolve(call);
        return this.#report.promise;
      },
    };
    // A call that ended before has no use for its report.
    this.#report.promise.catch(() => undefined);
  }

  /** Waits until the call may run or is over. */
  firstHalf(outcome: Outcome): Promise<FirstHalf> {
    const over = outcome.then(
      (): FirstHalf => ({ kind: "over", error: new TypeError("a call ended before it ran") }),
      (error: unknown): FirstHalf => ({ kind: "over", error }),
    );
    return Promise.race([this.runs.then(runs), over]);
  }

  /** Takes the proxy's report. What is no result is what a server would have garbled. */
  report(reading: JsonReading): void {
    if (reading.kind === "object") this.#report.resolve(reading.value);
    else this.#report.reject(faultOf(reading));
  }
}

function runs(call: UpstreamCall): FirstHalf {
  return { kind: "runs", call };
}

function faultOf(reading: Exclude<JsonReading, { readonly kind: "object" }>): UpstreamError {
  if (reading.kind === "excess") {
    return new UpstreamError({ kind: "too-complex", excess: reading.excess });
  }
  return new UpstreamError({ kind: "garbled" });
}
