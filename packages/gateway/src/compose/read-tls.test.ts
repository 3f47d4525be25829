import { generateKeyPairSync } from "node:crypto";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import {
  createAuthority,
  createCertificate,
  createClientCertificate,
} from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { endsInDays, readTls } from "./read-tls.ts";

const good = createCertificate("localhost");
const config = { certFile: "cert.pem", keyFile: "key.pem", minVersion: "TLSv1.2" } as const;

async function reading(files: Readonly<Record<string, string>>, mode = 0o600) {
  const folder = await openFolder(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  if (files["key.pem"] !== undefined) await chmod(join(folder.path, "key.pem"), mode);
  const clock = { ...createFakeClock(), now: () => Date.parse("2026-11-01") };
  return readTls(config, { folder: folder.path, clock });
}

describe("readTls", () => {
  it("returns the texts of a pair that belongs together, and its end", async () => {
    const { tls, endsAt } = await reading({ "cert.pem": good.cert, "key.pem": good.key });

    expect([tls.cert, tls.key]).toEqual([good.cert, good.key]);
    expect(new Date(endsAt).getUTCFullYear()).toBe(2049);
  });

  it.each([
    ["a chain in the wrong order", chainWrong(), "does not belong to server.tls.key_file"],
    ["the key of another", { ...pem(good), "key.pem": createCertificate("a").key }, "not belong"],
    [
      "an ended certificate",
      pem(createClientCertificate({ until: "251231235959Z" })),
      "It ended on 2025-12-31",
    ],
    [
      "a key in place of the certificate",
      { "cert.pem": good.key, "key.pem": good.key },
      "only certificates",
    ],
    ["a key that is too short", pem(shortKey()), "TLS does not accept it (ee key too small)"],
    ["no PEM", { "cert.pem": "hello", "key.pem": good.key }, "Expected certificates in PEM"],
    [
      "a certificate in place of the key",
      { "cert.pem": good.cert, "key.pem": good.cert },
      "private key in PEM",
    ],
  ])("refuses %s, and names the file", async (_, files, problem) => {
    const refused = reading(files);

    await expect(refused).rejects.toMatchObject({ code: "config-invalid" });
    await expect(refused).rejects.toThrow(problem);
  });

  it.each(["cert.pem", "key.pem"])("names a missing file: %s", async (missing) => {
    const { [missing]: _gone, ...files } = pem(good);

    await expect(reading(files)).rejects.toMatchObject({
      code: "file-unreadable",
      details: { file: missing, because: "missing" },
    });
  });

  it("refuses a key that every user can read, and takes one of a group", async () => {
    await expect(reading(pem(good), 0o644)).rejects.toThrow("set its mode to 0600");
    await expect(reading(pem(good), 0o440)).resolves.toMatchObject({ tls: { key: good.key } });
  });
});

describe("endsInDays", () => {
  it("counts whole days, and only in the last two weeks", () => {
    const day = 86_400_000;

    expect([endsInDays(13.5 * day, 0), endsInDays(14 * day, 0)]).toEqual([13, undefined]);
  });
});

function pem({ cert, key }: typeof good): Record<string, string> {
  return { "cert.pem": cert, "key.pem": key };
}

function shortKey(): typeof good {
  const keys = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  return createClientCertificate({ keys });
}

function chainWrong(): Record<string, string> {
  const authority = createAuthority();
  const own = authority.issue("localhost");
  return { "cert.pem": `${authority.cert}${own.cert}`, "key.pem": own.key };
}
