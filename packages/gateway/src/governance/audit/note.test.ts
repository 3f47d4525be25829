import { auditSigner } from "@toolcourt/testing/audit";
import { describe, expect, it } from "vitest";
import { openCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { keyTextOf, parseSigner, parseVerifier } from "./note.ts";

// The example of the reference implementation of signed notes.
const privateKey = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const publicKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

describe("a signed note", () => {
  it("equals the reference implementation's for the same key", () => {
    const signer = parseSigner(privateKey);

    expect(signer?.publicKey).toBe(publicKey);
    expect(signer?.sign(text)).toBe(note);
  });

  it("opens with the public key, but not after any change", () => {
    const verifier = parseVerifier(publicKey);

    expect(verifier?.open(note)).toBe(text);
    expect(verifier?.open(note.replace("answer", "anSwer"))).toBeUndefined();
    expect(verifier?.open(note.replace("JnAM=", "JnAN="))).toBeUndefined();
    expect(verifier?.open(note.replace("JnAM=", "JnAMA"))).toBeUndefined();
    expect(verifier?.open(note.trimEnd())).toBeUndefined();
    expect(verifier?.open(`${note}— PeterNeumann x08=\n`)).toBeUndefined();
  });

  it("does not open with another key of the same name", () => {
    const verifier = parseVerifier(auditSigner("PeterNeumann").publicKey);

    expect(verifier?.open(note)).toBeUndefined();
  });

  it.each(["", "x", privateKey, publicKey.replace("c74f20a3", "c74f20a4"), `${publicKey}AA`])(
    "rejects an invalid public key: %j",
    (wrong) => {
      expect(parseVerifier(wrong)).toBeUndefined();
    },
  );

  it.each(["", publicKey, privateKey.replace("c74f", "c74e")])(
    "rejects an invalid private key: %j",
    (wrong) => {
      expect(parseSigner(wrong)).toBeUndefined();
    },
  );

  it("refuses a key name that would break a note", () => {
    expect(() => keyTextOf("a b", Buffer.alloc(32))).toThrow(TypeError);
  });
});

describe("a checkpoint", () => {
  const signer = auditSigner();
  const verifiers = [parseVerifier(signer.publicKey)].filter((each) => each !== undefined);
  const root = Buffer.alloc(32, 1);

  it("returns the signed content", () => {
    const signed = signCheckpoint(signer, { size: 12, root });

    expect(openCheckpoint(signed, verifiers)).toEqual({ origin: "toolcourt/test", size: 12, root });
  });

  it.each([
    `other\n12\n${root.toString("base64")}\n`,
    `toolcourt/test\n012\n${root.toString("base64")}\n`,
    "toolcourt/test\n12\nroot\n",
  ])("rejects any other note signed by the key: %j", (signed) => {
    expect(openCheckpoint(signer.sign(signed), verifiers)).toBeUndefined();
  });
});
