import type { Agent, IncomingCall, Principal } from "../calls/call.ts";
import type { CallTool } from "../calls/pipeline.ts";
import type { QuarantinedResult } from "../calls/quarantine.ts";
import type { RegisteredTool } from "../registry/snapshot.ts";
import type { Answer, CallMade, ShownResult } from "./answer.ts";
import type { Bullet, Mode } from "./grounding/verify.ts";
import type { Plan } from "./planner/plan.ts";
import type { ChooseQuotes, PlanQuestion } from "./ports.ts";

/** What the host knows of the gateway: the tools of a principal, and the line. */
export interface HostLine {
  /** Those that the principal may call. The same array for as long as they are the same. */
  readonly tools: (principal: Principal) => readonly RegisteredTool[];
  readonly callTool: CallTool;
  /** For people only. */
  readonly quarantined: (id: string) => QuarantinedResult | undefined;
  /** Whether what the tool returns leaves the line only when it conforms to its output schema. */
  readonly isTyped: (tool: RegisteredTool) => boolean;
}

export interface HostOptions {
  readonly line: HostLine;
  readonly newId: () => string;
  /** The built-in one, which needs no model, where nothing is said. */
  readonly plan?: PlanQuestion;
  /** The built-in one, which quotes what has the question's words, where nothing is said. */
  readonly choose?: ChooseQuotes;
  readonly summary: "off" | Mode;
  /** Narrows what the line allows. */
  readonly mayCall?: (tool: RegisteredTool) => boolean;
  /** Whether a text has a secret in it. No model gets to see such a question. */
  readonly hasSecret?: (text: string) => boolean;
  /** The day that "today" means to the built-in planner, as `YYYY-MM-DD`. */
  readonly today?: () => string;
  /** How often a planner is asked before there was a call. After one it is never asked again. */
  readonly planAttempts?: number;
  readonly longestQuestion?: number;
}

/** Whoever asks, and how they are known to the line. */
export interface Asking
  extends Pick<IncomingCall, "reach" | "sessionId" | "trace" | "namedApproval"> {
  readonly principal: Principal;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly correlationId?: string;
  readonly traceId?: string;
}

/** What happens to a question, as it happens. The last one is the answer, and there is always one. */
export type HostEvent =
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "called"; readonly call: CallMade }
  | { readonly type: "result"; readonly result: ShownResult }
  | { readonly type: "bullet"; readonly bullet: Bullet }
  | { readonly type: "answer"; readonly answer: Answer };

export interface Host {
  readonly ask: (question: string, asking: Asking) => Promise<Answer>;
  readonly stream: (question: string, asking: Asking) => AsyncIterable<HostEvent>;
}
