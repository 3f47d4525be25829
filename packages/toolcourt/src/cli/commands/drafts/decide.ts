import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import { draftJson, summaryJson } from "@toolcourt/gateway/internal/http-tools/drafts/draft-json";
import type { DecideResult, SeenDraft } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import type { Finding } from "@toolcourt/sdk/rules";
import { type ExitCode, usage } from "../../command.ts";
import { readLine } from "../../read-line.ts";
import { type DraftsInput, findDraft, warnUnused } from "./input.ts";
import { draftList, draftText, findingLine } from "./text.ts";

// Commands that show drafts and decide on them.

export async function list({ values, what, opened, context }: DraftsInput): Promise<ExitCode> {
  const { into: set, state } = values;
  const all = await opened.drafts.list(defined({ set, state }));
  const wanted = what.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  context.terminal.out(values.json ? printableJson(found.map(summaryJson)) : draftList(found));
  return 0;
}

export async function show(input: DraftsInput): Promise<ExitCode> {
  print(input, await findDraft(input), input.values.full ? "whole" : "begun");
  return 0;
}

function print({ values, context }: DraftsInput, seen: SeenDraft, long: "whole" | "begun"): void {
  context.terminal.out(values.json ? printableJson(draftJson(seen)) : draftText(seen, long));
}

export async function approve(input: DraftsInput): Promise<ExitCode> {
  const { values, context } = input;
  const seen = await findDraft(input);
  if (values.digest === undefined && values.json) throw usage("With --json, give --digest too.");
  if (values.digest === undefined) {
    print(input, seen, "whole");
    context.terminal.err("Type the digest, or its first 12 digits, to approve this draft:");
  }
  const digest = values.digest ?? typed(await readLine(context), seen);
  const { set, name } = seen.stored;
  const verdict = { to: "approved", by: input.opened.operator, digest, self: "may" } as const;
  return report(input, seen, await input.opened.drafts.decide(set, name, verdict));
}

const minDigits = 12;

/**
 * Expands a typed prefix of the digest. The draft was just shown in full, so a prefix is enough.
 */
function typed(line: string, { stored: { digest } }: SeenDraft): string {
  const digits = line.trim().replace(/^sha256:/, "");
  const isBeginning = digits.length >= minDigits && digest.startsWith(`sha256:${digits}`);
  return isBeginning ? digest : digits;
}

export async function reject(input: DraftsInput): Promise<ExitCode> {
  const { values, opened } = input;
  const seen = await findDraft(input);
  const { set, name } = seen.stored;
  const given = defined({ digest: values.digest });
  const verdict = { to: "rejected", by: opened.operator, self: "may", ...given } as const;
  return report(input, seen, await opened.drafts.decide(set, name, verdict));
}

const outcomes = {
  unknown: "There is no such draft.",
  differs:
    "Nothing was changed: this is not the whole digest of what is stored. See `drafts show`.",
  own: "Nothing was changed: authors cannot approve their own drafts over the admin API.",
  settled:
    "Nothing was changed: the draft is already decided. To have it decided again, edit it, if only by saving it as it is.",
  flawed: "Nothing was changed: the rules object to this draft. Edit it first.",
} satisfies Record<Exclude<DecideResult["kind"], "decided">, string>;

function report(input: DraftsInput, seen: SeenDraft, result: DecideResult): ExitCode {
  const { values, opened, context } = input;
  const { terminal } = context;
  const { set, name } = seen.stored;
  if (result.kind !== "decided") {
    const findings: readonly Finding[] = result.kind === "flawed" ? result.findings : [];
    terminal.err([outcomes[result.kind], ...findings.map(findingLine)].join("\n"));
    return 1;
  }
  const { draft } = result;
  terminal.out(
    values.json
      ? printableJson(summaryJson(draft))
      : `The draft ${visible(set)}/${visible(name)} is ${draft.state}.`,
  );
  if (draft.state === "approved") warnUnused(set, opened, context);
  return 0;
}
