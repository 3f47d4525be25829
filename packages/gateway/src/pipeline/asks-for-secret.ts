// Words for a secret, without diacritics and with single spaces.

const keys =
  "access|account|api|auth|consumer|encryption|master|private|secret|security|shared|signing|ssh|wallet";

const codes =
  "2 ?fa|access|activation|auth\\w*|backup|confirmation|digit|login|mfa|one ?time|recovery|security|sign ?in|sms|verification";

const tokens = "access|api|auth\\w*|bearer|id|personal|refresh|session";

const english = [
  "pass ?(?:word|wd|phrase|code|key)s?",
  "pwd|secrets?|credentials?|jwts?|bearer|t?otps?|token|mnemonic",
  `(?:${keys}) ?keys?`,
  `(?:${tokens}) ?tokens?`,
  `(?:${codes}) ?(?:code|pin|password)s?`,
  "codes? (?:\\w+ ){0,3}(?:sent|texted|e ?mailed)",
  "code (?:from|in|on) (?:the|your) (?:app|authenticator|phone|sms)",
  // Alone it is mostly a verb, as in a message to pin.
  "(?:a|account|bank|card|enter|sim|the|your) pin|pin (?:code|number)|^pin|(?<!to )pin$",
  "cv[vc]2?|card (?:number|security code)|(?:credit|debit|payment) card(?: (?:details|number))?",
  "(?:seed|recovery|mnemonic|secret) (?:phrase|words?)",
  "(?:auth|login|session) cookies?",
];

/** Words of other languages that mean nothing else, in any position. */
const foreign = [
  "passwort|kennwort|geheim(?:zahl|nummer)|(?:bestatigungs|sicherheits|verifizierungs|zugangs)code",
  "api ?schlussel|geheimer schlussel|privater schlussel",
  "contrasena|clave (?:api|de acceso|de api|privada|secreta)|codigo de (?:acceso|seguridad|verificacion)",
  "mot de passe|cle (?:api|d acces|privee|secrete)|jeton d acces|code de (?:securite|verification)",
  "senha|palavra passe|chave (?:api|de acesso|de api|privada|secreta)",
  "wachtwoord|haslo|sifre|gizli anahtar|losenord|passord|adgangskode|kodeord|salasana|heslo",
  "jelszo|kata sandi|mat khau|lozinka|chiave (?:api|privata|segreta)",
];

/** Names of fields for a secret. One of them is an everyday word elsewhere. */
const secretThings: string = [...english, ...foreign, "parola"].join("|");

const foreignSecrets = new RegExp(`(?:^| )(?:${foreign.join("|")})(?= |$)`);

/** Scripts without Latin letters, or without spaces between words. */
const secretsInOtherScripts = new RegExp(
  [
    "пароль|пин[- ]?код|код из (?:смс|sms)|код подтверждения|секретный ключ|api[- ]?ключ|ключ api",
    "κωδικός πρόσβασης|συνθηματικό",
    "密码|密碼|口令|密钥|密鑰|私钥|验证码|驗證碼|校验码",
    "パスワード|暗証番号|秘密鍵|認証コード|確認コード|비밀 ?번호|암호|인증 ?번호|비밀 ?키",
    "كلمة المرور|كلمة السر|رمز التحقق|סיסמה|पासवर्ड|পাসওয়ার্ড|รหัสผ่าน",
  ].join("|"),
  "iu",
);

/** Too long to occur by chance in joined words or single letters. */
const secretsWrittenTogether =
  /password|passphrase|passcode|apikey|privatekey|secretkey|accesskey|accesstoken|authtoken|creditcard/;

/** Phrases of a request. */
const askingWords: string = [
  "ask|confirm|enter|fill in|give|input|need|paste|provide|repeat|send|share|submit|supply|tell|type|verify|what is|your",
  // Together with a word shared with English, such as password or token.
  "inseri(?:sci|re)|immett\\w+|digit[ae]|informe|introdu(?:zca|ce|cir)|ingres[ae]|escrib[ae]|entrez|saisi\\w+",
  "geben|gib|eingeben|voer|podaj|wpisz|ange|indtast|skriv|masukkan|girin|votre|ihre?|sua|tuo|tua",
].join("|");

// Form input passes through the client, the gateway and the server, and may end in a model's
// context. A secret belongs on its owner's own page, never in a form.

// Attributes of a secret: its name or age, a count, a place in a list.
const ofIt =
  "age|budget|count|expir\\w*|format|hint|kind|labels?|length|lifetime|limit|managers?|names?|polic\\w*|quota|rotation|scopes?|ttl|types?|url|usage|vault|version";

const before =
  "continuation|count of|cursor|from|how many|max|maximum|min|minimum|next|number of|page|previous|total";

const secret = `(?<!\\b(?:${before}) )(?:(?<=^| )(?:${secretThings}))(?=\\d*(?: |$))(?! (?:${ofIt})(?: |$))`;

const namesIt = new RegExp(secret);

const asksForIt = new RegExp(
  `(?:^| )(?:${askingWords})(?: (?!about|for|name|of|reason|title|to)\\w+){0,4} ${secret}`,
);

/** A question that is only the secret itself: "Password:". */
const isJustIt = new RegExp(`^(?:please )?${secret}(?: please)?$`);

/** Returns whether a field's name, title or description means a secret. */
export function namesSecret(text: string): boolean {
  return readings(text).some(
    (words) => namesIt.test(words) || secretsWrittenTogether.test(joined(words)),
  );
}

/**
 * Returns whether a sentence asks for a secret. Naming one is not enough: a question may be about a
 * secret.
 */
export function asksForSecret(sentence: string): boolean {
  return readings(sentence).some(
    (words) => asksForIt.test(words) || isJustIt.test(words) || foreignSecrets.test(words),
  );
}

/** Returns a text as written and as it looks: an attacker replaces letters to disguise a word. */
function readings(text: string): readonly string[] {
  // Capital letters may begin a word, or stand anywhere.
  const written = [wordsOf(text), wordsOf(text.toLowerCase())];
  const looked = written.map((words) =>
    words.replaceAll(/[^a-z ]/g, (letter) => lookAlikes.get(letter) ?? letter),
  );
  const isForeign = secretsInOtherScripts.test(text.normalize("NFKC").replaceAll(hidden, ""));
  return [...new Set([...written, ...looked, ...(isForeign ? ["your password"] : [])])];
}

const hidden = /\p{Default_Ignorable_Code_Point}/gu;

/** Normalizes `apiKey`, `API_KEY` and `Api-Key` to `api key`. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@$]+/gu, " ")
    .trim();
}

// One long word, or letter by letter. Other adjacent words would match by chance.
function joined(words: string): string {
  const parts = words.split(" ");
  return parts.length === 1 || parts.every((part) => part.length < 3) ? parts.join("") : "";
}

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...pairs("авекмнорстухіјѕԁ", "abekmhopctyxijsd"),
  ...pairs("αεικνορτυχ", "aeiknoptux"),
  ...pairs("01345@$", "oieasas"),
  // Letters with a stroke or without a dot have no combining marks to strip.
  ...pairs("łøđıħ", "lodih"),
]);

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  return from.split("").map((letter, index) => [letter, to[index] ?? letter]);
}
