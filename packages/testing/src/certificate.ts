import { generateKeyPairSync, type KeyPairKeyObjectResult, sign } from "node:crypto";

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
  const keys = createKeys();
  const name = named("Test");
  return signed(keys, { subject: name, extension: namesOf(names) }, { name, keys });
}

/** Creates the certificate of a client, with an RSA key unless another pair is given. */
export function createClientCertificate({
  keys = generateKeyPairSync("rsa", { modulusLength: 2_048 }),
  until = "491231235959Z",
}: {
  readonly keys?: Keys;
  readonly until?: string;
} = {}): Certificate {
  const subject = { subject: named("Client"), extension: namesOf([]), until };
  return signed(keys, subject, { name: named("Test"), keys: createKeys() });
}

/** A certificate authority of its own, which no machine trusts by default. */
export interface Authority {
  /** Its own certificate, for a file of trusted ones. */
  readonly cert: string;
  /** Issues a certificate for the given names only. */
  readonly issue: (...names: readonly string[]) => Certificate;
}

export function createAuthority(): Authority {
  const issuer = { name: named("Test Authority"), keys: createKeys() };
  const mayIssue = der(sequence, oid("551d13"), der(tags.octets, der(sequence, yes)));
  const own = { subject: issuer.name, extension: mayIssue };
  return {
    cert: signed(issuer.keys, own, issuer).cert,
    issue: (...names) =>
      signed(createKeys(), { subject: named("Test"), extension: namesOf(names) }, issuer),
  };
}

const yes = der(0x01, Buffer.from([0xff]));

type Keys = KeyPairKeyObjectResult;

function createKeys() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

function named(text: string): Buffer {
  return der(sequence, der(set, der(sequence, oid("550403"), der(tags.text, Buffer.from(text)))));
}

function namesOf(names: readonly string[]): Buffer {
  const altNames = names.map((name) => der(0x82, Buffer.from(name)));
  return der(sequence, oid("551d11"), der(tags.octets, der(sequence, ...altNames)));
}

interface Subject {
  readonly subject: Buffer;
  readonly extension: Buffer;
  /** The end of validity. Default: a far one. */
  readonly until?: string;
}

function signed(
  { privateKey, publicKey }: Keys,
  { subject, extension, until = "491231235959Z" }: Subject,
  issuer: { readonly name: Buffer; readonly keys: Keys },
): Certificate {
  const body = der(
    sequence,
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    ecdsaWithSha256,
    issuer.name,
    der(sequence, time("200101000000Z"), time(until)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(sequence, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", body, issuer.keys.privateKey)]);
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
