import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { canonicalJson, type JsonObject, whyNotCanonical } from "@toolcourt/sdk";
import type { ApprovedCall, AuthorizedCall, ConnectedCall, Question } from "./call.ts";
import { withoutTracing } from "./ids-of.ts";
import type { RoundSeal, RoundState } from "./round-state.ts";

export interface RoundsDeps {
  readonly seal: RoundSeal;
  readonly clock: Pick<Clock, "now">;
  /** Returns whether a state belongs to an approval question. It then contains the tool's state. */
  readonly isOfApproval: (requestState: string) => boolean;
}

/** How many times a tool may ask in one call. */
const maxRounds = 3;
/** People need time to answer. */
const lastsMs = 3_600_000;

/**
 * Ties answers to a tool's question. The tool's state travels sealed, so that only the asked caller
 * can return it, unchanged, with the same call. Also limits how often a tool asks.
 */
export class Rounds {
  readonly #deps: RoundsDeps;

  constructor(deps: RoundsDeps) {
    this.#deps = deps;
  }

  /** Refuses answers without a question, before a person is asked to approve them. */
  accept(call: ConnectedCall): void {
    if (!this.#isAnswered(call)) throw unasked(call);
  }

  /** Restores the tool's own state, unchanged. */
  unseal(call: ApprovedCall): ApprovedCall {
    // Before any copying: few calls answer a question.
    if (call.resumption === undefined) return call;
    const { resumption, ...rest } = call;
    const { requestState: _sealed, ...answers } = resumption;
    const nested = this.#stateOf(call)?.nested;
    const own = nested === undefined ? answers : { ...answers, requestState: nested };
    return { ...rest, resumption: own };
  }

  /** Seals the tool's state, for the caller to bring back. */
  seal(call: ApprovedCall, { asks }: Question): Question {
    const round = (this.#stateOf(call)?.round ?? 0) + 1;
    if (round > maxRounds) {
      const { publicName: tool } = call.registered;
      throw new Refusal("interaction-required", { tool, because: "too-often" });
    }
    const { requestState: nested, ...rest } = asks;
    const { seal, clock } = this.#deps;
    const state = { ...boundBy(call), round, expires_at: clock.now() + lastsMs };
    const sealed = seal.close(nested === undefined ? state : { ...state, nested });
    // The tool's state and all other fields have size limits, so this cannot happen.
    if (sealed === undefined) throw new Error("A sealed state is larger than it can be.");
    return { asks: { ...rest, requestState: sealed } };
  }

  #stateOf({ resumption }: AuthorizedCall): RoundState | undefined {
    if (resumption?.requestState === undefined) return undefined;
    return this.#deps.seal.open(resumption.requestState);
  }

  #isAnswered(call: AuthorizedCall): boolean {
    const { resumption, registered } = call;
    if (resumption === undefined) return true;
    const { clock, isOfApproval } = this.#deps;
    const needsYes = registered.settings.approval !== "none";
    if (needsYes && isOfApproval(resumption.requestState ?? "")) return true;
    const state = this.#stateOf(call);
    return state !== undefined && clock.now() < state.expires_at && isFor(state, call);
  }
}

type Bound = Omit<RoundState, "round" | "expires_at" | "nested">;

function boundBy({ principal, registered, input }: AuthorizedCall): Bound {
  return {
    tenant: principal.tenant ?? null,
    principal: principal.id,
    tool: registered.publicName,
    args_hash: hash(
      "sha256",
      `toolcourt-round-args-v1\0${writtenOut(withoutTracing(registered, input))}`,
      "hex",
    ),
    contract_hash: registered.contract.digest,
  };
}

/** Returns the canonical form, or plain JSON for input without one. */
function writtenOut(input: JsonObject): string {
  return whyNotCanonical(input) === undefined ? canonicalJson(input) : JSON.stringify(input);
}

function isFor(state: RoundState, call: AuthorizedCall): boolean {
  const bound = boundBy(call);
  return (
    state.tenant === bound.tenant &&
    state.principal === bound.principal &&
    state.tool === bound.tool &&
    state.args_hash === bound.args_hash &&
    state.contract_hash === bound.contract_hash
  );
}

// The same refusal for a changed, foreign, mismatched or late state: callers cannot distinguish
// them.
function unasked({ registered }: AuthorizedCall): Refusal {
  return new Refusal("question-unknown", { tool: registered.publicName });
}
