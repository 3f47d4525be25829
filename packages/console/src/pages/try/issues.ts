import { pointerTo } from "../../ui/json.ts";
import type { Part } from "./layout.ts";

/** What the gate objects to, and where. */
export interface Issue {
  /** JSON Pointer into the arguments. */
  readonly pointer: string;
  readonly message: string;
  /** Names that the place lacks. Default: none. */
  readonly missing?: readonly string[] | undefined;
}

/** Brings each issue to its field. One without a field goes to the part around it. */
export function issuesByPart(root: Part, issues: readonly Issue[]): ReadonlyMap<string, Issue[]> {
  const drawn = new Set(pointersIn(root));
  const found = new Map<string, Issue[]>();
  for (const issue of issues) {
    for (const pointer of new Set(placesOf(issue, drawn))) {
      found.set(pointer, [...(found.get(pointer) ?? []), issue]);
    }
  }
  return found;
}

function placesOf({ pointer, missing = [] }: Issue, drawn: ReadonlySet<string>): readonly string[] {
  const places = missing.length === 0 ? [pointer] : missing.map((name) => pointerTo(pointer, name));
  return places.map((place) => nearest(place, drawn));
}

function nearest(pointer: string, drawn: ReadonlySet<string>): string {
  let at = pointer;
  while (at !== "" && !drawn.has(at)) at = at.slice(0, at.lastIndexOf("/"));
  return at;
}

function* pointersIn({ pointer, drawn }: Part): Generator<string, void> {
  yield pointer;
  if (drawn.kind === "choice") yield* pointersIn(drawn.part);
  if (drawn.kind !== "object" && drawn.kind !== "list") return;
  for (const part of drawn.parts) yield* pointersIn(part);
}
