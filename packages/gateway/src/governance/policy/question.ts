import type { Category, Effect, JsonObject } from "@toolcourt/sdk";

export const kinds = ["local", "user", "system"] as const;
/** Whether a principal is whoever sits at this machine, somebody with an identity, or a program of its own. */
export type Kind = (typeof kinds)[number];

/** Who calls, as far as a policy can tell. */
export interface PolicyPrincipal {
  readonly id: string;
  /** What the principal may do whatever the policy's roles add to it. */
  readonly permissions: readonly string[] | "all";
  /** As somebody we trust has said; those that the policy does not define count for nothing. */
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  /** What else the token says. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** Absent means `user`, who has no rights by default. */
  readonly kind?: Kind;
}

/** What is called, as far as a policy can tell. A new tool is a new object: what is worked out for one is kept. */
export interface PolicyTool {
  /** What callers say. */
  readonly publicName: string;
  readonly contract: {
    readonly server: string;
    readonly name: string;
    readonly effect: Effect;
    readonly digest: string;
    readonly terms: {
      readonly permissions?: readonly string[];
      readonly category?: Category;
      readonly tags?: readonly string[];
      readonly version?: string;
    };
  };
}

/** May this principal call this tool with these arguments? */
export interface PolicyQuestion {
  readonly principal: PolicyPrincipal;
  readonly tool: PolicyTool;
  /** After the input schema, defaults applied. */
  readonly args: JsonObject;
  /** The stored access that the call uses, where it uses one. */
  readonly connection?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type PolicyDecision =
  | { readonly kind: "allowed"; readonly statement: string }
  | {
      readonly kind: "refused";
      readonly because: "denied" | "condition-failed";
      /** The statement that decided. */
      readonly statement: string;
    }
  | { readonly kind: "refused"; readonly because: "no-statement" }
  /** The contract asks for permissions that the principal does not have. */
  | {
      readonly kind: "refused";
      readonly because: "missing-permission";
      readonly missing: readonly string[];
    };
