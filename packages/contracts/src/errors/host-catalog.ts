import type { Catalog, NoDetails, OfTool } from "./entry.ts";

/** The details of each failure of a question that ends without a tool call. */
export interface HostErrorDetails {
  "question-empty": NoDetails;
  "question-too-long": { readonly most: number; readonly length: number };
  "question-has-hidden-characters": {
    /** The first such character in the usual notation: U+200B. */
    readonly character: string;
    /** Counted from 1. */
    readonly at: number;
  };
  "question-has-secret": NoDetails;
  "question-withdrawn": NoDetails;
  "no-tools": NoDetails;
  "planner-failed": {
    /** Our own sentence, if the reason is known. */
    readonly because?: string;
  };
  "plan-too-long": { readonly most: number };
  "plan-not-one-object": NoDetails;
  "plan-duplicate-key": NoDetails;
  "plan-ambiguous": { readonly because: "reserved-key" | "number" | "broken-text" | "depth" };
  "plan-malformed": NoDetails;
  "plan-tool-unknown": NoDetails;
  "plan-fills-host-field": OfTool & { readonly field: string };
  "plan-input-invalid": OfTool & { readonly issues: readonly string[] };
  "gateway-failed": NoDetails;
}

const ask = (): string => "toolcourt ask --help";

const ambiguities = {
  "reserved-key": "a reserved key",
  number: "a number that cannot be represented exactly",
  "broken-text": "an incomplete character",
  depth: "too many nesting levels",
} satisfies Record<HostErrorDetails["plan-ambiguous"]["because"], string>;

const notCalled = "No tool was called.";

function planFault<Details>(message: (details: Details) => string, meaning: string) {
  const remedy = "Ask again or rephrase. A planner that fails often is not suitable.";
  return { class: "system", message, meaning, remedy } as const;
}

/** Every way a question ends before a tool is called. */
export const hostCatalog: Catalog<HostErrorDetails> = {
  "question-empty": {
    class: "validation",
    message: () => "There is no question.",
    meaning: "The question has no visible characters.",
    remedy: "Write what you want to know or have done.",
    next: ask,
  },
  "question-too-long": {
    class: "validation",
    message: ({ most, length }) => `The question has ${length} characters; the maximum is ${most}.`,
    meaning: "The question is longer than the limit.",
    remedy: "Ask for one thing, and omit what the tool does not need.",
    next: ask,
  },
  "question-has-hidden-characters": {
    class: "validation",
    message: ({ character, at }) =>
      `The question has an invisible character: ${character} at position ${at}.`,
    meaning:
      "The question has control or invisible characters. Such text can differ for a machine and a human reader.",
    remedy: "Type the question instead of pasting it.",
    next: ask,
  },
  "question-has-secret": {
    class: "validation",
    message: () => `The question contains something that looks like a secret. ${notCalled}`,
    meaning: "The question contains a token, a key or a password, which no model should see.",
    remedy: "Remove the secret. Tools get their secrets from the connection.",
  },
  "question-withdrawn": {
    class: "system",
    message: () => `The question was withdrawn. ${notCalled}`,
    meaning: "The question was canceled before a tool was called.",
    remedy: "Ask again.",
    next: ask,
  },
  "no-tools": {
    class: "business",
    message: () => "You may not call any tool.",
    meaning:
      "No tool is configured, all are held, or the policy or the allowed effects exclude them.",
    remedy: "List the tools, and check why the others are held.",
    next: () => "toolcourt tools",
  },
  "planner-failed": {
    class: "system",
    message: ({ because = "The planner gave no plan." }) => `${because} ${notCalled}`,
    meaning: "The planner failed, or its model was unreachable or too slow.",
    remedy: "Ask again, check `host.model` in the configuration, or use the built-in planner.",
  },
  "plan-too-long": planFault(
    ({ most }) => `The plan is longer than ${most} characters. ${notCalled}`,
    "The answer of the planner is longer than any valid plan.",
  ),
  "plan-not-one-object": planFault(
    () => `The plan is not exactly one JSON object. ${notCalled}`,
    "The planner must answer with one JSON object alone. It sent prose, a fence, a list or several plans.",
  ),
  "plan-duplicate-key": planFault(
    () => `The plan has a duplicate key. ${notCalled}`,
    "An object of the plan has the same key twice. JSON readers disagree on which one counts.",
  ),
  "plan-ambiguous": planFault(
    ({ because }) => `The plan has ${ambiguities[because]}. ${notCalled}`,
    "The plan contains a value that two JSON readers could interpret differently.",
  ),
  "plan-malformed": planFault(
    () => `The plan is neither a call nor a question. ${notCalled}`,
    "The plan has missing or extra keys, or a wrong type. A plan is one call of one tool, or one question.",
  ),
  "plan-tool-unknown": planFault(
    () => `The plan names a tool that was not offered. ${notCalled}`,
    "The planner chose a tool that does not exist or that the user may not call.",
  ),
  "plan-fills-host-field": planFault(
    ({ tool, field }) =>
      `The plan sets "${field}" of ${tool}, which is reserved for the host. ${notCalled}`,
    "The plan sets a parameter that the contract reserves for the host.",
  ),
  "plan-input-invalid": {
    class: "system",
    message: ({ tool, issues }) =>
      `${tool} does not accept the arguments of the plan: ${issues.join("; ")}. ${notCalled}`,
    meaning: "The arguments of the plan do not match the input schema of the tool.",
    remedy: "Add what the message names to the question.",
  },
  "gateway-failed": {
    class: "system",
    message: () => "The gateway failed.",
    meaning: "A bug in toolcourt. What the tool did is unknown.",
    remedy: "Report it with the log of the gateway.",
  },
};
