import { type Flow, type FlowPlaces, flowOf, flowPlaces, type ToolContract } from "@toolcourt/sdk";
import { reachesOutside } from "./reaches-outside.ts";

const flowWidenings = ["reach", "destination", "role", "origin", "sensitivity"] as const;
/** A gain in privilege by what a contract says of values: where they come from and go to. */
export type FlowWidening = (typeof flowWidenings)[number];

/** One version of a contract, with the places of its values. */
interface Version {
  readonly contract: ToolContract;
  readonly flow: Flow;
  readonly places: FlowPlaces;
}

interface Versions {
  readonly before: Version;
  readonly after: Version;
}

const asks: Readonly<Record<FlowWidening, (versions: Versions) => boolean>> = {
  reach: reachChanges,
  destination: destinationAppears,
  role: roleIsLost,
  origin: originIsLost,
  sensitivity: sensitivityIsLost,
};

/** Returns what a contract gained because it says other things of its values, or fewer. */
export function flowWideningsOf(
  before: ToolContract,
  after: ToolContract,
): readonly FlowWidening[] {
  const versions = { before: versionOf(before), after: versionOf(after) };
  return flowWidenings.filter((widening) => asks[widening](versions));
}

function versionOf(contract: ToolContract): Version {
  return { contract, flow: flowOf(contract), places: flowPlaces(contract) };
}

// Outside, data can leave. Inside, statements about tools that reach outside no longer apply.
function reachChanges({ before, after }: Versions): boolean {
  return before.flow.reach !== after.flow.reach;
}

function destinationAppears({ before, after }: Versions): boolean {
  const known = new Set(before.places.input.map(textOf));
  return after.places.input.some((place) => {
    const now = after.flow.argumentAt(place);
    if (now?.role !== "destination" || known.has(textOf(place))) return false;
    // A guess about a tool that stays inside is no way out.
    return !now.isGuessed || reachesOutside(after.contract.asReceived);
  });
}

function roleIsLost({ before, after }: Versions): boolean {
  return before.places.input.some((place) => {
    const was = before.flow.argumentAt(place);
    if (was === undefined || was.isGuessed || !after.places.takes(place)) return false;
    const now = after.flow.argumentAt(place);
    return now === undefined || now.isGuessed || now.role !== was.role;
  });
}

function originIsLost({ before, after }: Versions): boolean {
  return placesOfResults(before, after).some((place) => {
    const [was, now] = [before.flow.resultAt(place), after.flow.resultAt(place)];
    const isTrustedNow = was.origin !== "first-party" && now.origin === "first-party";
    return isTrustedNow || (was.isDeclared && !now.isDeclared);
  });
}

function sensitivityIsLost({ before, after }: Versions): boolean {
  return placesOfResults(before, after).some((place) => {
    const [was, now] = [before.flow.resultAt(place), after.flow.resultAt(place)];
    return was.sensitivity !== undefined && now.sensitivity !== was.sensitivity;
  });
}

/** What the new version can answer. A field that is gone has lost nothing. */
function placesOfResults(before: Version, after: Version): readonly (readonly string[])[] {
  return [...before.places.output, ...after.places.output].filter(after.places.answers);
}

function textOf(place: readonly string[]): string {
  return JSON.stringify(place);
}
