import type { AdminCatalog, CallCatalog, NoDetails } from "./entry.ts";

/** The details of each refusal of a call to a draft. */
export interface DraftErrorDetails {
  "draft-pending": OfDraft;
  "draft-rejected": OfDraft;
  "draft-changed": OfDraft;
}

interface OfDraft {
  /** The name in the call, as far as it can be shown. */
  readonly tool: string;
  /** Set and name of the draft. */
  readonly draft: string;
}

/** The details of each refusal of work on drafts. */
export interface DraftWorkErrorDetails {
  "draft-unknown": NoDetails;
  "draft-taken": NoDetails;
  "draft-unreadable": {
    readonly file: string;
    /** Locations in the text and their problems, in our own words. */
    readonly problems: readonly { readonly pointer: string; readonly message: string }[];
  };
  "draft-damaged": { readonly draft: string };
  "draft-differs": NoDetails;
  "draft-own": NoDetails;
  "draft-settled": NoDetails;
  "draft-source-failed": {
    /** Name of the source in the configuration. */
    readonly source: string;
    /** In our own words, or in those of the configuration. */
    readonly expected: string;
    readonly found: string;
  };
  "draft-flawed": {
    /** The ids of the rules that object. */
    readonly rules: readonly string[];
  };
}

const shown = {
  next: ({ draft }: OfDraft): string => `toolcourt drafts show ${draft}`,
  evidence: ["draft"],
} as const;

/** Every refusal of a call because its tool is still a draft. */
export const draftCatalog: CallCatalog<DraftErrorDetails> = {
  "draft-pending": {
    class: "business",
    message: ({ tool }) => `"${tool}" is a draft without approval.`,
    meaning: "The tool exists as a draft, which no operator has approved.",
    remedy: "Have an operator review and approve the draft, or use another tool.",
    ...shown,
  },
  "draft-rejected": {
    class: "business",
    message: ({ tool }) => `"${tool}" is a rejected draft.`,
    meaning: "An operator rejected the draft of the tool.",
    remedy: "Use another tool. The draft can be reviewed again only after a change.",
    ...shown,
  },
  "draft-changed": {
    class: "business",
    message: ({ tool }) => `"${tool}" has changed since its approval.`,
    meaning: "The draft of the tool was edited or imported again after its approval.",
    remedy: "Have an operator review and approve the change, or use another tool.",
    ...shown,
  },
};

const list = (): string => "toolcourt drafts list";

/** Every refusal of work on drafts, by the command line and the admin API. */
export const draftWorkCatalog: AdminCatalog<DraftWorkErrorDetails> = {
  "draft-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such draft.",
    meaning: "The set has no draft of this name.",
    remedy: "List the drafts and choose one.",
    next: list,
  },
  "draft-taken": {
    class: "validation",
    status: () => 409,
    message: () => "Nothing was changed: the set already has a draft of this name.",
    meaning: "The name of the new draft is taken by another draft of the set.",
    remedy: "Edit the existing draft, or choose another name.",
    next: list,
  },
  "draft-unreadable": {
    class: "validation",
    status: () => 422,
    message: ({ file, problems }) =>
      [`${file} cannot be used:`, ...problems.slice(0, 20).map(problemLine)].join("\n"),
    meaning:
      "The document is not OpenAPI 2.0, 3.0 or 3.1 in JSON or YAML, or the draft is not valid.",
    remedy: "Correct what each line names. The page on drafts shows the format.",
  },
  "draft-damaged": {
    class: "system",
    status: () => 409,
    message: ({ draft }) => `The stored draft ${draft} does not match its digest.`,
    meaning: "The stored draft was changed outside toolcourt. It is neither shown nor called.",
    remedy:
      "Import its document again, or edit the draft with --file. Find out what else writes to the store.",
    next: list,
  },
  "draft-differs": {
    class: "validation",
    status: () => 409,
    message: () => "Nothing was changed: the digest does not match the stored one.",
    meaning: "The draft differs from the one that was reviewed.",
    remedy: "Review the draft again, and send the digest shown there.",
    next: list,
  },
  "draft-own": {
    class: "business",
    status: () => 403,
    message: () => "The admin API does not let authors approve their own drafts.",
    meaning: "The approver imported the draft, or edited it after its last approval.",
    remedy: "Ask another operator.",
    next: list,
  },
  "draft-settled": {
    class: "business",
    status: () => 409,
    message: () => "Nothing was changed: the draft is already decided.",
    meaning: "The draft is already approved or rejected in this form.",
    remedy:
      "Edit the draft to decide again; the same text will do. Reject it to withdraw an approval.",
    next: list,
  },
  "draft-source-failed": {
    class: "system",
    status: () => 502,
    message: ({ source, expected, found }) =>
      `Nothing was changed: the source ${source} of drafts.sources gave ${found}; expected ${expected}.`,
    meaning: "A service that drafts are taken from did not answer as its kind does.",
    remedy: "Correct the source in the configuration, or what the service holds.",
    next: () => "toolcourt effective",
  },
  "draft-flawed": {
    class: "validation",
    status: () => 422,
    message: ({ rules }) =>
      `Nothing was changed: rules object to this draft (${rules.join(", ")}).`,
    meaning: "A draft with a finding of severity error cannot be approved.",
    remedy: "Edit the draft until the findings are gone.",
    next: list,
  },
};

function problemLine({ pointer, message }: { pointer: string; message: string }): string {
  const at = /^[\u{20}-\u{7e}]{1,300}$/u.test(pointer) ? `${pointer}: ` : "";
  return `  ${at}${message}`;
}
