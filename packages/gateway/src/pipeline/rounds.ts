import { hash } from "node:crypto";
import { canonicalJson, type JsonObject, whyNotCanonical } from "@toolcourt/sdk";
import { Refusal } from "../foundation/errors/refusal.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import type { ApprovedCall, AuthorizedCall, Question } from "./call.ts";
import type { Stages } from "./pipeline.ts";
import type { RoundSeal, RoundState } from "./round-state.ts";
import { withoutTracing } from "./tracing-fields.ts";

export interface RoundsDependencies {
  readonly seal: RoundSeal;
  readonly clock: Pick<Clock, "now">;
  /** Whether a state is one with which we ask for a yes. Such a one has the tool's inside of it. */
  readonly isOfApproval: (requestState: string) => boolean;
}

/**
 * Keeps a tool's questions and their answers together. What a tool wants back travels sealed, so that
 * only whom it asked brings it, unchanged, with the same call; and a tool asks a few times, not for ever.
 */
export interface Rounds {
  /** Refuses answers to what nobody asked, before somebody is asked for a yes to them. */
  readonly aroundApprove: (approve: Stages["approve"]) => Stages["approve"];
  /** Gives the tool back what it wanted back, exactly as it was. */
  readonly aroundRun: (run: Stages["run"]) => Stages["run"];
  readonly aroundQuestion: (question: Stages["question"]) => Stages["question"];
}

/** How often a tool may ask in one call. */
const mostRounds = 3;
/** People answer, and not at once. */
const lastsMs = 3_600_000;

export function createRounds({ seal, clock, isOfApproval }: RoundsDependencies): Rounds {
  const stateOf = ({ resumption }: AuthorizedCall): RoundState | undefined =>
    resumption?.requestState === undefined ? undefined : seal.open(resumption.requestState);

  const isAnswered = (call: AuthorizedCall): boolean => {
    const { resumption, registered } = call;
    if (resumption === undefined) return true;
    const needsYes = registered.settings.approval !== "none";
    if (needsYes && isOfApproval(resumption.requestState ?? "")) return true;
    const state = stateOf(call);
    return state !== undefined && clock.now() < state.expires_at && isFor(state, call);
  };

  const asked = (call: ApprovedCall, { asks }: Question): Question => {
    const { registered } = call;
    const round = (stateOf(call)?.round ?? 0) + 1;
    if (round > mostRounds) {
      const { publicName: tool } = registered;
      throw new Refusal("interaction-required", { tool, because: "too-often" });
    }
    const { requestState: nested, ...rest } = asks;
    const bound = boundBy(call);
    const state = { ...bound, round, expires_at: clock.now() + lastsMs };
    const sealed = seal.close(nested === undefined ? state : { ...state, nested });
    // A state of a tool is held to a size before it comes here, and so is everything else in ours.
    if (sealed === undefined) throw new Error("A sealed state is larger than it can be.");
    return { asks: { ...rest, requestState: sealed } };
  };

  return {
    aroundApprove: (approve) => (call, signal) => {
      if (!isAnswered(call)) throw unasked(call);
      return approve(call, signal);
    },
    aroundRun: (run) => (call, signal) => {
      // Before anything is copied: hardly any call answers a question.
      if (call.resumption === undefined) return run(call, signal);
      const { resumption, ...rest } = call;
      const { requestState: _sealed, ...answers } = resumption;
      const nested = stateOf(call)?.nested;
      const own = nested === undefined ? answers : { ...answers, requestState: nested };
      return run({ ...rest, resumption: own }, signal);
    },
    aroundQuestion: (question) => (call, raw) => {
      const found = question(call, raw);
      return found === undefined ? undefined : asked(call, found);
    },
  };
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

/** What has no canonical form is compared as it came. */
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

// The same for what was changed, is somebody else's, is for another call or comes too late: nobody can tell them apart.
function unasked({ registered }: AuthorizedCall): Refusal {
  return new Refusal("question-unknown", { tool: registered.publicName });
}
