import type { Category, Effect, JsonObject } from "@toolcourt/sdk";
import type { Caps } from "./caps.ts";

export const kinds = ["local", "user", "system"] as const;
/**
 * Kind of a principal: the user of this machine, a user with an identity, or a program of its own.
 */
export type Kind = (typeof kinds)[number];

/** The principal, as far as a policy sees it. */
export interface PolicyPrincipal {
  readonly id: string;
  /** Permissions the principal has regardless of the policy's roles. */
  readonly permissions: readonly string[] | "all";
  /** Roles from a trusted issuer. Roles that the policy does not define are ignored. */
  readonly roles?: readonly string[];
  readonly scopes?: readonly string[];
  /** The other token claims. */
  readonly claims?: JsonObject;
  readonly tenant?: string;
  /** Default: `user`, which has no rights by default. */
  readonly kind?: Kind;
}

/**
 * The tool, as far as a policy sees it. Results are cached per object, so a changed tool must be a
 * new object.
 */
export interface PolicyTool {
  /** The name that callers use. */
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

/** Asks whether this principal may call this tool with these arguments. */
export interface PolicyQuestion {
  readonly principal: PolicyPrincipal;
  readonly tool: PolicyTool;
  /** Validated against the input schema, defaults applied. */
  readonly args: JsonObject;
  /** The connection that the call uses. Default: none. */
  readonly connection?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A resource or a prompt, as far as a policy sees it. */
export interface PolicyItem {
  readonly kind: "resource" | "prompt";
  readonly server: string;
  /** The URI of a resource, the text of a template, or the name of a prompt. */
  readonly name: string;
}

/** Asks whether this principal may send this request about a resource or a prompt. */
export interface ItemQuestion {
  readonly principal: PolicyPrincipal;
  readonly item: PolicyItem;
  /** The protocol's method, such as `resources/read`. */
  readonly method: string;
  /** The arguments of a prompt, or the argument to complete. */
  readonly args: JsonObject;
  /** Whether the built-in statement for dynamic servers applies to this principal and server. */
  readonly isDynamic: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type PolicyDecision =
  | {
      readonly kind: "allowed";
      readonly statement: string;
      /** Default: undefined, if no limit applies. */
      readonly caps?: Caps;
    }
  | {
      readonly kind: "refused";
      readonly because: "denied" | "condition-failed";
      /** The deciding statement. */
      readonly statement: string;
    }
  | { readonly kind: "refused"; readonly because: "no-statement" }
  /** The principal lacks permissions that the contract requires. */
  | {
      readonly kind: "refused";
      readonly because: "missing-permission";
      readonly missing: readonly string[];
    };
