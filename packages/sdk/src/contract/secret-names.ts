import { wordSet } from "./word-parts.ts";

// The last word names the thing: a `password policy id` is an id.
const secretWords = wordSet(
  "apikey authorization bearer cookie cookies credential credentials jwt otp passcode passphrase passwd password secret totp",
);

const secretEnding =
  /^(?:(?:access|account|api|auth|encryption|license|master|private|secret|shared|signing|ssh|subscription) key|auth header|mfa code)$/;

// Words before `token` that make it a list position, a coin or a piece of text.
const harmlessTokens = wordSet(
  "base borrow buy collateral continuation cursor debt delta dest destination end eos fee first from gas in input last lp native next nft out output pad page pagination pay payment prev previous quote reward scroll search sell skip source start stop sync target to",
);
const harmlessToken =
  /\b(?:erc-?\d*|bep-?20|spl|contract|symbol|ticker|coin|crypto|mint|swap|nft|blockchain|decimals|paginat\w*|page|cursor|continu\w*|tokenizer)\b/;
const authentication = /\b(?:auth\w*|login|log in|sign in|credential|kerberos|session)\b/;
const workingDirectory = /\b(?:director(?:y|ies)|folder|path)\b/;

/**
 * Returns whether the words of a name, with its description in lower case, name a secret: a
 * password, a key, a token of access.
 */
export function namesSecret(words: readonly string[], about: string): boolean {
  const last = words.at(-1) ?? "";
  if (secretWords.has(last) || secretEnding.test(words.slice(-2).join(" "))) return true;
  if (last === "token") return isSecretToken(words.at(-2), about);
  if (last === "ticket") return authentication.test(about);
  return last === "pwd" && !workingDirectory.test(about);
}

function isSecretToken(before: string | undefined, about: string): boolean {
  if (before === undefined) return !harmlessToken.test(about);
  return !harmlessTokens.has(before);
}
