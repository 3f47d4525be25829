import type { Category, Effect, JsonObject, Reach } from "@toolcourt/sdk";
import type { Kind, PolicyItem, PolicyPrincipal, PolicyTool } from "../question.ts";

// The names available to conditions. They are classes because the engine infers types from
// constructors. It then refuses an unknown field when the policy is read, not on a call.

export class PrincipalFacts {
  readonly id: string;
  readonly kind: Kind;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly scopes: readonly string[];
  readonly claims: JsonObject;
  readonly tenant?: string;

  constructor(
    principal: PolicyPrincipal,
    standing: { readonly roles: readonly string[]; readonly permissions: readonly string[] },
  ) {
    this.id = principal.id;
    this.kind = principal.kind ?? "user";
    this.roles = standing.roles;
    this.permissions = standing.permissions;
    this.scopes = principal.scopes ?? [];
    this.claims = principal.claims ?? {};
    if (principal.tenant !== undefined) this.tenant = principal.tenant;
  }
}

export class ToolFacts {
  readonly name: string;
  readonly server: string;
  readonly effect: Effect;
  readonly tags: readonly string[];
  readonly category?: Category;

  constructor({ publicName, contract: { server, effect, terms } }: PolicyTool) {
    this.name = publicName;
    this.server = server;
    this.effect = effect;
    this.tags = terms.tags ?? [];
    if (terms.category !== undefined) this.category = terms.category;
  }
}

export class ContractFacts {
  readonly name: string;
  readonly digest: string;
  readonly permissions: readonly string[];
  readonly version?: string;

  constructor({ name, digest, terms }: PolicyTool["contract"]) {
    this.name = name;
    this.digest = digest;
    this.permissions = terms.permissions ?? [];
    if (terms.version !== undefined) this.version = terms.version;
  }
}

export class ConnectionFacts {
  readonly name?: string;

  constructor(name: string | undefined) {
    if (name !== undefined) this.name = name;
  }
}

/** The request itself. A tool call has neither a URI nor a prompt. */
export class RequestFacts {
  readonly method: string;
  readonly server: string;
  readonly uri?: string;
  readonly prompt?: string;

  constructor(method: string, server: string, item?: PolicyItem) {
    this.method = method;
    this.server = server;
    if (item?.kind === "resource") this.uri = item.name;
    if (item?.kind === "prompt") this.prompt = item.name;
  }
}

/** The call, as far as it is known of an earlier one too. */
export class CallFacts {
  /** Public name. */
  readonly tool: string;
  readonly server: string;
  readonly effect: Effect;
  readonly reach: Reach;

  constructor({ tool, server, effect, reach }: Omit<CallFacts, never>) {
    this.tool = tool;
    this.server = server;
    this.effect = effect;
    this.reach = reach;
  }
}

/** All names available to conditions. */
export interface Facts {
  readonly principal: PrincipalFacts;
  /** Only for a tool. A condition that reads it for anything else fails. */
  readonly tool?: ToolFacts;
  /** Only for a tool. */
  readonly contract?: ContractFacts;
  readonly request: RequestFacts;
  readonly args: JsonObject;
  readonly connection: ConnectionFacts;
  readonly now: Date;
  /** Only for sequences. */
  readonly call?: CallFacts;
}

/** The size of values: the longest collection, and the total. */
export interface Weight {
  /** The longest list, or the largest map by keys. */
  readonly longest: number;
  /** Values and characters, plus a penalty for lookups among many keys. */
  readonly size: number;
}

/** Adds a value to a weight. */
export function weigh(value: unknown, { longest, size }: Weight = nothing): Weight {
  const scale = { longest, size };
  // Not recursive: the caller controls the depth of the arguments.
  const open: unknown[] = [value];
  while (open.length > 0) {
    const here = open.pop();
    scale.size += typeof here === "string" ? here.length + 1 : 1;
    if (typeof here === "object" && here !== null) unpack(here, open, scale);
  }
  return scale;
}

const nothing: Weight = { longest: 0, size: 0 };

/**
 * Above this many keys the engine switches to dictionary mode, and a lookup costs as much as this
 * many characters.
 */
const many = { keys: 1_000, steps: 50 };

function unpack(here: object, open: unknown[], scale: { longest: number; size: number }): void {
  if (Array.isArray(here)) {
    scale.longest = Math.max(scale.longest, here.length);
    for (const value of here) open.push(value);
    return;
  }
  // For an object with many keys, `Object.values` takes several times as long as lookups by key.
  const keys = Object.keys(here);
  scale.longest = Math.max(scale.longest, keys.length);
  if (keys.length > many.keys) scale.size += keys.length * many.steps;
  for (const key of keys) {
    scale.size += key.length;
    open.push(Reflect.get(here, key));
  }
}
