import {
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "../../api/decode.ts";

export const origins = ["file", "variable", "default"] as const;
export type OriginKind = (typeof origins)[number];

interface Origin {
  readonly kind: OriginKind;
  /** Of a value in a file. */
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** Of a variable. */
  readonly name: string | undefined;
}

export interface Setting {
  readonly path: string;
  /** As the command shows it: a text as it is, anything else as JSON. */
  readonly value: string;
  readonly origin: Origin;
}

interface WaitingFile {
  readonly file: "configuration" | "policy" | "keys" | "certificate";
  readonly state: "waiting" | "unusable";
}

/** The selectors of a limit. Without any of them it is for all principals and tools. */
export const selectors = [
  "principals",
  "kinds",
  "tenants",
  "roles",
  "tools",
  "effects",
  "tags",
  "categories",
] as const;

type Selectors = Readonly<Record<(typeof selectors)[number], readonly string[] | undefined>>;

/** What the policy sets at most. */
export interface Limit extends Selectors {
  readonly id: string;
  readonly timeoutMs: number | null;
  readonly retries: number | null;
  readonly resultBytes: number | null;
}

export interface LimitsShape {
  /** Null without a usable policy. */
  readonly from: string | null;
  readonly total: number;
  readonly entries: readonly Limit[];
}

export interface SettingsPageShape {
  readonly file: string | null;
  readonly waiting: readonly WaitingFile[];
  readonly total: number;
  readonly settings: readonly Setting[];
  readonly next: string | undefined;
  /** Null without the permission to read the policy. */
  readonly limits: LimitsShape | null;
}

const texts = optional(list(text));

const limits = object<LimitsShape>({
  from: nullable(text),
  total: number,
  entries: list(
    object<Limit>({
      id: text,
      principals: texts,
      kinds: texts,
      tenants: texts,
      roles: texts,
      tools: texts,
      effects: texts,
      tags: texts,
      categories: texts,
      timeoutMs: nullable(number),
      retries: nullable(number),
      resultBytes: nullable(number),
    }),
  ),
});

const shown: Read<string> = (value) => (typeof value === "string" ? value : JSON.stringify(value));

export const settingsPage: Read<SettingsPageShape> = object<SettingsPageShape>({
  file: nullable(text),
  waiting: list(
    object<WaitingFile>({
      file: oneOf(["configuration", "policy", "keys", "certificate"]),
      state: oneOf(["waiting", "unusable"]),
    }),
  ),
  total: number,
  settings: list(
    object<Setting>({
      path: text,
      value: shown,
      origin: object<Origin>({
        kind: oneOf(origins),
        file: optional(text),
        line: optional(number),
        name: optional(text),
      }),
    }),
  ),
  next: optional(text),
  limits: nullable(limits),
});

export interface ChangedSetting {
  readonly path: string;
  /** Null if it was not set. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ReloadPlan {
  readonly settings: readonly ChangedSetting[];
  readonly files: readonly string[];
  readonly servers: {
    readonly started: readonly string[];
    readonly restarted: readonly string[];
    readonly stopped: readonly string[];
  };
  readonly tools: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

const names = list(text);

export const reloadAnswer: Read<{ readonly plan: ReloadPlan }> = object<{
  readonly plan: ReloadPlan;
}>({
  plan: object<ReloadPlan>({
    settings: list(
      object<ChangedSetting>({ path: text, before: nullable(shown), after: nullable(shown) }),
    ),
    files: names,
    servers: object<ReloadPlan["servers"]>({ started: names, restarted: names, stopped: names }),
    tools: object<ReloadPlan["tools"]>({ added: names, removed: names }),
  }),
});

export interface ClientSetup {
  readonly client: string;
  readonly title: string;
  readonly command: string;
  /** Null for a client that starts the gateway itself. */
  readonly entry: { readonly file: string; readonly text: string } | null;
}

export interface Endpoint {
  /** Null for the whole gateway. */
  readonly name: string | null;
  readonly path: string;
  readonly url: string;
  readonly prefix: string;
  readonly discovery: "list" | "search" | "both";
  readonly tools: {
    readonly callable: number;
    readonly held: number;
    readonly names: readonly string[];
  };
  readonly clients: readonly ClientSetup[];
}

export interface EndpointsShape {
  readonly asksForKey: boolean;
  readonly endpoints: readonly Endpoint[];
}

export const endpointsAnswer: Read<EndpointsShape> = object<EndpointsShape>({
  asksForKey: boolean,
  endpoints: list(
    object<Endpoint>({
      name: nullable(text),
      path: text,
      url: text,
      prefix: text,
      discovery: oneOf(["list", "search", "both"]),
      tools: object<Endpoint["tools"]>({ callable: number, held: number, names }),
      clients: list(
        object<ClientSetup>({
          client: text,
          title: text,
          command: text,
          entry: nullable(object<NonNullable<ClientSetup["entry"]>>({ file: text, text })),
        }),
      ),
    }),
  ),
});
