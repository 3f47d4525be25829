import { contractDigest } from "@toolcourt/sdk";
import { lockedTool, withLocked } from "../../contracts/lock/lock.ts";
import type { Admission } from "./admit-tools.ts";

export interface Approving {
  readonly server: string;
  readonly tool: string;
  /** The digest that a lock would have of the contract that the person looked at. */
  readonly digest: string;
  readonly by: string;
}

/** The admission with a contract approved, or nothing when no tool has that contract now. */
export function approve(
  admission: Admission,
  { server, tool, digest, by }: Approving,
  at: number,
): Admission | undefined {
  const known = admission.byServer.get(server)?.find(({ contract }) => contract.name === tool);
  if (known === undefined) return undefined;
  const { contract } = known;
  if (contractDigest({ server, asReceived: contract.asReceived }) !== digest) return undefined;
  const quarantined = new Map(admission.quarantine.get(server));
  quarantined.delete(tool);
  return {
    ...admission,
    lock: withLocked(admission.lock, server, new Map([[tool, lockedTool(contract, { by, at })]])),
    quarantine: new Map(admission.quarantine).set(server, quarantined),
  };
}
