import {
  boolean,
  instant,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

export interface Finding {
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly pointer: string;
  readonly message: string;
}

/** Where a setting comes from. */
export interface Source {
  readonly kind: "file" | "variable" | "default" | "contract" | "undeclared" | "policy";
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly name: string | undefined;
  readonly limit: string | undefined;
}

export interface Sourced {
  readonly value: string | number;
  readonly from: Source;
}

const sourced = object<Sourced>({
  value: (value, at) => (typeof value === "number" ? value : text(value, at)),
  from: object<Source>({
    kind: oneOf(["file", "variable", "default", "contract", "undeclared", "policy"]),
    file: optional(text),
    line: optional(number),
    name: optional(text),
    limit: optional(text),
  }),
});

/** A limit of the policy for some callers. */
export interface SomeLimit {
  readonly limit: string;
  readonly file: string;
  readonly timeoutMs: number | undefined;
  readonly retries: number | undefined;
  readonly resultBytes: number | undefined;
}

export interface Grant {
  readonly id: string;
  readonly principal: string;
  readonly left: number;
  readonly expiresAt: number;
  readonly isCurrent: boolean;
}

/** What applies to a tool, and why: the answer of `toolcourt explain --json`. */
export interface Explanation {
  readonly address: string | undefined;
  readonly mode: string | undefined;
  readonly profiles: readonly string[];
  readonly effectBecause: string;
  readonly settings: {
    readonly maxInstances: Sourced;
    readonly timeoutMs: Sourced;
    readonly retries: Sourced | undefined;
    readonly resultBytes: Sourced | undefined;
    readonly approval: Sourced;
  };
  readonly limits: readonly SomeLimit[] | undefined;
  readonly grants: readonly Grant[] | undefined;
  readonly endpoints: readonly { readonly name: string; readonly tool: string }[] | undefined;
  readonly steps: readonly { readonly tool: string; readonly state: string }[] | undefined;
  readonly clauses: ReadonlyMap<string, string>;
  readonly hints: string;
  readonly allowedRequests: readonly string[];
  readonly findings: readonly Finding[];
}

export const explanation: Read<Explanation> = object<Explanation>({
  address: optional(text),
  mode: optional(text),
  profiles: list(text),
  effectBecause: text,
  settings: object<Explanation["settings"]>({
    maxInstances: sourced,
    timeoutMs: sourced,
    retries: optional(sourced),
    resultBytes: optional(sourced),
    approval: sourced,
  }),
  limits: optional(
    list(
      object<SomeLimit>({
        limit: text,
        file: text,
        timeoutMs: optional(number),
        retries: optional(number),
        resultBytes: optional(number),
      }),
    ),
  ),
  grants: optional(
    list(
      object<Grant>({
        id: text,
        principal: text,
        left: number,
        expiresAt: instant,
        isCurrent: boolean,
      }),
    ),
  ),
  endpoints: optional(list(object({ name: text, tool: text }))),
  steps: optional(list(object({ tool: text, state: text }))),
  clauses: map(text),
  hints: text,
  allowedRequests: list(text),
  findings: list(
    object<Finding>({
      rule: text,
      severity: oneOf(["error", "warning"]),
      pointer: text,
      message: text,
    }),
  ),
});

/** How often a clause was checked, and broken. */
export interface ClauseCount {
  readonly clause: string;
  readonly checked: number;
  readonly broken: number;
}
