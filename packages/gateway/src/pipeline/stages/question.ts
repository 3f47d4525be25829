import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createCleanText } from "../../boundary/cleaning/clean-value.ts";
import type { ApprovedCall } from "../call.ts";
import type { Objection } from "../input-request.ts";
import { checkInputRequired, isInputRequired } from "../input-required.ts";
import type { Stages } from "../pipeline.ts";
import { breachOf, type Quarantine } from "../quarantine.ts";

export interface QuestionDeps {
  readonly hideSecrets: (text: string) => string;
  readonly quarantine: Quarantine;
}

/**
 * Relays a tool's question if the caller supports it and the server may ask. A malformed question
 * goes to quarantine like any other contract violation.
 */
export function createQuestion(dependencies: QuestionDeps): Stages["question"] {
  const { hideSecrets, quarantine } = dependencies;
  const cleanText = createCleanText(hideSecrets);
  const clean = (text: string): string => cleanText(text).text;

  const refuse = (call: ApprovedCall, raw: unknown, objection: Objection): Refusal => {
    const { publicName: tool } = call.registered;
    if (objection.kind === "unaskable") {
      const { kind: _kind, ...why } = objection;
      return new Refusal("interaction-required", { tool, ...why });
    }
    const clause = "output";
    const issues = [objection.issue];
    const quarantineId = quarantine.keep(raw, breachOf(call, clause, issues));
    return new Refusal("output-invalid", { tool, clause, issues, quarantineId });
  };

  return (call, raw) => {
    if (!isInputRequired(raw)) return undefined;
    const { channel, plan } = call;
    if (channel === undefined)
      throw refuse(call, raw, { kind: "unaskable", because: "not-declared" });
    const terms = {
      allowedRequests: plan.allowedRequests,
      capabilities: channel.capabilities,
      clean,
    };
    const verdict = checkInputRequired(raw, terms);
    if (verdict.kind === "passed") return { asks: verdict.asks };
    throw refuse(call, raw, verdict);
  };
}
