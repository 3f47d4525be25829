import type { Entry } from "./entry.ts";

type Nothing = Readonly<Record<string, never>>;

interface OfTool {
  /** The name callers use, safe to print. */
  readonly tool: string;
}

/** The details of each failure of a question that ends without a tool call. */
export interface HostErrorDetails {
  "question-empty": Nothing;
  "question-too-long": { readonly most: number; readonly length: number };
  "question-has-hidden-characters": {
    /** The first such character in the usual notation: U+200B. */
    readonly character: string;
    /** Counted from 1. */
    readonly at: number;
  };
  "question-has-secret": Nothing;
  "question-withdrawn": Nothing;
  "no-tools": Nothing;
  "planner-failed": {
    /** Our own sentence, if the reason is known. */
    readonly because?: string;
  };
  "plan-too-long": { readonly most: number };
  "plan-not-one-object": Nothing;
  "plan-duplicate-key": Nothing;
  "plan-ambiguous": { readonly because: "reserved-key" | "number" | "broken-text" | "depth" };
  "plan-malformed": Nothing;
  "plan-tool-unknown": Nothing;
  "plan-fills-host-field": OfTool & { readonly field: string };
  "plan-input-invalid": OfTool & { readonly issues: readonly string[] };
  "gateway-failed": Nothing;
}

const ask = (): string => "toolcourt ask --help";

const explain = (code: keyof HostErrorDetails) => (): string => `toolcourt explain-error ${code}`;

const ambiguities = {
  "reserved-key": "a key that is reserved",
  number: "a number that cannot be held exactly",
  "broken-text": "half a character",
  depth: "too many levels",
} satisfies Record<HostErrorDetails["plan-ambiguous"]["because"], string>;

const notCalled = "No tool was called.";
const otherPlanner =
  "Ask again or in other words; a planner that does it often is not fit to plan.";

/** Every way a question ends before a tool is called. */
export const hostCatalog: {
  readonly [Code in keyof HostErrorDetails]: Entry<HostErrorDetails[Code]>;
} = {
  "question-empty": {
    class: "validation",
    exit: 2,
    message: () => "There is no question.",
    meaning: "The question has no characters that anybody could read.",
    remedy: "Write what you want to know or have done.",
    next: ask,
  },
  "question-too-long": {
    class: "validation",
    exit: 2,
    message: ({ most, length }) => `The question has ${length} characters; ${most} are the most.`,
    meaning: "The question is longer than a question may be.",
    remedy: "Ask for one thing, and leave out what the tool does not need.",
    next: ask,
  },
  "question-has-hidden-characters": {
    class: "validation",
    exit: 2,
    message: ({ character, at }) =>
      `The question has a character that nobody sees: ${character}, its character ${at}.`,
    meaning:
      "The question has control or invisible characters, by which a text says something else to a machine than to whoever reads it.",
    remedy: "Type the question instead of pasting it.",
    next: ask,
  },
  "question-has-secret": {
    class: "validation",
    exit: 2,
    message: () => `The question has something in it that looks like a secret. ${notCalled}`,
    meaning: "The question has a token, a key or a password in it, which no model should see.",
    remedy: "Leave the secret out; tools get theirs from the connection.",
    next: explain("question-has-secret"),
  },
  "question-withdrawn": {
    class: "system",
    exit: 2,
    message: () => `The question was withdrawn. ${notCalled}`,
    meaning: "Whoever asked went away before a tool was called.",
    remedy: "Ask again.",
    next: ask,
  },
  "no-tools": {
    class: "business",
    exit: 2,
    message: () => "There is no tool that you may call.",
    meaning:
      "No tool is configured, all are held, or the policy or the effects that the host may have leave none.",
    remedy: "Look at which tools there are, and at why the others are held.",
    next: () => "toolcourt effective",
  },
  "planner-failed": {
    class: "system",
    exit: 2,
    message: ({ because = "The planner gave no plan." }) => `${because} ${notCalled}`,
    meaning:
      "The planner failed, or the model behind it was not reached or did not answer in time.",
    remedy: "Ask again, look at `host.model` in the configuration, or use the built-in planner.",
    next: explain("planner-failed"),
  },
  "plan-too-long": {
    class: "system",
    exit: 2,
    message: ({ most }) => `The plan is longer than ${most} characters. ${notCalled}`,
    meaning: "The planner answered with more than any plan needs.",
    remedy: otherPlanner,
    next: explain("plan-too-long"),
  },
  "plan-not-one-object": {
    class: "system",
    exit: 2,
    message: () => `The plan is not exactly one JSON object. ${notCalled}`,
    meaning:
      "The planner answered with something else than one JSON object with nothing around it: with prose, a fence, a list, or several plans.",
    remedy: otherPlanner,
    next: explain("plan-not-one-object"),
  },
  "plan-duplicate-key": {
    class: "system",
    exit: 2,
    message: () => `The plan gives a key twice. ${notCalled}`,
    meaning: "An object of the plan has the same key twice, and readers disagree on which counts.",
    remedy: otherPlanner,
    next: explain("plan-duplicate-key"),
  },
  "plan-ambiguous": {
    class: "system",
    exit: 2,
    message: ({ because }) => `The plan has ${ambiguities[because]}. ${notCalled}`,
    meaning: "The plan has something in it that two readers could take for different things.",
    remedy: otherPlanner,
    next: explain("plan-ambiguous"),
  },
  "plan-malformed": {
    class: "system",
    exit: 2,
    message: () => `The plan is neither a call nor a question. ${notCalled}`,
    meaning:
      "The plan has a key too many or too few, or a value of another type: a plan is one call of one tool, or one question.",
    remedy: otherPlanner,
    next: explain("plan-malformed"),
  },
  "plan-tool-unknown": {
    class: "system",
    exit: 2,
    message: () => `The plan names a tool that was not offered. ${notCalled}`,
    meaning: "The planner chose a tool that does not exist, or that whoever asks may not call.",
    remedy: otherPlanner,
    next: explain("plan-tool-unknown"),
  },
  "plan-fills-host-field": {
    class: "system",
    exit: 2,
    message: ({ tool, field }) =>
      `The plan fills in "${field}" of ${tool}, which only the host may. ${notCalled}`,
    meaning: "The plan gives a parameter that the contract of the tool leaves to the host.",
    remedy: otherPlanner,
    next: explain("plan-fills-host-field"),
  },
  "plan-input-invalid": {
    class: "system",
    exit: 2,
    message: ({ tool, issues }) =>
      `${tool} does not accept what the plan gives it: ${issues.join("; ")}. ${notCalled}`,
    meaning: "The arguments of the plan do not conform to the input schema of the tool.",
    remedy: "Say in the question what the message names.",
    next: explain("plan-input-invalid"),
  },
  "gateway-failed": {
    class: "system",
    exit: 2,
    message: () => "The gateway failed.",
    meaning: "A bug in toolcourt. What the tool did is not known.",
    remedy: "Report it with the lines that the gateway has logged.",
    next: explain("gateway-failed"),
  },
};
