import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type IncomingCall, type Permit, type Principal, setPermit, shownName } from "../call.ts";
import type { Stages } from "../pipeline.ts";

/** What a principal may do with a tool, whatever the arguments. */
export type Access =
  | Permit
  | {
      readonly kind: "forbidden";
      /** Permissions that the contract requires. Empty if the policy allows no call. */
      readonly missing: readonly string[];
      /** The statement that denies every call. Default: none. */
      readonly statement?: string;
      /** The version of the policy. Default: none, without a policy. */
      readonly policy?: string;
    }
  /** There is no usable policy. */
  | { readonly kind: "unavailable" };

/** The parts of a tool that access depends on. A draft has them before it is a tool. */
export interface Accessible extends Pick<RegisteredTool, "publicName"> {
  readonly contract: Pick<
    RegisteredTool["contract"],
    "server" | "name" | "effect" | "digest" | "terms"
  >;
}

export type AccessOf = (principal: Principal, tool: Accessible) => Access;

/** Which callable tools a principal sees: those it may call, or all of them. */
export type Listing = "permitted" | "all";

type Caller = Pick<IncomingCall, "principal" | "tool">;

/** Stands for every name without a tool. */
const noTool: Accessible = {
  publicName: "",
  contract: { server: "", name: "", effect: "destroy", digest: "", terms: {} },
};

/** Refuses callers that may not call a tool, and lets them learn nothing about it. */
export class Permits {
  readonly #accessOf: AccessOf;
  readonly #listing: Listing;

  constructor(accessOf: AccessOf, listing: Listing) {
    this.#accessOf = accessOf;
    this.#listing = listing;
  }

  /** Returns the permit for a tool that callers can see in the list. */
  ofListed(call: Caller, tool: Accessible): Permit {
    const access = this.#accessOf(call.principal, tool);
    if (access.kind === "permitted") return access;
    throw refusalOf(call, access, this.#listing === "permitted");
  }

  /** Passes a caller that may learn why a tool is not callable. No list shows such a tool. */
  assertMayKnow(call: Caller, tool: Accessible): void {
    const access = this.#accessOf(call.principal, tool);
    if (access.kind !== "permitted") throw refusalOf(call, access, true);
  }

  /**
   * Refuses an unknown name like a known one while no policy is usable. The difference would show
   * which tools exist.
   */
  assertUsable(call: Caller): void {
    const access = this.#accessOf(call.principal, noTool);
    if (access.kind === "unavailable") throw refusalOf(call, access, true);
  }
}

function refusalOf(
  call: Caller,
  access: Exclude<Access, Permit>,
  isHidden: boolean,
): Refusal<"not-permitted" | "policy-denied"> {
  const tool = shownName(call.tool);
  if (access.kind === "unavailable") {
    return new Refusal("policy-denied", { tool, because: "unavailable" });
  }
  const { kind: _kind, ...why } = access;
  return new Refusal("not-permitted", { tool, ...why, ...(isHidden && { isHidden }) });
}

/** Asks for nothing but the permissions in the contract. */
export function accessByContract(principal: Principal, { contract }: Accessible): Access {
  const { permissions } = principal;
  if (permissions === "all") return permitted;
  const needed = contract.terms.permissions ?? [];
  const missing = needed.filter((permission) => !permissions.includes(permission));
  return missing.length === 0 ? permitted : { kind: "forbidden", missing };
}

const permitted: Permit = { kind: "permitted" };

/**
 * Refuses a principal that may not call the tool, whatever the arguments. It comes before every
 * check of arguments, whose refusals would describe the schema.
 */
export function createPermit(permits: Permits): Stages["permit"] {
  return (call) => {
    setPermit(call, permits.ofListed(call, call.registered));
    return call;
  };
}
