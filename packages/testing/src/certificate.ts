import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
} as const;
const sequence = 0x30;
const set = 0x31;

const ecdsaWithSha256 = der(sequence, oid("2a8648ce3d040302"));

/** Creates a self-signed certificate for the given names only. */
export function createCertificate(...names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = der(
    sequence,
    der(set, der(sequence, oid("550403"), der(tags.text, Buffer.from("Test")))),
  );
  const altNames = names.map((name) => der(0x82, Buffer.from(name)));
  const subjectAltName = der(sequence, oid("551d11"), der(tags.octets, der(sequence, ...altNames)));
  const body = der(
    sequence,
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    ecdsaWithSha256,
    issuer,
    der(sequence, time("200101000000Z"), time("491231235959Z")),
    issuer,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(sequence, subjectAltName)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]);
  const whole = der(sequence, body, ecdsaWithSha256, der(tags.bits, signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(tags.oid, Buffer.from(hex, "hex"));
}

function time(text: string): Buffer {
  return der(tags.time, Buffer.from(text));
}
