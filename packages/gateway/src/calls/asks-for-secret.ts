// What somebody types into a form passes through the client, the gateway and the server, and may end
// in a model's context. A secret is asked for on the page of whoever it belongs to, never in a form.

const keys =
  "access|account|api|auth|consumer|encryption|master|private|secret|security|shared|signing|ssh|wallet";
const codes =
  "2 ?fa|access|activation|auth\\w*|backup|confirmation|digit|login|mfa|one ?time|recovery|security|sign ?in|sms|verification";
const tokens = "access|api|auth\\w*|bearer|id|personal|refresh|session";

/** The things themselves, as words with one space between them. */
const things = [
  "pass ?(?:word|wd|phrase|code|key)s?",
  "pwd|secrets?|credentials?|jwts?|bearer|t?otps?|token",
  `(?:${keys}) ?keys?`,
  `(?:${tokens}) ?tokens?`,
  `(?:${codes}) ?(?:code|pin|password)s?`,
  "codes? (?:\\w+ ){0,3}(?:sent|texted|e ?mailed)",
  "code (?:from|in|on) (?:the|your) (?:app|authenticator|phone|sms)",
  // Alone it is mostly a verb, as in a message to pin.
  "(?:a|account|bank|card|enter|sim|the|your) pin|pin (?:code|number)|^pin|(?<!to )pin$",
  "cv[vc]2?|card (?:number|security code)|(?:credit|debit|payment) card(?: (?:details|number))?",
  "(?:seed|recovery|mnemonic|secret) (?:phrase|words?)",
  "passwort|kennwort|contrasena|mot de passe|senha|wachtwoord|haslo|parola|sifre",
].join("|");

// What only has to do with a secret: its name or its age, how many there are, a place in a list.
const ofIt =
  "age|budget|count|expir\\w*|format|hint|kind|labels?|length|lifetime|limit|managers?|names?|polic\\w*|quota|rotation|scopes?|ttl|types?|url|usage|vault|version";
const before =
  "continuation|count of|cursor|from|how many|max|maximum|min|minimum|next|number of|page|previous|total";

const secret = `(?<!\\b(?:${before}) )(?:(?<=^| )(?:${things}))(?= |$)(?! (?:${ofIt})(?: |$))`;
const namesIt = new RegExp(secret);
const asking =
  "ask|confirm|enter|fill in|give|input|need|paste|provide|repeat|send|share|submit|supply|tell|type|verify|what is|your";
const asksForIt = new RegExp(
  `(?:^| )(?:${asking})(?: (?!about|for|name|of|reason|title|to)\\w+){0,4} ${secret}`,
);
const otherScripts = /пароль|密码|密碼|パスワード|暗証番号|비밀번호|كلمة المرور|סיסמה|पासवर्ड/iu;
/** Too long to come about by chance where words are written together, or letter by letter. */
const together =
  /password|passphrase|passcode|apikey|privatekey|secretkey|accesskey|accesstoken|authtoken|creditcard/;

/** Whether the name, the title or the description of a field says that it is for a secret. */
export function namesSecret(text: string): boolean {
  return readings(text).some((words) => namesIt.test(words) || together.test(joined(words)));
}

/** Whether a sentence asks for a secret. More than naming one: a question may well be about a secret. */
export function asksForSecret(sentence: string): boolean {
  return readings(sentence).some((words) => asksForIt.test(words)) || otherScripts.test(sentence);
}

/** A text as it is written, and as it looks: whoever wants to hide a word replaces its letters. */
function readings(text: string): readonly string[] {
  const written = wordsOf(text);
  const looked = written.replaceAll(/[^a-z ]/g, (letter) => lookAlikes.get(letter) ?? letter);
  const foreign = otherScripts.test(text) ? ["password"] : [];
  return [written, wordsOf(looked), ...foreign];
}

/** `apiKey`, `API_KEY` and `Api-Key` are all `api key`. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@$]+/gu, " ")
    .trim();
}

// One long word, or letter by letter. Other words that stand together would meet by chance.
function joined(words: string): string {
  const parts = words.split(" ");
  return parts.length === 1 || parts.every((part) => part.length < 3) ? parts.join("") : "";
}

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs("авекмнорстухіјѕԁ", "abekmhopctyxijsd"),
  ...pairs("αεικνορτυχ", "aeiknoptux"),
  ...pairs("01345@$", "oieasas"),
]);

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return from.split("").map((letter, index) => [letter, to[index] ?? letter]);
}
