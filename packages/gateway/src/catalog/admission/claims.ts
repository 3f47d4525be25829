import type { Hold } from "../snapshot.ts";
import { type Candidate, ownerOf } from "./candidate.ts";
import { asOwner, type Naming } from "./owners.ts";

export function isServers(candidate: Candidate): boolean {
  return ownerOf(candidate) !== undefined;
}

/** A tool that was never admitted, or that no caller may call, takes no name from another. */
export function claims({ hold }: Candidate): boolean {
  return hold === undefined || !unclaiming.has(hold.kind);
}

const unclaiming: ReadonlySet<Hold["kind"]> = new Set([
  "not-admitted",
  "nonconformant",
  "unreviewed",
]);

interface Reserving extends Pick<Naming, "nameOf"> {
  readonly reserved?: ReadonlySet<string> | undefined;
}

/** Returns the reserved name that a tool would take. Undefined for any other tool. */
export function reservedName(
  candidate: Candidate,
  { reserved, nameOf }: Reserving,
): string | undefined {
  if (reserved === undefined) return undefined;
  const name = nameOf(asOwner(candidate));
  return reserved.has(name) ? name : undefined;
}
