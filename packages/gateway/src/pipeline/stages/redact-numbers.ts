import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  type RedactNumber,
  replaceInItems,
  replaceInMembers,
  replaceNumbers,
} from "../../boundary/cleaning/clean-value.ts";
import type { ApprovedCall, CheckedResult } from "../call.ts";
import { breachOf, type Quarantine } from "../quarantine.ts";
import type { Redactors } from "../redactors.ts";
import { outputIssues } from "./output-issues.ts";

export interface RedactNumbersDeps {
  readonly hiding: Redactors;
  readonly quarantine: Pick<Quarantine, "keep">;
}

/**
 * Masks our secrets in a result that holds them as numbers. The mask is a text, and any substitute
 * number would be false. So a result bound to a schema is refused. Returns the same result if there is none.
 */
export function maskNumbers(
  call: ApprovedCall,
  output: CheckedResult,
  { hiding, quarantine }: RedactNumbersDeps,
): MaskedResult {
  const masked = maskedResult(output, hiding.numbersInResult());
  const { publicName: tool, contract } = call.registered;
  const isHeld = contract.output !== undefined && masked.places.length > 0;
  if (!isHeld || call.plan.clauses.output !== "enforce") return masked;
  const clause = "output";
  const message = "expected no secret as a number";
  const found = masked.places.map((pointer) => ({ pointer, message }));
  const issues = outputIssues(found, contract.output);
  const quarantineId = quarantine.keep(masked.output, breachOf(call, clause, issues));
  throw new Refusal("output-invalid", { tool, clause, issues, quarantineId });
}

export interface MaskedResult {
  readonly output: CheckedResult;
  readonly count: number;
  /** Their locations in the structured content. */
  readonly places: readonly string[];
}

function maskedResult(output: CheckedResult, hide: RedactNumber | undefined): MaskedResult {
  if (hide === undefined) return { output, count: 0, places: [] };
  const content = replaceInItems(output.content, hide);
  const structured = replaceNumbers(output.structuredContent ?? null, hide);
  const meta = replaceInMembers(output.meta ?? {}, hide);
  const count = content.places.length + structured.places.length + meta.places.length;
  if (count === 0) return { output, count, places: [] };
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
