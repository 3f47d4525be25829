import type { JsonObject } from "@toolcourt/sdk";
import type { CallCatalog } from "./entry.ts";

/** The details of each refusal of a request that is no tool call. */
export interface RelayErrorDetails {
  "resource-unknown": { readonly uri: string };
  "prompt-unknown": { readonly prompt: string };
  "relay-quarantined": {
    readonly what: "prompt" | "resource template" | "view";
    readonly name: string;
    readonly server: string;
    readonly reason: "drifted" | "not-admitted" | "unsafe";
    /** How it differs from the lock. */
    readonly difference?: string;
    /** What is unsafe, as a pointer into the view and what was expected there. */
    readonly problem?: string;
  };
  "relay-refused": OfRequest;
  "relay-failed": OfRequest & {
    readonly fault: JsonObject;
    /** Whether the fault may be temporary. */
    readonly passing: boolean;
  };
}

interface OfRequest {
  readonly method: string;
  readonly server: string;
}

/** Every refusal to relay a request that is no tool call. */
export const relayCatalog: CallCatalog<RelayErrorDetails> = {
  "resource-unknown": {
    class: "validation",
    channel: "client",
    message: ({ uri }) => `There is no resource at "${uri}".`,
    meaning: "No server lists the URI, no template matches it, or its server does not know it.",
    remedy: "List the resources again and read one by its exact URI.",
    data: ({ uri }) => ({ uri }),
  },
  "prompt-unknown": {
    class: "validation",
    channel: "client",
    message: ({ prompt }) => `There is no prompt named "${prompt}".`,
    meaning: "No server has a prompt of that name, or the configuration does not allow it.",
    remedy: "List the prompts again, or name the prompt under `prompts` of its server.",
  },
  "relay-quarantined": {
    class: "business",
    channel: "client",
    message: ({ what, name, reason }) =>
      `The ${what} "${name}" is in quarantine: ${whyHeld[reason]}.`,
    meaning:
      "The prompt, the resource template or the view is known but held. It differs from the lock, or it was never admitted. An unsafe view names more than origins in its security policy, and no approval admits it.",
    remedy: "Use another one, and ask the operator to look at `toolcourt lock`.",
    next: () => "toolcourt lock",
    evidence: ["server", "reason", "difference", "problem"],
  },
  "relay-refused": {
    class: "validation",
    channel: "client",
    message: ({ method, server }) => `The server ${server} does not accept this ${method}.`,
    meaning: "The server rejected the parameters of the request.",
    remedy: "Compare the parameters with the server's lists, and send the request again.",
    evidence: ["method", "server"],
  },
  "relay-failed": {
    class: "system",
    channel: "client",
    retryable: ({ passing }) => passing,
    message: ({ method, server }) => `The server ${server} did not answer ${method} correctly.`,
    meaning:
      "A resource, a prompt or a completion could not be relayed. Its server was silent, failed, sent too much, or asked a forbidden question.",
    remedy: "Try again if the refusal is marked retryable. Otherwise check the server.",
    evidence: ["method", "server", "fault"],
  },
};

const whyHeld = {
  drifted: "it differs from what was approved",
  "not-admitted": "it was not admitted",
  unsafe: "its security policy is not safe",
} satisfies Record<RelayErrorDetails["relay-quarantined"]["reason"], string>;
