import type { Category, Effect, JsonObject } from "@toolcourt/sdk";
import type { Kind, PolicyPrincipal, PolicyTool } from "../question.ts";

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

/** All names available to conditions. */
export interface Facts {
  readonly principal: PrincipalFacts;
  readonly tool: ToolFacts;
  readonly contract: ContractFacts;
  readonly args: JsonObject;
  readonly connection: ConnectionFacts;
  readonly now: Date;
}
