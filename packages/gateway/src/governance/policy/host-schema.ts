import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { choice, keysAndValues, slugOf } from "./schema-pieces.ts";

const partError = expectedUnseen("a part of a public key, in base64url");
const part = z.string({ error: partError }).regex(/^[\w-]{20,1024}$/, { error: partError });
const curves = ["Ed25519", "P-256", "P-384"] as const;

/** A public key as JSON Web Key. A private one has parts that are not read here, and is refused. */
const publicKey = z.strictObject(
  {
    kty: choice(["OKP", "EC", "RSA"]),
    crv: z.exactOptional(choice(curves)),
    x: z.exactOptional(part),
    y: z.exactOptional(part),
    n: z.exactOptional(part),
    e: z.exactOptional(z.string({ error: partError }).regex(/^[\w-]{1,16}$/, { error: partError })),
    kid: z.exactOptional(z.string()),
    alg: z.exactOptional(z.string()),
    use: z.exactOptional(choice(["sig"])),
  },
  { error: expected("a public key as JSON Web Key, without private parts") },
);

/** A program that hands over what a person wrote, signed with its key. */
export const host = z.strictObject(
  { id: slugOf("the id of a host, which its tokens name as issuer"), key: publicKey },
  keysAndValues,
);

export type HostEntry = z.output<typeof host>;
