import { canonicalJson, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { createSignedTexts } from "./signed-text.ts";

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
  /** Undefined where it would be larger than anybody takes back. */
  readonly close: (state: RoundState) => string | undefined;
  /** Undefined where we did not make it, or somebody has changed it. */
  readonly open: (sealed: string) => RoundState | undefined;
}

const mark = "toolcourt-round.v1.";
const domain = "toolcourt-round-state-v1\0";
/** More than a state of a tool can come to once it is sealed, also inside of one of an approval. */
const longest = 262_144;

/** Signs what a client has to bring back. It carries no secret of ours, so it is readable; it cannot be changed. */
export function createRoundSeal(key: Uint8Array): RoundSeal {
  const signed = createSignedTexts({ key, mark, domain, longest });

  return {
    close: ({ nested, ...state }) => {
      const inside =
        nested === undefined ? {} : { nested: Buffer.from(nested).toString("base64url") };
      const body: JsonObject = { v: 1, ...state, ...inside };
      return signed.close(canonicalJson(body));
    },
    open: (sealed) => {
      const opened = signed.open(sealed);
      if (opened.kind !== "ours") return undefined;
      const read = schema.safeParse(parseJson(opened.text));
      if (!read.success) return undefined;
      const { v: _v, ...state } = read.data;
      return state;
    },
  };
}

function textOf(base64: string): string {
  return Buffer.from(base64, "base64url").toString("utf8");
}
