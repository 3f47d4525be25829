import type { AdminCatalog, NoDetails } from "./entry.ts";

/** The details of each refusal to show what the gateway offers. */
export interface OfferErrorDetails {
  "server-absent": NoDetails;
  /** The same for an unknown tool and for one that the sender may not know of. */
  "tool-absent": NoDetails;
}

/** The refusals to show what the gateway offers. */
export const offerCatalog: AdminCatalog<OfferErrorDetails> = {
  "server-absent": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such server.",
    meaning: "The configuration in force has no server of this name.",
    remedy: "List the servers and choose one.",
    next: () => "toolcourt servers",
  },
  "tool-absent": {
    class: "validation",
    status: () => 404,
    message: () => "There is no such tool.",
    meaning: "No server calls a tool so, its tools are not known, or the sender could not call it.",
    remedy: "List the tools and choose one.",
    next: () => "toolcourt tools",
  },
};
