import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import { draftJson, summaryJson } from "@toolcourt/gateway/internal/http-tools/drafts/draft-json";
import type { DecideResult, SeenDraft } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import type { Finding } from "@toolcourt/sdk/rules";
import type { ExitCode } from "../../command.ts";
import { readLine } from "../../read-line.ts";
import { type DraftsDesk, findDraft, usage, warnUnused } from "./asked-drafts.ts";
import { draftList, draftText, findingLine } from "./text.ts";

// Commands that show drafts and decide on them.

export async function list({ asked, opened, context }: DraftsDesk): Promise<ExitCode> {
  const { into: set, state } = asked;
  const all = await opened.drafts.list({
    ...(set !== undefined && { set }),
    ...(state !== undefined && { state }),
  });
  const wanted = asked.what.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  context.terminal.out(asked.json ? printableJson(found.map(summaryJson)) : draftList(found));
  return 0;
}

export async function show(desk: DraftsDesk): Promise<ExitCode> {
  print(desk, await findDraft(desk), desk.asked.full ? "whole" : "begun");
  return 0;
}

function print({ asked, context }: DraftsDesk, seen: SeenDraft, long: "whole" | "begun"): void {
  context.terminal.out(asked.json ? printableJson(draftJson(seen)) : draftText(seen, long));
}

export async function approve(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, context } = desk;
  const seen = await findDraft(desk);
  if (asked.digest === undefined && asked.json) throw usage("With --json, give --digest too.");
  if (asked.digest === undefined) {
    print(desk, seen, "whole");
    context.terminal.err("Type the digest, or its first 12 digits, to approve this draft:");
  }
  const digest = asked.digest ?? typed(await readLine(context), seen);
  const { set, name } = seen.stored;
  const verdict = { to: "approved", by: desk.opened.operator, digest, self: "may" } as const;
  return report(desk, seen, await desk.opened.drafts.decide(set, name, verdict));
}

const fewestDigits = 12;

/**
 * Expands a typed prefix of the digest. The draft was just shown in full, so a prefix is enough.
 */
function typed(line: string, { stored: { digest } }: SeenDraft): string {
  const digits = line.trim().replace(/^sha256:/, "");
  const isBeginning = digits.length >= fewestDigits && digest.startsWith(`sha256:${digits}`);
  return isBeginning ? digest : digits;
}

export async function reject(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, opened } = desk;
  const seen = await findDraft(desk);
  const { set, name } = seen.stored;
  const digest = asked.digest === undefined ? {} : { digest: asked.digest };
  const verdict = { to: "rejected", by: opened.operator, self: "may", ...digest } as const;
  return report(desk, seen, await opened.drafts.decide(set, name, verdict));
}

const outcomes = {
  unknown: "There is no such draft.",
  differs:
    "Nothing was changed: this is not the whole digest of what is stored. See `drafts show`.",
  own: "Nothing was changed: nobody approves by the admin API what they wrote themselves.",
  settled:
    "Nothing was changed: this is decided already. To have it decided again, edit it, if only by saving it as it is.",
  flawed: "Nothing was changed: the rules object to this draft. Edit it first.",
} satisfies Record<Exclude<DecideResult["kind"], "decided">, string>;

function report(desk: DraftsDesk, seen: SeenDraft, result: DecideResult): ExitCode {
  const { asked, opened, context } = desk;
  const { terminal } = context;
  const { set, name } = seen.stored;
  if (result.kind !== "decided") {
    const findings: readonly Finding[] = result.kind === "flawed" ? result.findings : [];
    terminal.err([outcomes[result.kind], ...findings.map(findingLine)].join("\n"));
    return 1;
  }
  const { draft } = result;
  terminal.out(
    asked.json
      ? printableJson(summaryJson(draft))
      : `The draft ${visible(set)}/${visible(name)} is ${draft.state}.`,
  );
  if (draft.state === "approved") warnUnused(set, opened, context);
  return 0;
}
