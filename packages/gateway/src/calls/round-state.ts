import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";

const text = z.string();

const schema = z.strictObject({
  v: z.literal(1),
  tenant: text.nullable(),
  principal: text,
  tool: text,
  args_hash: text,
  contract_hash: text,
  /** How often the tool has asked in this call. */
  round: z.int().min(1),
  expires_at: z.int(),
  /** What the tool wants back, in Base64: so it takes the same room whatever its characters are. */
  nested: text.transform(textOf).optional(),
});

/** What comes back with the answers to a tool's question: which call it was asked in, and what the tool wants back. */
export type RoundState = Omit<z.output<typeof schema>, "v">;

export interface RoundSeal {
  readonly close: (state: RoundState) => string;
  /** Undefined where we did not make it, or somebody has changed it. */
  readonly open: (sealed: string) => RoundState | undefined;
}

const mark = "toolcourt-round.v1.";
const domain = "toolcourt-round-state-v1\0";
/** More than a state of a tool can come to once it is sealed, also inside of one of an approval. */
const longest = 131_072;

/** Signs what a client has to bring back. It carries no secret of ours, so it is readable; it cannot be changed. */
export function createRoundSeal(key: Uint8Array): RoundSeal {
  const sign = (payload: string): string =>
    createHmac("sha256", key).update(domain).update(payload).digest("base64url");

  return {
    close: ({ nested, ...state }) => {
      const inside = nested === undefined ? {} : { nested: base64Of(nested) };
      const body: JsonObject = { v: 1, ...state, ...inside };
      const payload = base64Of(canonicalJson(body));
      return `${mark}${payload}.${sign(payload)}`;
    },
    open: (sealed) => {
      if (!sealed.startsWith(mark) || sealed.length > longest) return undefined;
      const [payload = "", signature = "", ...more] = sealed.slice(mark.length).split(".");
      if (more.length > 0 || !isSame(signature, sign(payload))) return undefined;
      const read = schema.safeParse(parseJson(textOf(payload)));
      if (!read.success) return undefined;
      const { v: _v, ...state } = read.data;
      return state;
    },
  };
}

function base64Of(plain: string): string {
  return Buffer.from(plain).toString("base64url");
}

function textOf(base64: string): string {
  return Buffer.from(base64, "base64url").toString("utf8");
}

// Compared as it is written: one signature has one spelling.
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
