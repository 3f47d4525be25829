import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
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
    if (!hasGateway(egress)) yield withoutGateway(set);
    yield* directTargets(set, allowed);
  }
}

function isDiscovery(set: JsonObject, toolbox: JsonObject): boolean {
  const named = own(set, "profile") ?? own(toolbox, "profile");
  return isJsonArray(named) && named.includes(profile);
}

function hasGateway(egress: unknown): boolean {
  const gateway = isJsonObject(egress) ? own(egress, "gateway") : undefined;
  return isJsonObject(gateway) && own(gateway, "url") !== undefined;
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
