import { explainTool } from "@toolcourt/contracts/internal/errors/entry";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { Question } from "../../pipeline/call.ts";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { type Intact, shownDigits } from "./binding.ts";
import { approvalKey } from "./proposal.ts";
import { reasonText } from "./reason-text.ts";
import { shownJson, visible } from "./visible.ts";

/** Longer than any dialog shows. Longer requests are reviewed with the command. */
const maxMessageLength = 65_536;

const risks = {
  read: "reads",
  write: "changes something",
  destroy: "destroys something",
} as const;

/** The call to ask about. */
interface Shown extends Intact {
  /** Whether it needs approval only because no effect is declared. */
  readonly isUndeclared: true | undefined;
}

/** Builds the question to the person at the client. Undefined if there is too much to show. */
export function questionAbout(
  approval: StoredApproval,
  shown: Shown,
  requestState: string,
): Question | undefined {
  const message = messageFor(approval, shown);
  if (message.length > maxMessageLength) return undefined;
  // No fields: accepting approves, declining denies.
  const requestedSchema = { type: "object", properties: {} };
  const request = {
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema },
  };
  return { asks: { inputRequests: { [approvalKey]: request }, requestState } };
}

function messageFor({ digest }: StoredApproval, shown: Shown): string {
  const { tool, connection, answers, reasons = [] } = shown.binding;
  return [
    `Run ${visible(tool)} of ${visible(connection)}? ${effectOf(shown)}`,
    ...reasons.map((reason) => `Asked by ${reasonText(reason)}`),
    "",
    "Arguments:",
    shownJson(shown.arguments, "whole").text,
    ...(answers === undefined
      ? []
      : ["", "Answers to the tool's questions:", shownJson(answers, "whole").text]),
    "",
    `Digest: ${digest.slice(0, shownDigits)}`,
    "Accept to run exactly this, once. Decline to refuse it.",
  ].join("\n");
}

function effectOf({ binding: { tool, risk }, isUndeclared }: Shown): string {
  if (isUndeclared === undefined) return `It ${risks[risk]}.`;
  const explain = explainTool({ tool });
  const more = explain === undefined ? "" : ` To declare them: ${explain}`;
  return `Its effects are not declared.${more}`;
}

/** Returns whether the client supports form elicitation. An empty declaration means forms. */
export function canBeAsked(capabilities: JsonObject | undefined): boolean {
  const declared = capabilities === undefined ? undefined : own(capabilities, "elicitation");
  if (!isJsonObject(declared)) return false;
  return isJsonObject(own(declared, "form")) || !isJsonObject(own(declared, "url"));
}
