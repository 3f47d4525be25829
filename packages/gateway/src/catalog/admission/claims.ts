import type { Hold } from "../snapshot.ts";
import { type Candidate, ownerOf } from "./candidate.ts";
import { naturalName, type PolicyOf } from "./owners.ts";

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

interface Reserving {
  readonly reserved?: ReadonlySet<string> | undefined;
  readonly policyOf: PolicyOf;
}

/** Returns the reserved name that a tool would take. Undefined for any other tool. */
export function reservedName(
  candidate: Candidate,
  { reserved, policyOf }: Reserving,
): string | undefined {
  if (reserved === undefined) return undefined;
  const owner = { server: ownerOf(candidate), tool: candidate.contract.name };
  const name = naturalName(owner, policyOf);
  return reserved.has(name) ? name : undefined;
}
