import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { readUrl } from "../boundary/egress/read-url.ts";
import { type Entry, entries, isText, problem, toolboxOf } from "./entries.ts";

// The targets of discoveries: the origins that HTTP tools of the profile `cloud-discovery` name as
// their base. Token endpoints, stores and sources of drafts are no targets.

const profile = "cloud-discovery";

/** Requires a route through the API gateway for every target of a discovery (S2-18). */
export function* targetProblems(config: JsonObject): Generator<Problem> {
  const { path, toolbox } = toolboxOf(config);
  const sets = entries(toolbox, path, "http").filter(({ value }) => isDiscovery(value, toolbox));
  const egress = own(config, "egress");
  const allowed = isJsonObject(egress) ? entries(egress, ["egress"], "allow") : [];
  for (const set of sets) {
    const gateway = gatewayOf(egress);
    if (gateway === undefined) yield withoutGateway(set);
    else yield* ownGateway(set, originOf(gateway), allowed);
    yield* directTargets(set, allowed);
  }
  const hasLocal = isDiscovery({}, toolbox) && own(toolbox, "local") !== undefined;
  if (hasLocal) yield* ownGateway({ path, value: {} }, originOf(gatewayOf(egress)), allowed);
}

function isDiscovery(set: JsonObject, toolbox: JsonObject): boolean {
  const named = own(set, "profile") ?? own(toolbox, "profile");
  return isJsonArray(named) && named.includes(profile);
}

function gatewayOf(egress: JsonValue | undefined): JsonValue | undefined {
  const gateway = isJsonObject(egress) ? own(egress, "gateway") : undefined;
  return isJsonObject(gateway) ? own(gateway, "url") : undefined;
}

/**
 * A target that is its own gateway has none. Drafts and local tools name no base, so every origin
 * that goes through the gateway may be their target.
 */
function* ownGateway(
  { value }: Entry,
  gateway: string | undefined,
  allowed: readonly Entry[],
): Generator<Problem> {
  const base = own(value, "base");
  const routed = allowed.filter((entry) => own(entry.value, "via") !== "direct");
  const targets = base === undefined ? routed.map((entry) => own(entry.value, "origin")) : [base];
  if (gateway === undefined || !targets.some((target) => originOf(target) === gateway)) return;
  const message = `Expected another origin than that of a target of the profile ${profile}; got the target itself. Set it to the address of the API gateway.`;
  yield problem(["egress", "gateway", "url"], message);
}

function withoutGateway({ path, value }: Entry): Problem {
  const [place, part]: [Path, Problem["part"]] =
    own(value, "base") === undefined ? [path, "key"] : [[...path, "base"], "value"];
  const message = `Expected a target behind the API gateway, because the profile is ${profile}; \`egress.gateway.url\` is missing. Set it to the address of the gateway.`;
  return problem(place, message, part);
}

function* directTargets({ value }: Entry, allowed: readonly Entry[]): Generator<Problem> {
  const origin = originOf(own(value, "base"));
  if (origin === undefined) return;
  for (const entry of allowed) {
    const isTarget = originOf(own(entry.value, "origin")) === origin;
    if (!isTarget || own(entry.value, "via") !== "direct") continue;
    const message = `Expected gateway, because tools of the profile ${profile} have this origin as their base; got direct. Remove \`via\`.`;
    yield problem([...entry.path, "via"], message);
  }
}

function originOf(address: ReturnType<typeof own>): string | undefined {
  const reading = isText(address) ? readUrl(address) : undefined;
  return reading?.kind === "read" ? reading.url.origin : undefined;
}
