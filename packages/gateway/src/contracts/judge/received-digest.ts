import { contractDigest, type ToolContract } from "@toolcourt/sdk";

const known = new WeakMap<ToolContract, string>();

/** What a lock has as the digest of a contract. Asked for at every step of an admission, so it is worked out once. */
export function receivedDigest(contract: ToolContract): string {
  const { server, asReceived } = contract;
  const digest = known.get(contract) ?? contractDigest({ server, asReceived });
  known.set(contract, digest);
  return digest;
}
