import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type RedactNumber,
  replaceInItems,
  replaceInMembers,
  replaceNumbers,
} from "../../boundary/cleaning/clean-value.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import type { Clauses } from "../clause-counters.ts";
import type { Stages } from "../pipeline.ts";
import type { Quarantine } from "../quarantine.ts";
import type { Redactors } from "../redactors.ts";
import { outputIssues } from "./output-issues.ts";

export interface RedactNumbersDeps {
  readonly hiding: Redactors;
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  readonly quarantine: Pick<Quarantine, "keep">;
}

/**
 * Redacts our secrets in results that hold them as numbers. The mask is a text, and any substitute
 * number would be false. So a result bound to a schema is refused.
 */
export function redactNumbers(
  redact: Stages["redact"],
  { hiding, clausesOf, quarantine }: RedactNumbersDeps,
): Stages["redact"] {
  const refuse = (call: ApprovedCall, { output, places }: MaskedResult): never => {
    const { publicName: tool, contract } = call.registered;
    const clause = "output";
    const quarantineId = quarantine.keep(output, { tool, callId: call.callId, clause });
    const found = places.map((pointer) => ({ pointer, message: "expected no secret as a number" }));
    const issues = outputIssues(found, contract.output ?? {});
    throw new Refusal("output-invalid", { tool, clause, issues, quarantineId });
  };
  return (call, output) => {
    const masked = maskedResult(output, hiding.numbersInResult());
    if (masked === undefined) return redact(call, output);
    const { registered } = call;
    const isHeld = registered.contract.output !== undefined && masked.places.length > 0;
    if (isHeld && clausesOf(registered).output === "enforce") refuse(call, masked);
    const { output: cleaned, redacted } = redact(call, masked.output);
    const { secrets = 0, characters = 0 } = redacted ?? {};
    return {
      output: cleaned,
      redacted: { ...redacted, characters, secrets: secrets + masked.count },
    };
  };
}

interface MaskedResult {
  readonly output: CheckedResult;
  readonly count: number;
  /** Their locations in the structured content. */
  readonly places: readonly string[];
}

/** Returns undefined if there is none. */
function maskedResult(
  output: CheckedResult,
  hide: RedactNumber | undefined,
): MaskedResult | undefined {
  if (hide === undefined) return undefined;
  const content = replaceInItems(output.content, hide);
  const structured = replaceNumbers(output.structuredContent ?? null, hide);
  const meta = replaceInMembers(output.meta ?? {}, hide);
  const count = content.places.length + structured.places.length + meta.places.length;
  if (count === 0) return undefined;
  return {
    output: {
      content: content.value,
      isError: output.isError,
      ...(output.structuredContent === undefined ? {} : { structuredContent: structured.value }),
      ...(output.meta === undefined ? {} : { meta: meta.value }),
    },
    count,
    places: structured.places,
  };
}
