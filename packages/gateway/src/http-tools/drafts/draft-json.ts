import type { JsonObject } from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import { changedPaths } from "./changed-paths.ts";
import { definitionJson } from "./content.ts";
import { decisionOn, standingOf } from "./decision.ts";
import type { Provenance } from "./draft.ts";
import type { DraftSummary, SeenDraft } from "./drafts.ts";
import type { ImportOutcome } from "./import-into.ts";

/** Returns a draft as JSON: complete, with its digest. */
export function draftJson({ stored, content, findings, approvable }: SeenDraft): JsonObject {
  const { provenance, notes, before, writtenBy, alsoWrittenBy = [] } = content;
  const definition = definitionJson(content);
  return {
    ...summaryJson(stored),
    ...definition,
    provenance: provenanceJson(provenance),
    writtenBy,
    alsoWrittenBy: [...alsoWrittenBy],
    notes: notes.map((note) => ({ ...note })),
    findings: findings.map(findingJson),
    approvable,
    ...(before && { changedSinceApproved: [...changedPaths(definitionJson(before), definition)] }),
  };
}

function provenanceJson({ source, fields, ...plain }: Provenance): JsonObject {
  const { row, ...named } = source ?? {};
  return {
    ...plain,
    ...(source && { source: { ...named, ...(row && { row: { ...row } }) } }),
    ...(fields && { fields: fields.map((field) => ({ ...field })) }),
  };
}

export function summaryJson(draft: DraftSummary): JsonObject {
  const { set, name, version, digest, state, changedAt } = draft;
  const decision = decisionOn(draft);
  return {
    set,
    name,
    version,
    digest,
    state,
    standing: standingOf(draft),
    changedAt,
    ...(decision && { decision: { ...decision } }),
  };
}

function findingJson({ severity, rule, pointer, message }: Finding): JsonObject {
  return { severity, rule, pointer, message };
}

type Done = Extract<ImportOutcome, { readonly kind: "imported" }>;

export function importJson({ drafts, gone, notImported, notes }: Done): JsonObject {
  return {
    drafts: drafts.map(({ name, digest, became, approvable, findings }) => ({
      name,
      digest,
      became,
      approvable,
      findings: findings.map(findingJson),
    })),
    gone: [...gone],
    notImported: notImported.map((each) => ({ ...each })),
    notes: notes.map((each) => ({ ...each })),
  };
}
