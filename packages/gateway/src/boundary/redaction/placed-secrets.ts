import type { Characters } from "./find-anchors.ts";
import { isPlaceholder, looksRandom, redactedPart, type SecretPattern } from "./secret-pattern.ts";

const authorization: SecretPattern = {
  kind: "header",
  anchors: ["authorization"],
  match:
    /authorization[\s'"\\]{0,4}[:=][\s'"\\]{0,4}(?<scheme>(?:basic|bearer|token|api-?token|negotiate|sharedkey|apikey)[ \t]{1,3})?(?<hide>[\w=~@.+/:-]{4,4000})/iy,
  accepts: (match) => {
    const value = redactedPart(match);
    if (isPlaceholder(value)) return false;
    if (value.length >= 8) return /[0-9=]|[a-z][A-Z]/.test(value);
    // So short a value may be a word. Behind a scheme, one with a digit is a token.
    return match.groups?.["scheme"] !== undefined && /[0-9]/.test(value);
  },
};

const bearer: SecretPattern = {
  kind: "header",
  anchors: ["bearer"],
  match: /bearer[ \t]{1,3}(?<hide>[\w=~.+/-]{16,4000})/iy,
  accepts: (match) => !isPlaceholder(redactedPart(match)) && looksRandom(redactedPart(match)),
};

const headerOption: SecretPattern = {
  kind: "header",
  anchors: ['-h "', "-h '", "--header"],
  match:
    /(?:-H|--header)[= \t]{0,5}["'](?:authorization|(?:x-)?(?:[a-z]{1,20}-)?(?:api-?)?(?:key|token))[ \t]{0,3}:[ \t]{0,5}(?:[a-z-]{1,12}[ \t]{1,3})?(?<hide>[^\s"']{8,4000})/iy,
  accepts: (match) => !isPlaceholder(redactedPart(match)),
};

const commandLine: SecretPattern = {
  kind: "password",
  anchors: ["curl"],
  match:
    /curl[^\n]{0,300}?\s(?:-u|--user)[ =\t]{0,5}["']?(?<hide>[^\s"':]{0,100}:[^\s"']{3,200})/iy,
  accepts: (match) => !isPlaceholder(redactedPart(match).split(":")[1] ?? ""),
};

/** Tried only at `startOfUser`, because `://` precedes most hosts too. */
export const inUrl: SecretPattern = {
  kind: "url-credentials",
  anchors: [],
  match: /:\/\/(?<user>[^\s:@/"'<>]{0,100}):(?<hide>[^\s/"'<>]{3,200})(?=@[\w.[$({-])/y,
  accepts: (match) => {
    const user = match.groups?.["user"] ?? "";
    return isCredential(user, redactedPart(match));
  },
};

function isCredential(user: string, word: string): boolean {
  if (word.length < 4 || word === user) return false;
  const isOfDocumentation = /user/i.test(user) && /^(?:my|your)?_?password$/i.test(word);
  const isTemplate = /^[$<{%]|\$\{|\{\{|\$\(|replace[_-]|your[_-]/i.test(word);
  return !isOfDocumentation && !isTemplate && new Set(word).size > 1;
}

const maxUserLength = 304;
const slash = 47;
const colon = 58;
/** Characters that occur in no URL user name or password. */
const endsUser = Uint8Array.from({ length: 256 }, (_, code) =>
  /[\s/"'<>]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Returns the position of the `://` that opens the credentials before this `@`, if any. */
export function startOfUser(text: Characters, end: number): number | undefined {
  const first = Math.max(2, end - maxUserLength);
  let at = end - 1;
  while (at > first && endsUser[text[at] ?? 0] === 0) at -= 1;
  const isStart = text[at] === slash && text[at - 1] === slash && text[at - 2] === colon;
  return isStart ? at - 2 : undefined;
}

const signature: SecretPattern = {
  kind: "url-credentials",
  anchors: ["sig=", "signature="],
  match: /sig(?:nature)?=(?<hide>[\w%+/-]{30,200})/iy,
  accepts: (match) => looksRandom(redactedPart(match)),
};

// The part between the dots distinguishes a JSON Web Token from other dotted words.
const webToken: SecretPattern = {
  kind: "token",
  anchors: ["ey"],
  match: /(?<![\w.-])ey[A-Za-z0-9_-]{15,4000}\.ey[\w/\\-]{15,16000}\.(?:[\w/\\-]{10,4000}={0,2})?/y,
};

const oldVault: SecretPattern = {
  kind: "token",
  anchors: ["s."],
  match: /(?<![\w.-])s\.[A-Za-z0-9]{24}(?![\w.-])/y,
  accepts: ([whole]) => looksRandom(whole),
};

/** Its kinds and lengths change over time, its prefix does not. Words joined by hyphens are none. */
const anthropicKey: SecretPattern = {
  kind: "token",
  anchors: ["sk-ant-"],
  match: /(?<![A-Za-z])sk-ant-(?<rest>[\w-]{16,400})/y,
  accepts: (match) => {
    const { rest = "" } = match.groups ?? {};
    const hasRandomPart = rest.split(/[-_]/).some((part) => part.length >= 8 && looksRandom(part));
    return hasRandomPart && !isPlaceholder(rest);
  },
};

const privateKey: SecretPattern = {
  kind: "private-key",
  anchors: ["-----begin"],
  // Matches up to the end marker. Without one: as long as it looks like key material.
  match:
    /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{16,20000}?KEY(?: BLOCK)?-----|[\w\s+/=:,.\\-]{16,20000})/iy,
};

export const placedSecrets: readonly SecretPattern[] = [
  authorization,
  bearer,
  headerOption,
  commandLine,
  privateKey,
];

/** Placed secrets that form one unbroken run, like all tokens. */
export const placedTokens: readonly SecretPattern[] = [signature, webToken, oldVault, anthropicKey];
