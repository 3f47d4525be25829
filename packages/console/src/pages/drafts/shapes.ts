import {
  boolean,
  instant,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";
import { type Json, parseJson } from "../../ui/json.ts";

export const draftStates = ["pending", "approved", "rejected"] as const;
export type DraftState = (typeof draftStates)[number];

const standings = ["callable", "pending", "rejected", "changed"] as const;
export type Standing = (typeof standings)[number];

export interface Decision {
  readonly kind: "approved" | "rejected";
  readonly by: string;
  readonly at: number;
}

/** A draft as lists show it. */
export interface DraftSummary {
  readonly set: string;
  readonly name: string;
  readonly digest: string;
  readonly state: DraftState;
  readonly standing: Standing;
  readonly changedAt: number;
  /** The last decision, even if the draft has changed since. */
  readonly decision: Decision | undefined;
}

const summaryMembers = {
  set: text,
  name: text,
  digest: text,
  state: oneOf(draftStates),
  standing: oneOf(standings),
  changedAt: instant,
  decision: optional(
    object<Decision>({ kind: oneOf(["approved", "rejected"]), by: text, at: instant }),
  ),
} as const;

export const draftSummary: Read<DraftSummary> = object<DraftSummary>(summaryMembers);

export interface DraftPage {
  readonly drafts: readonly DraftSummary[];
  readonly next: string | undefined;
}

export const draftPage: Read<DraftPage> = object<DraftPage>({
  drafts: list(draftSummary),
  next: optional(text),
});

const json: Read<Json> = (value) => parseJson(JSON.stringify(value ?? null));

/** Where a field was read in a scanned document. */
export interface FieldOrigin {
  readonly field: string;
  readonly page: number;
  readonly element: string;
  readonly text: string;
  readonly confidence: number;
}

export interface Provenance {
  readonly from: string;
  readonly documentDigest: string;
  readonly pointer: string;
  readonly edition: string;
  readonly title: string;
  readonly version: string;
  readonly fields: readonly FieldOrigin[] | undefined;
}

const provenance = object<Provenance>({
  from: text,
  documentDigest: text,
  pointer: text,
  edition: text,
  title: text,
  version: text,
  fields: optional(
    list(
      object<FieldOrigin>({
        field: text,
        page: number,
        element: text,
        text,
        confidence: number,
      }),
    ),
  ),
});

export interface Finding {
  readonly severity: string;
  readonly rule: string;
  readonly pointer: string;
  readonly message: string;
}

export interface Note {
  readonly pointer: string;
  readonly message: string;
}

/** A place that differs from what was approved. */
export interface ChangedPlace {
  readonly pointer: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

/** A draft with all that an approval covers. */
export interface Draft extends DraftSummary {
  readonly tool: Json;
  readonly operation: Json;
  readonly provenance: Provenance;
  readonly writtenBy: string;
  readonly alsoWrittenBy: readonly string[];
  readonly notes: readonly Note[];
  readonly findings: readonly Finding[];
  readonly approvable: boolean;
  readonly changedSinceApproved: readonly ChangedPlace[] | undefined;
  /** The tool and the operation with every character visible. */
  readonly visible: string;
}

export const draft: Read<Draft> = object<Draft>({
  ...summaryMembers,
  tool: json,
  operation: json,
  provenance,
  writtenBy: text,
  alsoWrittenBy: list(text),
  notes: list(object<Note>({ pointer: text, message: text })),
  findings: list(object<Finding>({ severity: text, rule: text, pointer: text, message: text })),
  approvable: boolean,
  changedSinceApproved: optional(
    list(object<ChangedPlace>({ pointer: text, was: optional(json), is: optional(json) })),
  ),
  visible: text,
});

export interface Written {
  readonly changed: boolean;
}

export const written: Read<Written> = object<Written>({ changed: boolean });
