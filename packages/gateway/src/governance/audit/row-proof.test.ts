import { auditSigner, filledLog } from "@toolcourt/testing/audit";
import { describe, expect, it } from "vitest";
import { parseVerifier, type Verifier } from "./note.ts";
import { isProof, proveRow, verifyProof } from "./row-proof.ts";

const { stores, signer } = await filledLog(50, 20);

function verifierOf(key: string): readonly Verifier[] {
  return [parseVerifier(key)].filter((each) => each !== undefined);
}

describe("the proof of a row", () => {
  it.each([1, 7, 20, 21, 40])("proves row %i and no other", async (sequence) => {
    const proof = (await proveRow(stores.audit, sequence)) ?? "";

    expect(isProof(proof.split("\n")[0] ?? "")).toBe(true);
    expect(verifyProof(proof, verifierOf(signer.publicKey))).toEqual({
      origin: "toolcourt/test",
      sequence,
      body: `{"row":${sequence},"text":"é\\n"}`,
    });
  });

  it("cannot be made for an unsigned or missing row", async () => {
    expect(await proveRow(stores.audit, 41)).toBeUndefined();
    expect(await proveRow(stores.audit, 51)).toBeUndefined();
    expect(await proveRow(stores.audit, 0)).toBeUndefined();
  });

  it("proves nothing if any part was changed", async () => {
    const proof = (await proveRow(stores.audit, 7)) ?? "";
    const verifiers = verifierOf(signer.publicKey);
    const changed = [
      proof.replace("index 6", "index 5"),
      proof.replace(/extra \S/, "extra A"),
      proof.replace("\n20\n", "\n21\n"),
      proof.replace(/(index 6\n\S+\n)\S+\n/, "$1"),
      proof.slice(0, -1),
      "",
    ];

    for (const each of changed) expect(verifyProof(each, verifiers)).toBeUndefined();
    expect(verifyProof(proof, verifierOf(auditSigner("toolcourt/test", 8).publicKey))).toBe(
      undefined,
    );
  });
});
