import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { z } from "zod";
import { openText, type SignatureKind, signText } from "../../pipeline/signed-text.ts";

const text = z.string();

const stateSchema = z.strictObject({
  v: z.literal(1),
  approval: text,
  digest: text,
  tenant: text.nullable(),
  principal: text,
  tool: text,
  args_hash: text,
  contract_hash: text,
  expires_at: z.int(),
  /** The tool's own resumption data. */
  nested: z
    .strictObject({
      inputResponses: z.custom<JsonObject>(isJsonObject).optional(),
      requestState: text.optional(),
    })
    .optional(),
});

/** The state returned with the answer to our question: the approval and the call it is about. */
export type AskedState = Omit<z.output<typeof stateSchema>, "v">;

export type OpenedState =
  | { readonly kind: "ours"; readonly state: AskedState }
  /** Not ours, so it belongs to the tool. */
  | { readonly kind: "foreign" }
  | { readonly kind: "expired" }
  /** It looks like ours but is not: changed, truncated, or signed with another key. */
  | { readonly kind: "forged" };

const mark = "toolcourt-approval.v1.";
const domain = "toolcourt-request-state-v1\0";
const maxStateLength = 262_144;

/**
 * Signs the state that a client returns. It carries no secret, so it is readable but tamper-proof.
 */
export class StateSeal {
  readonly #clock: Pick<Clock, "now">;
  readonly #kind: SignatureKind;

  constructor(key: Uint8Array, clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#kind = { key, mark, domain, maxLength: maxStateLength };
  }

  /** Returns undefined if it would exceed the size that clients return. */
  close(state: AskedState): string | undefined {
    return signText(this.#kind, canonicalJson(jsonOf(state)));
  }

  open(requestState: string): OpenedState {
    const opened = openText(this.#kind, requestState);
    return opened.kind === "ours" ? readState(opened.text, this.#clock.now()) : opened;
  }
}

function readState(json: string, now: number): OpenedState {
  const read = stateSchema.safeParse(parseJson(json));
  if (!read.success) return { kind: "forged" };
  const { v: _v, ...state } = read.data;
  return now < state.expires_at ? { kind: "ours", state } : { kind: "expired" };
}

function jsonOf({ nested, ...state }: AskedState): JsonObject {
  if (nested === undefined) return { v: 1, ...state };
  const { inputResponses, requestState } = nested;
  return {
    v: 1,
    ...state,
    nested: {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    },
  };
}
