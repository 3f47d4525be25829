export const probeKinds = [
  "start",
  "list",
  "examples",
  "valid",
  "invalid",
  "unknown",
  "repeat",
  "observe",
  "time",
  "cancel",
  "hints",
] as const;
/** Kind of a probe. */
export type ProbeKind = (typeof probeKinds)[number];

/** Human-readable description of each probe. */
export const probeTitles: Readonly<Record<ProbeKind, string>> = {
  start: "what the server sends before it is called",
  list: "the list of tools stays as it is",
  examples: "the contract's own examples",
  valid: "inputs that the schema accepts",
  invalid: "inputs that break one keyword each",
  unknown: "an argument that the schema does not name",
  repeat: "the same call again",
  observe: "what other reads see before and after",
  time: "the time class of the contract",
  cancel: "leaving a call before it is answered",
  hints: "hints and confidence",
};
