import type { CallEntry, Entry } from "./entry.ts";

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
  "draft-unknown": Readonly<Record<string, never>>;
  "draft-taken": Readonly<Record<string, never>>;
  "draft-unreadable": {
    readonly file: string;
    /** Locations in the text and their problems, in our own words. */
    readonly problems: readonly { readonly pointer: string; readonly message: string }[];
  };
  "draft-damaged": { readonly draft: string };
  "draft-differs": Readonly<Record<string, never>>;
  "draft-own": Readonly<Record<string, never>>;
  "draft-settled": Readonly<Record<string, never>>;
  "draft-flawed": {
    /** The ids of the rules that object. */
    readonly rules: readonly string[];
  };
}

const show = ({ draft }: { readonly draft: string }): string => `toolcourt drafts show ${draft}`;

/** Every refusal of a call because its tool is still a draft. */
export const draftCatalog: {
  readonly [Code in keyof DraftErrorDetails]: CallEntry<DraftErrorDetails[Code]>;
} = {
  "draft-pending": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `"${tool}" is a draft that nobody has approved.`,
    meaning: "The tool is written down, but nobody has looked at it and approved it.",
    remedy: "Have an operator look at the draft and approve it, or use another tool.",
    next: show,
    evidence: ({ draft }) => ({ draft }),
  },
  "draft-rejected": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `"${tool}" is a draft that was rejected.`,
    meaning: "Somebody has looked at the draft of the tool and rejected it.",
    remedy: "Use another tool. Only a change of the draft lets somebody decide again.",
    next: show,
    evidence: ({ draft }) => ({ draft }),
  },
  "draft-changed": {
    class: "business",
    channel: "model",
    retryable: false,
    exit: 2,
    message: ({ tool }) => `"${tool}" was changed since it was approved.`,
    meaning: "The draft of the tool was edited or imported again, and is not what was approved.",
    remedy: "Have an operator look at what changed and approve it, or use another tool.",
    next: show,
    evidence: ({ draft }) => ({ draft }),
  },
};

/** An entry with the HTTP status of the refusal. */
interface WorkEntry<Details> extends Entry<Details> {
  readonly status: (details: Details) => number;
  readonly retryable: boolean;
}

const list = (): string => "toolcourt drafts list";

/** Every refusal of work on drafts, by the command line and the admin API. */
export const draftWorkCatalog: {
  readonly [Code in keyof DraftWorkErrorDetails]: WorkEntry<DraftWorkErrorDetails[Code]>;
} = {
  "draft-unknown": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 404,
    message: () => "There is no such draft.",
    meaning: "The set has no draft of this name.",
    remedy: "List the drafts and choose one.",
    next: list,
  },
  "draft-taken": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: () => "Nothing was changed: the set has a draft of this name.",
    meaning: "A draft was to be added under a name that another draft of the set has.",
    remedy: "Edit the draft that is there, or choose another name.",
    next: list,
  },
  "draft-unreadable": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 422,
    message: ({ file, problems }) =>
      [`${file} cannot be used:`, ...problems.slice(0, 20).map(problemLine)].join("\n"),
    meaning:
      "A document is not OpenAPI 2.0, 3.0 or 3.1 in JSON or YAML, or a draft that somebody wrote is not in the form of drafts.",
    remedy: "Correct what each line names; the page on drafts shows the form.",
    next: () => "toolcourt explain-error draft-unreadable",
  },
  "draft-damaged": {
    class: "system",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: ({ draft }) => `What is stored of ${draft} is not what its digest says.`,
    meaning: "The stored draft was changed past toolcourt. It is neither shown nor called.",
    remedy:
      "Import its document again, or edit the draft with --file; and find out who writes to the store.",
    next: list,
  },
  "draft-differs": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: () => "Nothing was changed: this is not the digest of what is stored.",
    meaning: "The draft is not what was shown to whoever decides, or was changed meanwhile.",
    remedy: "Look at the draft again, and send the digest that is shown.",
    next: list,
  },
  "draft-own": {
    class: "business",
    exit: 2,
    retryable: false,
    status: () => 403,
    message: () => "Nobody approves by the admin API what they wrote themselves.",
    meaning:
      "Whoever wants to approve the draft has imported it, or edited it since it was last approved.",
    remedy: "Ask somebody else.",
    next: list,
  },
  "draft-settled": {
    class: "business",
    exit: 2,
    retryable: false,
    status: () => 409,
    message: () => "Nothing was changed: this is decided already.",
    meaning: "The draft is approved or rejected as it is.",
    remedy:
      "To have it decided again, edit it, if only with what it says already; an approval can be taken back by rejecting.",
    next: list,
  },
  "draft-flawed": {
    class: "validation",
    exit: 2,
    retryable: false,
    status: () => 422,
    message: ({ rules }) =>
      `Nothing was changed: rules object to this draft (${rules.join(", ")}).`,
    meaning: "A draft that a rule objects to with an error is not approved by anybody.",
    remedy: "Edit the draft so that the findings are gone.",
    next: list,
  },
};

function problemLine({ pointer, message }: { pointer: string; message: string }): string {
  const at = /^[\u{20}-\u{7e}]{1,300}$/u.test(pointer) ? `${pointer}: ` : "";
  return `  ${at}${message}`;
}
