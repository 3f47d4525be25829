import type { JsonObject } from "@toolcourt/sdk";
import type { CallEntry } from "./entry.ts";

/** The details of each refusal of a request that is no tool call. */
export interface RelayErrorDetails {
  "resource-unknown": { readonly uri: string };
  "prompt-unknown": { readonly prompt: string };
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
export const relayCatalog: {
  readonly [Code in keyof RelayErrorDetails]: CallEntry<RelayErrorDetails[Code]>;
} = {
  "resource-unknown": {
    class: "validation",
    channel: "client",
    retryable: false,
    exit: 2,
    message: ({ uri }) => `There is no resource at "${uri}".`,
    meaning: "No server lists the address, no template matches it, or its server does not know it.",
    remedy: "List the resources again and read one of them by its exact address.",
    next: () => "toolcourt explain-error resource-unknown",
    data: ({ uri }) => ({ uri }),
  },
  "prompt-unknown": {
    class: "validation",
    channel: "client",
    retryable: false,
    exit: 2,
    message: ({ prompt }) => `There is no prompt named "${prompt}".`,
    meaning: "No server has a prompt of that name, or the configuration does not let it pass.",
    remedy: "List the prompts again, or name the prompt under `prompts` of its server.",
    next: () => "toolcourt explain-error prompt-unknown",
  },
  "relay-refused": {
    class: "validation",
    channel: "client",
    retryable: false,
    exit: 2,
    message: ({ method, server }) => `The server ${server} does not accept this ${method}.`,
    meaning: "The server answered that the parameters of the request are not what it expects.",
    remedy: "Compare the parameters with what the server lists, and ask again.",
    next: () => "toolcourt explain-error relay-refused",
    evidence: ({ method, server }) => ({ method, server }),
  },
  "relay-failed": {
    class: "system",
    channel: "client",
    retryable: ({ passing }) => passing,
    exit: 2,
    message: ({ method, server }) => `The server ${server} did not answer ${method} as it should.`,
    meaning:
      "A resource, a prompt or a completion could not be passed on: its server was silent, failed, answered with too much, or asked for something that it may not ask.",
    remedy: "Ask again if the refusal is marked retryable; otherwise look at the server.",
    next: () => "toolcourt explain-error relay-failed",
    evidence: ({ method, server, fault }) => ({ method, server, fault }),
  },
};
