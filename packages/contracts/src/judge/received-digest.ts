import { contractDigest, type ToolContract } from "@toolcourt/sdk";

const known = new WeakMap<ToolContract, string>();

/**
 * Returns the digest of a contract as the lock holds it. Cached, because every step of an admission
 * needs it.
 */
export function receivedDigest(contract: ToolContract): string {
  const { server, asReceived } = contract;
  const digest = known.get(contract) ?? contractDigest({ server, asReceived });
  known.set(contract, digest);
  return digest;
}
