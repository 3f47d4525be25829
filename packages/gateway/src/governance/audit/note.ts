import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from "node:crypto";

/** Signs notes. `name` identifies the signer. */
export interface Signer {
  readonly name: string;
  /** The verifier's key: `name+id+key`. Not secret. */
  readonly publicKey: string;
  readonly sign: (text: string) => string;
}

export interface Verifier {
  readonly name: string;
  /** Returns the signed text, or undefined if no signature of this key is valid. */
  readonly open: (note: string) => string | undefined;
}

// The key type in a signed note: 1 is Ed25519.
const ed25519 = Buffer.of(1);
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");
const spki = Buffer.from("302a300506032b6570032100", "hex");
const privateMark = "PRIVATE+KEY+";
const keyName = /^[^\s+]{1,128}$/u;

/** Encodes a key as one line of text for a file. `seed` is 32 random bytes. */
export function keyTextOf(name: string, seed: Uint8Array): string {
  if (!keyName.test(name))
    throw new TypeError("The name of a key must not contain spaces or a plus.");
  const id = idOf(name, publicBytes(privateKeyOf(seed))).toString("hex");
  return `${privateMark}${name}+${id}+${Buffer.concat([ed25519, seed]).toString("base64")}`;
}

/** Returns undefined if the text is not a private key. */
export function parseSigner(text: string): Signer | undefined {
  if (!text.startsWith(privateMark)) return undefined;
  const parts = partsOf(text.slice(privateMark.length));
  if (parts === undefined) return undefined;
  const key = privateKeyOf(parts.bytes);
  const id = idOf(parts.name, publicBytes(key));
  if (id.toString("hex") !== parts.id) return undefined;
  return {
    name: parts.name,
    publicKey: publicText(parts.name, publicBytes(key)),
    sign: (signed) => {
      const signature = Buffer.concat([id, signBytes(null, Buffer.from(signed), key)]);
      return `${signed}\n— ${parts.name} ${signature.toString("base64")}\n`;
    },
  };
}

/** Returns undefined if the text is not a public key. */
export function parseVerifier(text: string): Verifier | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { name, bytes } = parts;
  const id = idOf(name, bytes);
  if (id.toString("hex") !== parts.id) return undefined;
  const key = createPublicKey({
    key: Buffer.concat([spki, bytes]),
    format: "der",
    type: "spki",
  });
  return { name, open: (note) => opened(note, { name, id, key }) };
}

interface Parts {
  readonly name: string;
  readonly id: string;
  readonly bytes: Buffer;
}

const keyForm = /^(?<name>[^\s+]{1,128})\+(?<id>[0-9a-f]{8})\+(?<key>[A-Za-z0-9+/=]{44})\s*$/u;

function partsOf(text: string): Parts | undefined {
  const found = match(keyForm, text, ["name", "id", "key"]);
  if (found === undefined) return undefined;
  const bytes = exactBytes(found.key);
  if (bytes?.length !== 33 || bytes[0] !== 1) return undefined;
  return { name: found.name, id: found.id, bytes: bytes.subarray(1) };
}

/** Decodes strict base64: of several spellings of the same bytes, only one is accepted. */
function exactBytes(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : undefined;
}

function opened(
  note: string,
  { name, id, key }: { readonly name: string; readonly id: Buffer; readonly key: KeyObject },
): string | undefined {
  const found = match(signedForm, note, ["text", "by", "base64"]);
  if (found === undefined || found.by !== name) return undefined;
  const signature = exactBytes(found.base64);
  if (signature?.subarray(0, 4).equals(id) !== true) return undefined;
  const isGood = verifyBytes(null, Buffer.from(found.text), key, signature.subarray(4));
  return isGood ? found.text : undefined;
}

// Exactly one signature: a line that cannot be verified here could be changed unnoticed.
const signedForm = /^(?<text>.+\n)\n— (?<by>[^\s+]+) (?<base64>[A-Za-z0-9+/=]{92})\n$/su;

function idOf(name: string, publicKey: Uint8Array): Buffer {
  return hash(
    "sha256",
    Buffer.concat([Buffer.from(`${name}\n`), ed25519, publicKey]),
    "buffer",
  ).subarray(0, 4);
}

function publicText(name: string, bytes: Buffer): string {
  const key = Buffer.concat([ed25519, bytes]).toString("base64");
  return `${name}+${idOf(name, bytes).toString("hex")}+${key}`;
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
}

function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(spki.length);
}

/** Returns the named groups of a match, or undefined. The pattern must contain all names. */
export function match<Name extends string>(
  form: RegExp,
  text: string,
  names: readonly Name[],
): Readonly<Record<Name, string>> | undefined {
  const groups = form.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const entries = names.map((name) => [name, groups[name] ?? ""]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each name
  return Object.fromEntries(entries) as Record<Name, string>;
}
