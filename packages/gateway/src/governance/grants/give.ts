import { declaresEffect } from "../../catalog/admission/settle.ts";
import type { StoredGrant } from "../../stores/grant-store.ts";
import { compileArgumentCondition } from "../policy/argument-condition.ts";
import { fits } from "../policy/selectors.ts";
import type { Giver, GrantDeps, Tool } from "./grants.ts";

/** A grant as its giver asks for it. */
export interface Gift extends Giver {
  readonly server: string;
  /** The public name of a tool of this server, or a pattern in which `*` stands for any text. */
  readonly tool: string;
  /** The id of one principal. */
  readonly principal: string;
  readonly tenant: string | null;
  readonly uses: number;
  /** An ISO 8601 duration of hours, minutes and seconds. */
  readonly lasts: string;
  /** A condition over the arguments. Default: any arguments fit. */
  readonly when?: string | undefined;
  readonly reason: string;
}

export type GiveResult =
  | {
      readonly kind: "given";
      readonly grant: StoredGrant;
      /** The tools that fit the pattern and are not covered. */
      readonly leftOut: readonly LeftOut[];
    }
  | { readonly kind: "invalid"; readonly problems: readonly string[] }
  /** A principal cannot give itself a grant. */
  | { readonly kind: "own" }
  | { readonly kind: "not-permitted" }
  /** No tool fits, or none of those can have a grant. */
  | { readonly kind: "no-tool"; readonly leftOut: readonly LeftOut[] }
  | { readonly kind: "too-many"; readonly max: number };

export interface LeftOut {
  readonly tool: string;
  readonly because: keyof typeof whyLeftOut;
}

/** Why a tool is not covered, as the end of a sentence. */
export const whyLeftOut = {
  destroys: "it destroys something",
  demands: "its own contract demands approval",
  held: "it is held and cannot be called",
  free: "it needs no approval",
  undeclared: "its effects are not declared",
} as const;

/** Bounds of every grant. */
const grantLimits = { uses: 1_000, ms: 8 * 3_600_000, active: 20 } as const;

/** Gives a grant, bound to the contracts of the tools that fit now. */
export async function give(deps: GrantDeps, gift: Gift): Promise<GiveResult> {
  const { store, clock, entryOf, checks } = deps;
  const { by, roles, principal, tenant } = gift;
  const ms = msIn(gift.lasts);
  const problems = problemsIn(gift, ms);
  if (problems.length > 0 || ms === undefined) return { kind: "invalid", problems };
  if (by === principal) return { kind: "own" };
  if (!checks.mayGive({ by, roles }, tenant)) return { kind: "not-permitted" };
  const { covered, leftOut } = toolsFor(gift, checks.tools().values());
  if (covered.length === 0) return { kind: "no-tool", leftOut };

  const at = clock.now();
  const id = Buffer.from(deps.randomBytes(16)).toString("hex");
  const tools = Object.fromEntries(
    covered.map(({ publicName, contract }) => [publicName, contract.digest]),
  );
  const grant = newGrant(gift, { id, tools, createdAt: at, expiresAt: at + ms });
  const entry = await entryOf({ kind: "grant.given", at, grant });
  const added = await store.add(grant, { max: grantLimits.active, entry });
  if (added === "too-many") return { kind: "too-many", max: grantLimits.active };
  return { kind: "given", grant, leftOut };
}

type New = Pick<StoredGrant, "id" | "tools" | "createdAt" | "expiresAt">;

function newGrant(gift: Gift, made: New): StoredGrant {
  const { server, tool: pattern, principal, tenant, uses, when, reason, by, roles } = gift;
  return {
    ...made,
    server,
    pattern,
    principal,
    tenant,
    ...(when !== undefined && { condition: when }),
    reason,
    maxUses: uses,
    used: 0,
    state: "active",
    givenBy: by,
    ...(roles !== undefined && { giverRoles: roles }),
  };
}

function toolsFor({ server, tool }: Gift, all: Iterable<Tool>) {
  const covered: Tool[] = [];
  const leftOut: LeftOut[] = [];
  for (const each of all) {
    if (each.contract.server !== server || !fits(tool, each.publicName)) continue;
    const because = whyNoGrant(each) ?? whyNotBy(tool, each);
    if (because === undefined) covered.push(each);
    else leftOut.push({ tool: each.publicName, because });
  }
  return { covered, leftOut };
}

// An undeclared tool may destroy something, so its giver must mean this very tool.
function whyNotBy(
  pattern: string,
  { publicName, contract, settings }: Tool,
): LeftOut["because"] | undefined {
  if (settings.approval === "none") return "free";
  return pattern === publicName || declaresEffect(contract) ? undefined : "undeclared";
}

/** Returns why a tool can have no grant at all. Undefined if it can. */
export function whyNoGrant({ contract, hold }: Tool): LeftOut["because"] | undefined {
  if (contract.effect === "destroy") return "destroys";
  if ((contract.terms.approval ?? "none") !== "none") return "demands";
  return hold === undefined ? undefined : "held";
}

const name = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,256}(?<!\s)$/u;
const nameForm = "1 to 256 visible characters, no space at either end";
const sentence = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,500}(?<!\s)$/u;

function problemsIn(gift: Gift, ms: number | undefined): readonly string[] {
  const { server, tool, principal, tenant, uses, reason, when } = gift;
  const isCount = Number.isInteger(uses) && uses >= 1 && uses <= grantLimits.uses;
  const checked: readonly (readonly [isRight: boolean, expected: string])[] = [
    [name.test(server), `server: Expected the name of a server, ${nameForm}.`],
    [name.test(tool), `tool: Expected the name of a tool or a pattern with *, ${nameForm}.`],
    [
      name.test(principal) && principal !== "*",
      `principal: Expected the exact id of one principal, ${nameForm}. A pattern is not possible.`,
    ],
    [tenant === null || name.test(tenant), `tenant: Expected the name of a tenant, ${nameForm}.`],
    [isCount, `uses: Expected a whole number from 1 to ${grantLimits.uses}.`],
    [
      ms !== undefined,
      "for: Expected an ISO 8601 duration of at most 8 hours, such as PT30M or PT1H.",
    ],
    [sentence.test(reason), "reason: Expected a reason of 1 to 500 visible characters."],
  ];
  const wrong = checked.flatMap(([isRight, expected]) => (isRight ? [] : [expected]));
  return [...wrong, ...(when === undefined ? [] : conditionProblems(when))];
}

function conditionProblems(when: string): readonly string[] {
  const compiled = compileArgumentCondition(when);
  if (compiled.kind === "condition") return [];
  return compiled.objections.map(
    ({ offset, message }) => `when, character ${offset + 1}: ${message}`,
  );
}

/** Returns the milliseconds of a duration. Undefined if it is none, or not within the bounds. */
function msIn(lasts: string): number | undefined {
  const found = /^PT(?=\d)(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?$/.exec(lasts);
  if (found === null) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = found;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return ms >= 1 && ms <= grantLimits.ms ? ms : undefined;
}
