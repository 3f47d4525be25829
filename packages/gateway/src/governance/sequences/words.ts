import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { type JWK, jwtVerify } from "jose";
import type { Principal } from "../../pipeline/call.ts";
import type { PresentedWords } from "../../pipeline/judged.ts";
import { algorithms, toleranceSeconds } from "../identity/json-web-tokens.ts";

/** A program that hands over what a person wrote, with the public key that it signs with. */
export interface RegisteredHost {
  readonly id: string;
  readonly key: JWK;
}

/** Words, and whose they are. */
export interface HeardWords {
  readonly text: string;
  readonly origin: "user" | "claimed";
}

/** The type of a signed text. A token for access, signed with the same key, has another one. */
export const wordsType = "toolcourt-words+jwt";

/** More than a person types. */
const maxLength = 32_768;
const maxTokenLength = 65_536;

export interface HearingDeps {
  readonly hosts: readonly RegisteredHost[];
  readonly clock: Pick<Clock, "now">;
}

/**
 * Returns the words if they are this principal's, now. What is forged, expired, too long or about
 * another principal counts as not said: it can make no decision milder.
 */
export async function hear(
  words: PresentedWords,
  { id, tenant }: Pick<Principal, "id" | "tenant">,
  { hosts, clock }: HearingDeps,
): Promise<HeardWords | undefined> {
  if (words.kind === "claimed") return heard(words.text, "claimed");
  if (words.kind === "typed") return heard(words.text, "user");
  if (words.token.length > maxTokenLength) return undefined;
  for (const host of hosts) {
    const text = await textBy(host, words.token, { id, tenant, now: clock.now() });
    if (text !== undefined) return heard(text, "user");
  }
  return undefined;
}

function heard(text: string, origin: HeardWords["origin"]): HeardWords | undefined {
  return text.length > maxLength ? undefined : { text, origin };
}

interface Speaker extends Pick<Principal, "id"> {
  readonly tenant: string | undefined;
  readonly now: number;
}

async function textBy(
  { id: issuer, key }: RegisteredHost,
  token: string,
  { id: subject, tenant, now }: Speaker,
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms,
      issuer,
      subject,
      typ: wordsType,
      requiredClaims: ["exp", "jti", "text"],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now),
    });
    const { text, tenant: statedTenant } = payload;
    return typeof text === "string" && statedTenant === tenant ? text : undefined;
  } catch {
    return undefined;
  }
}
