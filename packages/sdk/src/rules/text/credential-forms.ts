// Prefixes that issuers put before a random part, so that leaked keys can be recognized.
const prefixes = [
  "dckr_pat_ dop_v1_ doo_v1_ figd_ glsa_ gsk_ hf_ hvb. hvs. lin_api_ ntn_ PMAK- phx_ pplx- pypi- r8_",
  "rubygems_ shpat_ shpca_ shppa_ shpss_ sntrys_ sq0atp- sq0csp- tvly- whsec_ xai- GOCSPX- NRAK- ATATT3",
].flatMap((line) => line.split(" "));

// Key formats of well-known systems. Every repetition is bounded.
const forms: readonly RegExp[] = [
  new RegExp(`\\b(?:${prefixes.join("|").replaceAll(".", "\\.")})[\\w-]{20}`),
  /\b\d{8,10}:AA[\w-]{30}/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/[\w-]{40}/,
  /\bsecret_[A-Za-z0-9]{40}/,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50}/,
  /\bamzn\.mws\.[0-9a-f-]{30}/,
  /[?&]sig=[\w%+/-]{20}/,
  /\bBasic [A-Za-z0-9+/]{16,200}={0,2}(?![\w+/ ])/,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/,
  /\bgh[opusr]_[A-Za-z0-9]{36}/,
  /\bgithub_pat_\w{40}/,
  /\bglpat-[\w-]{20}/,
  /\bxox[abeoprs]-[\w-]{10}/,
  /\bhooks\.slack\.com\/services\/T\w{8}/,
  /\b[rs]k_live_[A-Za-z0-9]{16}/,
  /\bsk-(?:[a-z]{2,10}-)?[A-Za-z0-9_-]{20}/,
  /\bAIza[\w-]{35}/,
  /\bya29\.[\w-]{20}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bSG\.[\w-]{16,64}\.[\w-]{16}/,
  /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,4096}\.[\w-]{5}/,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY/,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:[^\s:/@]{3,200}@/i,
  /\bAccountKey=[A-Za-z0-9+/]{40}/,
  /\bBearer [\w.~+/-]{20}/i,
];

/** Returns whether a text contains a string in the format of an issued key. */
export function hasCredentialForm(text: string): boolean {
  return text.length >= shortest && forms.some((form) => form.test(text));
}

const shortest = 15;

/**
 * Returns whether a text without a known format looks generated rather than written by a person.
 */
export function looksGenerated(text: string): boolean {
  if (!/^[\w+/=.~-]{16,512}$/.test(text)) return false;
  return /\d/.test(text) && /[A-Za-z]/.test(text) && entropyOf(text) > 3.2;
}

/** Returns the Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()]
    .map((count) => count / text.length)
    .reduce((bits, share) => bits - share * Math.log2(share), 0);
}
