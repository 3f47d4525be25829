import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { IncomingCall } from "../../pipeline/call.ts";
import type { Answers } from "./binding.ts";
import type { AskedState, StateSeal } from "./state.ts";

type Resumption = NonNullable<IncomingCall["resumption"]>;

/**
 * The key of our question. A tool's own questions have other keys, and their answers other states.
 */
export const approvalKey = "toolcourt-approval";

/** The resumption data of a call, split into ours and the tool's. */
export type Returned =
  | { readonly kind: "nothing" }
  /**
   * Answers to the tool's own question. They change what runs, so they need approval like
   * arguments.
   */
  | { readonly kind: "answers"; readonly answers: Answers }
  /** The answer to our question, and the tool's earlier answers. */
  | { readonly kind: "verdict"; readonly state: AskedState; readonly action: Action }
  | { readonly kind: "expired" }
  | { readonly kind: "forged" };

/** The person's reaction to our question. */
export type Action = "accept" | "decline" | "cancel" | "none";

/**
 * Extracts our part from the resumption data of a call. Drops everything else that arrives with our
 * state. Besides its arguments a tool gets only the shown answers nested in that state.
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

/** Returns the tool's own resumption data. Undefined if it requested nothing. */
export function answersOf(returned: Returned): Answers | undefined {
  if (returned.kind === "answers") return returned.answers;
  if (returned.kind !== "verdict" || returned.state.nested === undefined) return undefined;
  const { inputResponses, requestState } = returned.state.nested;
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}
