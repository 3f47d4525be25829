import { lockedTool, withLocked } from "@toolcourt/contracts/internal/lock/lock";
import { contractDigest } from "@toolcourt/sdk";
import type { Admission } from "./admit-tools.ts";

export interface Approving {
  readonly server: string;
  readonly tool: string;
  /** Digest that the lock would hold for the contract the approver looked at. */
  readonly digest: string;
  readonly by: string;
}

/** Returns the admission with the contract approved. Undefined if no tool has that contract now. */
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
