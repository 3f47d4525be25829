import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult, IncomingCall } from "../calls/call.ts";

/** All that an entrance knows of the gateway: what may be called, and how to call it. */
export interface Line {
  /** The callable tools, as they are listed. The same for every caller. */
  readonly listed: () => readonly JsonObject[];
  /** Throws a `Refusal` for a call that is not let pass. */
  readonly callTool: (call: IncomingCall, signal: AbortSignal) => Promise<CheckedResult>;
  /** Whether every server that must be there is there. */
  readonly isReady: () => boolean;
}
