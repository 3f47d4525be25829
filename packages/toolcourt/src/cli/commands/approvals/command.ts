import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedApprovals } from "@toolcourt/gateway/internal/compose/open-approvals";
import type { DecideResult } from "@toolcourt/gateway/internal/governance/approvals/approvals";
import { shownDigits } from "@toolcourt/gateway/internal/governance/approvals/binding";
import { summaryJson } from "@toolcourt/gateway/internal/governance/approvals/summary";
import {
  approvalStates,
  type StoredApproval,
} from "@toolcourt/gateway/internal/stores/approval-store";
import { defineActionsCommand, type Open, type OpenedInput } from "../../actions.ts";
import {
  type Command,
  choiceFlag,
  configFlag,
  type ExitCode,
  jsonFlag,
  switchFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { readLine } from "../../read-line.ts";
import { approvalJson, approvalList, approvalText, missingText } from "./text.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  full: switchFlag("Show values of more than 500 characters whole"),
  digest: textFlag("digits", "The digest that was shown, at least its first 12 digits"),
  state: choiceFlag("state", approvalStates, "List requests in this state (default: pending)"),
} as const;

type ApprovalsInput = OpenedInput<typeof flags, OpenedApprovals>;

const needs = "Name the request by its id.";
const maxListed = 1_000;

export function createApprovalsCommand(open: Open<OpenedApprovals>): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: list, show <id>, approve <id>, deny <id>. The beginning of an id is enough.",
      "To approve, give the digest that `show` prints, with --digest or when you are asked for it.",
      "The call runs once, exactly as shown. Requesters cannot approve their own calls.",
      "Exit 0: done. Exit 1: too late, decided already, or not yours to decide. Exit 2: could not be done.",
    ],
    open,
    actions: {
      list: { run: list },
      show: { needs, run: show },
      approve: { needs, run: approve },
      deny: { needs, run: deny },
    },
  });
}

async function list({ values, opened, context }: ApprovalsInput): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { state = "pending" } = values;
  const found = await opened.approvals.list({ state, max: maxListed });
  terminal.out(
    values.json
      ? printableJson(found.map((each) => summaryJson(each)))
      : approvalList(found, clock.now()),
  );
  return 0;
}

async function show(input: ApprovalsInput): Promise<ExitCode> {
  const approval = await find(input);
  return (await print(input, approval, input.values.full ? "whole" : "begun")) ? 0 : 1;
}

/** Prints a request. Returns false if there was nothing to show, because it was tampered with. */
async function print(
  { values, opened, context }: ApprovalsInput,
  { id }: StoredApproval,
  long: "whole" | "begun",
): Promise<boolean> {
  const { terminal, clock } = context;
  const seen = await opened.approvals.show(id, { by: opened.operator });
  if (seen === undefined) throw usage("This request no longer exists.");
  const description = await opened.descriptionOf(seen.approval);
  const regarded = { ...seen, description, now: clock.now() };
  const json = values.json ? approvalJson(regarded) : undefined;
  const text = json === undefined ? approvalText(regarded, long) : printableJson(json);
  if (text === undefined) terminal.err(outcomes.differs);
  else terminal.out(text);
  return text !== undefined;
}

async function approve(input: ApprovalsInput): Promise<ExitCode> {
  const { values, opened, context } = input;
  const { terminal } = context;
  const approval = await find(input);
  // Spares the operator the search for a useless digest.
  const over = overAlready(approval, opened.operator, context.clock.now());
  if (over !== undefined) return report(input, approval, over);
  if (values.digest === undefined && values.json) throw usage("With --json, give --digest too.");
  if (values.digest === undefined) {
    if (!(await print(input, approval, "whole"))) return 1;
    terminal.err("Type the digest to approve this call:");
  }
  const digest = (values.digest ?? (await readLine(context))).trim().toLowerCase();
  if (digest.length < shownDigits) {
    terminal.err(
      `Nothing was changed: give the first ${shownDigits} digits of the digest, or more.`,
    );
    return 1;
  }
  const verdict = { to: "approved", by: opened.operator, digest } as const;
  return report(input, approval, await opened.approvals.decide(approval.id, verdict));
}

/** Explains why an approval is too late or repeated, if it is. */
function overAlready(
  approval: StoredApproval,
  operator: string,
  now: number,
): DecideResult | undefined {
  const { state, expiresAt, yeses } = approval;
  if (state === "expired" || (state === "pending" && now >= expiresAt)) return { kind: "expired" };
  if (state !== "pending") return { kind: "settled", state };
  return yeses.some(({ by }) => by === operator) ? { kind: "again", approval } : undefined;
}

async function deny(input: ApprovalsInput): Promise<ExitCode> {
  const { approvals, operator: by } = input.opened;
  const approval = await find(input);
  return report(input, approval, await approvals.decide(approval.id, { to: "denied", by }));
}

const outcomes = {
  unknown: "There is no request with this id.",
  expired: "Nothing was changed: the request has expired.",
  settled: "Nothing was changed: the request is settled already",
  again: "Nothing was changed: you have approved already, and another person has to.",
  own: "Nothing was changed: requesters cannot decide on their own calls.",
  "not-permitted": "Nothing was changed: you may not decide about this tool.",
  differs: "Nothing was changed: the digest does not match the stored one.",
} satisfies Record<Exclude<DecideResult["kind"], "decided">, string>;

function report(
  { values, context }: ApprovalsInput,
  { id }: StoredApproval,
  result: DecideResult,
): ExitCode {
  const { terminal } = context;
  if (result.kind === "decided") {
    const { approval } = result;
    terminal.out(
      values.json
        ? printableJson(summaryJson(approval))
        : `The request ${id} is ${approval.state}${missingText(approval)}.`,
    );
    return 0;
  }
  const state = result.kind === "settled" ? ` (${result.state}).` : "";
  terminal.err(`${outcomes[result.kind]}${state}`);
  return 1;
}

/** Finds a request by id, or by a unique prefix. */
async function find({ what, opened }: ApprovalsInput): Promise<StoredApproval> {
  const exact = await opened.approvals.find(what);
  if (exact !== undefined) return exact;
  const all = await opened.approvals.list({ max: maxListed });
  const [only, ...others] = all.filter(({ id }) => id.startsWith(what));
  const shown = printable(cut(what));
  if (only === undefined) throw usage(`There is no request with the id ${shown}.`);
  if (others.length > 0) throw usage(`Several requests have an id that begins with ${shown}.`);
  return only;
}

export const command = createApprovalsCommand(async (...given) => {
  const { openApprovals } = await import("@toolcourt/gateway/internal/compose/open-approvals");
  return openApprovals(...given);
});
