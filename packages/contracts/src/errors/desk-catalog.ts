import type { AdminCatalog, NoDetails } from "./entry.ts";

/** The details of each refusal of work on the policy, on connections and on the configuration. */
export interface DeskErrorDetails {
  "policy-refused": {
    readonly because: keyof typeof policyReasons;
    /** What is wrong with the text. Default: nothing is. */
    readonly mistakes?: readonly {
      readonly line: number;
      readonly column: number;
      readonly message: string;
    }[];
  };
  /** The same for an unknown connection and for one of another tenant. */
  "connection-unknown": NoDetails;
  "connection-unchanged": { readonly because: keyof typeof connectionReasons };
  /** The sender is of one tenant. */
  "configuration-refused": NoDetails;
}

const policyReasons = {
  tenant: {
    status: 403,
    text: "The policy names all tenants, so principals of one tenant do not get it.",
  },
  "no-tool": { status: 404, text: "No tool has this name." },
  invalid: { status: 400, text: "The text is not a policy. See the mistakes." },
  elsewhere: {
    status: 409,
    text: "Nothing was changed: the policy is not in the store. Change its file.",
  },
  overtaken: {
    status: 409,
    text: "Nothing was changed: another version is the newest. Look at it first.",
  },
} as const;

const connectionReasons = {
  overtaken: { status: 409, text: "A concurrent change won. Look at it again." },
  revoked: { status: 409, text: "The connection is revoked. Add another one." },
  "not-pushed": { status: 409, text: "Its credential is not a token that was given to it." },
  unreadable: { status: 409, text: "An incompatible version wrote the connection." },
  vault: { status: 503, text: "The key that seals secrets cannot be used." },
} as const;

const listConnections = (): string => "toolcourt connections list";

/** Every refusal of work on the policy, on connections and on the configuration. */
export const deskCatalog: AdminCatalog<DeskErrorDetails> = {
  "policy-refused": {
    class: "validation",
    status: ({ because }) => policyReasons[because].status,
    message: ({ because }) => policyReasons[because].text,
    meaning:
      "The sender may not see the policy, it cannot be changed here, or the text is not a policy.",
    remedy: "Correct what the message names. The page on policies has the format.",
    next: ({ because }) => (because === "no-tool" ? "toolcourt tools" : "toolcourt policy --help"),
  },
  "connection-unknown": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such connection.",
    meaning: "No connection has this id, or it belongs to another tenant.",
    remedy: "List the connections and choose one.",
    next: listConnections,
  },
  "connection-unchanged": {
    class: "business",
    status: ({ because }) => connectionReasons[because].status,
    message: ({ because }) => `Nothing was changed. ${connectionReasons[because].text}`,
    meaning: "The connection is not in a state for this change, or was changed meanwhile.",
    remedy: "Look at the connection again. Its page names the command that repairs it.",
    next: listConnections,
  },
  "configuration-refused": {
    class: "validation",
    status: () => 403,
    message: () =>
      "The configuration names the keys of all tenants, so principals of one tenant do not get it.",
    meaning: "The sender is of one tenant, and the configuration is that of all.",
    remedy: "Ask a person without a tenant. The endpoints are shown to every tenant.",
    next: () => "toolcourt effective",
  },
};
