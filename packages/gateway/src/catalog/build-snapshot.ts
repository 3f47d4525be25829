import type { Named } from "./admission/arrange.ts";
import type { RegisteredTool, Snapshot } from "./snapshot.ts";

/** Builds a snapshot, sorted by public name, with the answer to `tools/list` ready. */
export function buildSnapshot(version: number, named: Iterable<Named>): Snapshot {
  const sorted = [...named].toSorted((a, b) => (a.publicName < b.publicName ? -1 : 1));
  return Object.freeze({
    version,
    tools: new Map(sorted.map((each) => [each.publicName, registered(each)])),
    listed: Object.freeze(
      sorted
        .filter(({ candidate }) => candidate.hold === undefined)
        .map(({ publicName, candidate }) => ({ ...candidate.shown, name: publicName })),
    ),
  });
}

function registered({ publicName, candidate }: Named): RegisteredTool {
  const { shown: _shown, ...tool } = candidate;
  return Object.freeze({ publicName, ...tool });
}
