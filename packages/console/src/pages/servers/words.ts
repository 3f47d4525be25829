import type { ServerState } from "./shapes.ts";

/** Empty for none. */
function counted(count: number, thing: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}

/** Every text of the pages of servers. */
export const texts = {
  title: "Servers",
  list: "Servers",
  one: "Server",
  back: "All servers",
  none: "No server is configured. Take over those of your client:",
  noneCommand: "npx toolcourt init",
  name: "Server",
  state: "State",
  mode: "Mode",
  since: "Since",
  sinceUnknown: "not known",
  tools: "Tools",
  held: "Held",
  breaker: "Circuit breaker",
  breaches: "Breaches",
  states: {
    ready: "ready",
    "left-out": "left out",
    unreachable: "unreachable",
  } satisfies Record<ServerState, string>,
  required: "required",
  optional: "optional",
  counted: (admitted: number, withApproval: number) =>
    withApproval === 0 ? `${admitted}` : `${admitted}, ${withApproval} with approval`,
  closed: "closed",
  open: "open",
  openHint: "The server cannot be reached, so only trials are sent.",
  paused: (tools: number) => (tools === 1 ? "1 tool paused" : `${tools} tools paused`),
  pausedHint: "After failures, calls of a tool wait a moment for one caller.",

  address: "Address",
  profiles: "Profiles",
  need: "At the start",
  era: "Protocol",
  eraText: (era: string) => `${era} era`,
  eraUnknown: "never connected",
  restarts: "Connected again",
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
  offers: "Also offers",
  also: (prompts: number, resources: number, templates: number) =>
    [counted(prompts, "prompt"), counted(resources, "resource"), counted(templates, "template")]
      .filter((part) => part !== "")
      .join(", "),
  offersNothing: "nothing",
  lastError: "Last error",
  over: "It is over.",
  wrote: "The server wrote",
  toTools: (count: number) => (count === 1 ? "1 tool" : `${count} tools`),
  toHeld: (count: number) => `${count} held`,
  clauses: "Clauses of its contracts",
  clausesHint:
    "Counted since the gateway started, and for people without a tenant. A clause in observe refuses nothing.",
  noClauses: "No call of its tools was checked yet, or you are of one tenant.",
  clause: "Clause",
  checked: "Checked",
  broken: "Broken",
} as const;
