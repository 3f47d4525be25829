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
export const secretThings: string = [...english, ...foreign, "parola"].join("|");
export const foreignSecrets = new RegExp(`(?:^| )(?:${foreign.join("|")})(?= |$)`);

/** Scripts without Latin letters, or without spaces between words. */
export const secretsInOtherScripts = new RegExp(
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
export const secretsWrittenTogether =
  /password|passphrase|passcode|apikey|privatekey|secretkey|accesskey|accesstoken|authtoken|creditcard/;

/** Phrases of a request. */
export const askingWords: string = [
  "ask|confirm|enter|fill in|give|input|need|paste|provide|repeat|send|share|submit|supply|tell|type|verify|what is|your",
  // Together with a word shared with English, such as password or token.
  "inseri(?:sci|re)|immett\\w+|digit[ae]|informe|introdu(?:zca|ce|cir)|ingres[ae]|escrib[ae]|entrez|saisi\\w+",
  "geben|gib|eingeben|voer|podaj|wpisz|ange|indtast|skriv|masukkan|girin|votre|ihre?|sua|tuo|tua",
].join("|");
