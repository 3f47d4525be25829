import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult, IncomingCall, Principal, Question } from "../pipeline/call.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { Relays } from "../relays/relays.ts";

/** All that an entrance knows of the gateway: what may be called, and how to call it. */
export interface Line {
  /** The tools that a principal may call, as they are listed: the same array for those who see the same tools. */
  readonly listed: (principal: Principal) => readonly JsonObject[];
  /** Throws a `Refusal` for a call that is not let pass. */
  readonly callTool: (call: IncomingCall, signal: AbortSignal) => Promise<CheckedResult | Question>;
  readonly relays: Relays;
  /** What of it a principal may have. Absent where everybody may have all. */
  readonly relaysFor?: (principal: Principal) => Relays;
  /** Has this called whenever the callable tools are others, until what it gives back is called. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Whether every server that must be there is there. */
  readonly isReady: () => boolean;
  /** How requests that are no calls are recorded. */
  readonly traces?: Traces;
}

/** What a principal gets to see besides tools. */
export function relaysOf({ relays, relaysFor }: Line, principal: Principal): Relays {
  return relaysFor === undefined ? relays : relaysFor(principal);
}
