import type { JsonObject } from "@toolcourt/sdk";
import type { CallCatalog } from "./entry.ts";

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
