import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { IncomingCall } from "../../pipeline/call.ts";
import type { Answers } from "./binding.ts";
import type { AskedState, StateSeal } from "./state.ts";

type Resumption = NonNullable<IncomingCall["resumption"]>;

/** Under which we ask. A tool's own questions have other keys, and their answers other states. */
export const approvalKey = "toolcourt-approval";

/** What a call brings back, split into what is ours and what is the tool's. */
export type Returned =
  | { readonly kind: "nothing" }
  /** Answers to the tool's own question. They change what runs, so they need a yes like arguments. */
  | { readonly kind: "answers"; readonly answers: Answers }
  /** The answer to our question, and what the tool had asked before. */
  | { readonly kind: "verdict"; readonly state: AskedState; readonly action: Action }
  | { readonly kind: "expired" }
  | { readonly kind: "forged" };

/** What the person did with our question. */
export type Action = "accept" | "decline" | "cancel" | "none";

/**
 * Takes our part out of what a call brings back. Whatever else comes along with our own state is left
 * behind: what a tool gets besides its arguments is what was shown, nested in that state.
 */
export function returnedBy(resumption: Resumption | undefined, seal: StateSeal): Returned {
  if (resumption === undefined) return { kind: "nothing" };
  const { inputResponses, requestState } = resumption;
  if (requestState === undefined) return { kind: "answers", answers: resumption };
  const opened = seal.open(requestState);
  if (opened.kind === "foreign") return { kind: "answers", answers: resumption };
  if (opened.kind !== "ours") return opened;
  return { kind: "verdict", state: opened.state, action: actionIn(inputResponses) };
}

function actionIn(inputResponses: JsonObject | undefined): Action {
  const answer = inputResponses === undefined ? undefined : own(inputResponses, approvalKey);
  const action = isJsonObject(answer) ? own(answer, "action") : undefined;
  return action === "accept" || action === "decline" || action === "cancel" ? action : "none";
}

/** What the tool itself gets back; undefined where it asked for nothing. */
export function answersOf(returned: Returned): Answers | undefined {
  if (returned.kind === "answers") return returned.answers;
  if (returned.kind !== "verdict" || returned.state.nested === undefined) return undefined;
  const { inputResponses, requestState } = returned.state.nested;
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}
