import {
  boolean,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

/** What is wrong at a place of a text. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const mark = object<Mark>({ line: number, column: number, message: text });

export interface Policy {
  readonly from: "file" | "store" | "default";
  readonly name: string;
  /** Null if it cannot be read. */
  readonly text: string | null;
  readonly version: string | null;
  readonly inForce: string | null;
  readonly usable: boolean;
  readonly statements: number;
  readonly waitsForReload: boolean;
  readonly problems: readonly string[];
  readonly marks: readonly Mark[];
  readonly writable: boolean;
  readonly by: string | undefined;
  readonly at: number | undefined;
}

export const policy: Read<Policy> = object<Policy>({
  from: oneOf(["file", "store", "default"]),
  name: text,
  text: nullable(text),
  version: nullable(text),
  inForce: nullable(text),
  usable: boolean,
  statements: number,
  waitsForReload: boolean,
  problems: list(text),
  marks: list(mark),
  writable: boolean,
  by: optional(text),
  at: optional(instant),
});

export interface Version {
  readonly version: string;
  readonly by: string;
  readonly at: number;
}

export interface Versions {
  readonly versions: readonly Version[];
}

export const versions: Read<Versions> = object<Versions>({
  versions: list(object<Version>({ version: text, by: text, at: instant })),
});

export interface Checked {
  readonly usable: boolean;
  readonly version: string | null;
  readonly statements: number;
  readonly marks: readonly Mark[];
}

export const checked: Read<Checked> = object<Checked>({
  usable: boolean,
  version: nullable(text),
  statements: number,
  marks: list(mark),
});

export const fates = [
  "decided",
  "holds",
  "other-principal",
  "other-tool",
  "condition-false",
  "condition-failed",
] as const;
export type Fate = (typeof fates)[number];

export interface StatementFate {
  readonly id: string;
  readonly effect: "allow" | "deny";
  readonly fate: Fate;
}

const reasons = ["denied", "condition-failed", "no-statement", "missing-permission"] as const;
export type Reason = (typeof reasons)[number];

export interface Explained {
  readonly version: string;
  readonly decision: "allow" | "deny";
  /** Null for an allowed call. */
  readonly because: Reason | null;
  readonly statement: string | null;
  readonly missing: readonly string[];
  readonly roles: readonly string[];
  readonly statements: readonly StatementFate[];
}

const effect = oneOf(["allow", "deny"]);

export const explained: Read<Explained> = object<Explained>({
  version: text,
  decision: effect,
  because: nullable(oneOf(reasons)),
  statement: nullable(text),
  missing: list(text),
  roles: list(text),
  statements: list(object<StatementFate>({ id: text, effect, fate: oneOf(fates) })),
});

/** A recorded call, and what another text would decide about it. */
export interface Tried {
  readonly callId: string;
  readonly at: number;
  readonly tool: string;
  readonly server: string;
  readonly principal: string;
  readonly tenant: string | null;
  readonly was: "allow" | "deny";
  readonly wasBy: string | null;
  readonly becomes: "allow" | "deny" | "unknown";
  readonly by: string | null;
  readonly lacks: readonly string[];
}

export interface Trial {
  readonly calls: number;
  readonly rows: number;
  readonly since: number | null;
  readonly same: number;
  readonly changed: number;
  readonly unknown: number;
  readonly changes: readonly Tried[];
  readonly unknowns: readonly Tried[];
}

const tried = object<Tried>({
  callId: text,
  at: instant,
  tool: text,
  server: text,
  principal: text,
  tenant: nullable(text),
  was: effect,
  wasBy: nullable(text),
  becomes: oneOf(["allow", "deny", "unknown"]),
  by: nullable(text),
  lacks: list(text),
});

export const trial: Read<Trial> = object<Trial>({
  calls: number,
  rows: number,
  since: nullable(instant),
  same: number,
  changed: number,
  unknown: number,
  changes: list(tried),
  unknowns: list(tried),
});

export interface Put {
  readonly version: string;
  readonly changed: boolean;
}

export const put: Read<Put> = object<Put>({ version: text, changed: boolean });
