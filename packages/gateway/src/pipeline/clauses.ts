export const clauseNames = [
  "input",
  "output",
  "output-missing",
  "is-error-flag",
  "text-agrees",
  "size",
  "annotations",
] as const;
/** One rule enforced when a contract is used. */
export type ClauseName = (typeof clauseNames)[number];

export const clauseModes = ["off", "observe", "enforce"] as const;
export type ClauseMode = (typeof clauseModes)[number];
export type Clauses = Readonly<Record<ClauseName, ClauseMode>>;

/** Almost no real server sets `isError` or repeats its structure as text, so these two only watch. */
export const defaultClauses: Clauses = {
  input: "enforce",
  output: "enforce",
  "output-missing": "enforce",
  "is-error-flag": "observe",
  "text-agrees": "observe",
  size: "enforce",
  annotations: "enforce",
};
