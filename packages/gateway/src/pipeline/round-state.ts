import { canonicalJson, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { openText, type SignatureKind, signText } from "./signed-text.ts";

const text = z.string();

const schema = z.strictObject({
  v: z.literal(1),
  tenant: text.nullable(),
  principal: text,
  tool: text,
  args_hash: text,
  contract_hash: text,
  /** How many times the tool has asked in this call. */
  round: z.int().min(1),
  expires_at: z.int(),
  /** The tool's own state in Base64, so that its size does not depend on its characters. */
  nested: text.transform(textOf).optional(),
});

/** The state returned with the answers to a tool's question: its call, and the tool's own state. */
export type RoundState = Omit<z.output<typeof schema>, "v">;

const mark = "toolcourt-round.v1.";
const domain = "toolcourt-round-state-v1\0";
/** Larger than a sealed tool state can be, even inside an approval's state. */
const maxLength = 262_144;

/**
 * Signs the state that a client returns. It carries no secret of ours, so it is readable but
 * tamper-proof.
 */
export class RoundSeal {
  readonly #kind: SignatureKind;

  constructor(key: Uint8Array) {
    this.#kind = { key, mark, domain, maxLength };
  }

  /** Returns undefined if it would exceed the size that clients return. */
  close({ nested, ...state }: RoundState): string | undefined {
    const inside =
      nested === undefined ? {} : { nested: Buffer.from(nested).toString("base64url") };
    const body: JsonObject = { v: 1, ...state, ...inside };
    return signText(this.#kind, canonicalJson(body));
  }

  /** Returns undefined if we did not sign it, or it was changed. */
  open(sealed: string): RoundState | undefined {
    const opened = openText(this.#kind, sealed);
    if (opened.kind !== "ours") return undefined;
    const read = schema.safeParse(parseJson(opened.text));
    if (!read.success) return undefined;
    const { v: _v, ...state } = read.data;
    return state;
  }
}

function textOf(base64: string): string {
  return Buffer.from(base64, "base64url").toString("utf8");
}
