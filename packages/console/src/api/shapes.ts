import {
  boolean,
  instant,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
} from "./decode.ts";

/** The states of a request for approval. */
export const approvalStates = [
  "pending",
  "approved",
  "consumed",
  "done",
  "failed",
  "unknown",
  "denied",
  "expired",
  "revoked",
] as const;

export type ApprovalState = (typeof approvalStates)[number];

const effects = ["read", "write", "destroy"] as const;
export type Effect = (typeof effects)[number];

/** A request for approval, as lists show it. */
export interface ApprovalSummary {
  readonly id: string;
  readonly state: ApprovalState;
  readonly tool: string;
  /** Undefined if the stored request was tampered with. */
  readonly server: string | undefined;
  readonly effect: Effect | undefined;
  readonly tenant: string | null | undefined;
  readonly requester: string;
  readonly from: "caller" | "operator";
  /** `console` if the requester typed the call on the page to try a tool. */
  readonly source: "console" | undefined;
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly approvers: number;
  readonly approvedBy: readonly string[];
  readonly decidedBy: string | undefined;
}

const summaryMembers = {
  id: text,
  state: oneOf(approvalStates),
  tool: text,
  server: optional(text),
  effect: optional(oneOf(effects)),
  tenant: optional(nullable(text)),
  requester: text,
  from: oneOf(["caller", "operator"]),
  source: optional(oneOf(["console"])),
  requestedAt: instant,
  expiresAt: instant,
  approvers: number,
  approvedBy: list(text),
  decidedBy: optional(text),
};

export const approvalSummary: Read<ApprovalSummary> = object<ApprovalSummary>(summaryMembers);

export interface ApprovalPage {
  readonly approvals: readonly ApprovalSummary[];
  /** Undefined on the last page. */
  readonly next: string | undefined;
}

export const approvalPage: Read<ApprovalPage> = object<ApprovalPage>({
  approvals: list(approvalSummary),
  next: optional(text),
});

/** A JSON document in two forms: the bytes that run, and every character of them made visible. */
export interface ExactText {
  readonly canonical: string;
  readonly visible: string;
}

export interface LastRun {
  readonly id: string;
  readonly changedArguments: readonly string[];
}

/** Why a statement about sequences asks for the approval. */
export interface AskedBecause {
  readonly statement: string;
  readonly text: string;
  /** The call whose result had the value. */
  readonly seen: { readonly call: string } | undefined;
}

/** One request with everything that will run. */
export interface Approval extends ApprovalSummary {
  readonly contract: string;
  /** Null if the tool's contract has changed since. */
  readonly description: string | null;
  readonly arguments: ExactText;
  readonly answers: ExactText | undefined;
  readonly reasons: readonly AskedBecause[];
  readonly lastRun: LastRun | undefined;
  readonly digest: string;
}

const exactText = object<ExactText>({ canonical: text, visible: text });

export const approval: Read<Approval> = object<Approval>({
  ...summaryMembers,
  contract: text,
  description: nullable(text),
  arguments: exactText,
  answers: optional(exactText),
  reasons: list(
    object<AskedBecause>({
      statement: text,
      text,
      seen: optional(object<{ readonly call: string }>({ call: text })),
    }),
  ),
  lastRun: optional(object<LastRun>({ id: text, changedArguments: list(text) })),
  digest: text,
});

export interface Principal {
  readonly id: string;
  readonly tenant: string | undefined;
}

const principal = object<Principal>({ id: text, tenant: optional(text) });

/** What signing in gives to the page. The other half of the session is a cookie. */
export interface SignedIn {
  readonly half: string;
  readonly principal: Principal;
  readonly expiresAt: number;
  readonly idleMinutes: number;
}

export const signedIn: Read<SignedIn> = object<SignedIn>({
  half: text,
  principal,
  expiresAt: instant,
  idleMinutes: number,
});

/** The signed-in principal and what it may do. */
export interface Me {
  readonly principal: Principal;
  readonly roles: readonly string[];
  readonly permissions: ReadonlyMap<string, boolean>;
  /** Null for a token. */
  readonly console: { readonly expiresAt: number } | null;
  readonly version: string;
}

export const me: Read<Me> = object<Me>({
  principal,
  roles: list(text),
  permissions: map(boolean),
  console: nullable(object<{ readonly expiresAt: number }>({ expiresAt: instant })),
  version: text,
});

/** Counts of what waits for a person. Null if it is not known, or not for the principal. */
export interface Waiting {
  readonly approvals: number | null;
  readonly heldTools: number | null;
  readonly drafts: number | null;
  readonly unfinishedCalls: number | null;
  readonly unsignedRows: number | null;
  readonly expiringConnections: number | null;
}

export interface Server {
  readonly name: string;
  readonly state: string;
  /** Undefined if nothing has failed. `because` is in the words of the gateway. */
  readonly lastError: { readonly because: string } | undefined;
}

/** The calls of ten seconds. */
export interface Bucket {
  readonly at: number;
  readonly count: number;
  readonly refused: number;
  readonly failed: number;
  /** Null in a bucket without calls. */
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface Overview {
  readonly at: number;
  readonly waiting: Waiting;
  readonly servers: readonly Server[];
  readonly calls: { readonly bucketSeconds: number; readonly buckets: readonly Bucket[] };
}

const count = nullable(number);

const server = object<Server>({
  name: text,
  state: text,
  lastError: optional(object<{ readonly because: string }>({ because: text })),
});

export const overview: Read<Overview> = object<Overview>({
  at: instant,
  waiting: object<Waiting>({
    approvals: count,
    heldTools: count,
    drafts: count,
    unfinishedCalls: count,
    unsignedRows: count,
    expiringConnections: count,
  }),
  servers: list(server),
  calls: object<Overview["calls"]>({
    bucketSeconds: number,
    buckets: list(
      object<Bucket>({
        at: instant,
        count: number,
        refused: number,
        failed: number,
        p50: (value, at) => (value === undefined ? null : nullable(number)(value, at)),
        p95: (value, at) => (value === undefined ? null : nullable(number)(value, at)),
      }),
    ),
  }),
});

/** One event of the stream. Every member but the topic may be missing. */
export interface LiveEvent {
  readonly id: string | undefined;
  readonly tool: string | undefined;
  readonly stage: string | undefined;
  readonly status: string | undefined;
  readonly code: string | undefined;
  readonly ms: number | undefined;
  readonly at: number | undefined;
}

function present<Value>(read: Read<Value>): Read<Value | undefined> {
  return (value, at) => (value === undefined || value === null ? undefined : read(value, at));
}

export const liveEvent: Read<LiveEvent> = object<LiveEvent>({
  id: present(text),
  tool: present(text),
  stage: present(text),
  status: present(text),
  code: present(text),
  ms: present(number),
  at: present(instant),
});

/** A refusal of the gateway, in its own words. */
export interface RefusalBody {
  readonly code: string;
  readonly message: string;
  /** The command to run next. */
  readonly next: string | undefined;
}

export const refusal: Read<RefusalBody> = object<RefusalBody>({
  code: text,
  message: text,
  next: present(text),
});

export const refusalBody: Read<{ readonly error: RefusalBody }> = object<{
  readonly error: RefusalBody;
}>({
  error: refusal,
});
