import { catalog, type ErrorClass } from "@toolcourt/contracts/internal/errors/catalog";
import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { errorClasses, isJsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult } from "./call.ts";
import type { Outcome } from "./pipeline.ts";

/** The outcome of a call, shared by logs, metrics and traces. */
export interface Ending {
  readonly status: "answered" | "failed" | "asked" | "refused";
  /** Default: none, if nothing went wrong. */
  readonly error?: {
    readonly class: ErrorClass;
    /**
     * A code of our own table, `tool-failed` for a tool's own error, `gateway-failed` for our bug.
     */
    readonly code: string;
  };
}

const answered: Ending = { status: "answered" };
const asked: Ending = { status: "asked" };
const bug: Ending = { status: "refused", error: { class: "system", code: "gateway-failed" } };

export function endingOf(outcome: Outcome): Ending {
  if (outcome.kind === "asked") return asked;
  if (outcome.kind === "answered") {
    if (!outcome.output.isError) return answered;
    return { status: "failed", error: { class: classIn(outcome.output), code: "tool-failed" } };
  }
  if (!isRefusal(outcome.error)) return bug;
  const { code } = outcome.error;
  return { status: "refused", error: { class: catalog[code].class, code } };
}

/** Our own tools state the class. All others ran and said no, so it is `business`. */
function classIn({ structuredContent }: CheckedResult): ErrorClass {
  const error = isJsonObject(structuredContent) ? own(structuredContent, "error") : undefined;
  const said = isJsonObject(error) ? own(error, "class") : undefined;
  return errorClasses.find((each) => each === said) ?? "business";
}
