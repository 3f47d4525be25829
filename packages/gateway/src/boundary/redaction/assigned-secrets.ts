import { isPlaceholder, looksRandom, redactedPart, type SecretPattern } from "./secret-pattern.ts";

// Between a name and its value, including escaped quotes: `name = "`, `"name": "`, `name => '`.
const escape = "\\\\{1,3}(?:u00[0-9a-f]{2}|[nrtfbv\"'])?";
const gap = `[ \\t\\w.-]{0,20}(?:[\\s'"]|${escape}){0,4}`;
const operator = "(?:=>|:{1,3}=|\\|\\||\\?=|=|>|:|,)";
const opening = `(?:[\\s'"\`=]|${escape}){0,6}`;
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Services whose keys have no fixed prefix. Only the service name beside a key identifies it. */
const services =
  "adafruit adobe airtable algolia alibaba asana atlassian confluence jira beamer bitbucket bittrex meraki cloudflare codecov cohere co_api_key coinbase confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory bintray xray kraken kucoin launchdarkly linear linkedin linked_in linked-in looker mailchimp mailgun mapbox mattermost messagebird message_bird message-bird netlify newrelic new_relic new-relic nytimes new-york-times newyorktimes okta plaid privateai private_ai private-ai rapidapi sendbird sentry snyk sonar squarespace sumo telegr travis twitch twitter typeform yandex zendesk contribsys__com";

/** Matches values with a digit and at least fourteen characters that form one run. */
export const serviceKeys: SecretPattern = {
  kind: "assigned",
  anchors: services.split(" "),
  match: new RegExp(
    `(?:${services.replaceAll(" ", "|")})${gap}${operator}${opening}(?<hide>[\\w=.+%/:~-]{14,200})`,
    "iy",
  ),
  accepts: (match) => isRandomValue(redactedPart(match)),
};

const named: SecretPattern = {
  kind: "assigned",
  anchors: ["secret", "token", "apikey", "api_key", "api-key", "access_key", "access-key"]
    .concat(["accesskey", "accountkey", "credential", "creds", "private_key", "privatekey"])
    .concat(["auth_key", "authkey", "encryption_key", "signing_key"]),
  match: new RegExp(
    `(?<name>secret|token|api[_-]?key|access[_-]?key|accountkey|credential|creds|private_?key|auth_?key|encryption_key|signing_key)(?<rest>${gap})${operator}${opening}(?<hide>[\\w=.+/~-]{8,400})`,
    "iy",
  ),
  accepts: (match, text) =>
    !isAboutOne(match.groups?.["rest"] ?? "") &&
    !isForPaging(text.slice(Math.max(0, match.index - 16), match.index)) &&
    !repeatsName(match) &&
    isKeyValue(redactedPart(match)),
};

const password: SecretPattern = {
  kind: "password",
  anchors: ["password", "passwd", "passphrase", "pwd=", "pwd:", 'pwd"', "pwd'", "pwd ", "pwd\\"],
  match: new RegExp(
    `(?:password|passwd|passphrase|pwd)(?:[\\s'"]|${escape}){0,4}(?:=>|:{1,3}=|\\|\\||\\?=|=|>|:)${opening}(?<hide>[^\\s'"\`\\\\;,&<>()[\\]{}]{5,200})`,
    "iy",
  ),
  accepts: (match) => {
    const value = redactedPart(match);
    const isPlain = /^[a-z]+$|^[A-Z]?[a-z]+[.:!?]?$|^[a-z]+([-_.][a-z]+)*$/.test(value);
    return !isPlaceholder(value) && !value.includes("://") && !isPlain;
  },
};

const inMarkup: SecretPattern = {
  kind: "password",
  anchors: ['password"'],
  match: /password"\s{0,5}value="(?<hide>[^"]{8,200})(?=")/iy,
  accepts: (match) => !isPlaceholder(redactedPart(match)),
};

const cloudIds: readonly SecretPattern[] = [
  {
    kind: "identifier",
    anchors: ["client", "tenant"],
    match: new RegExp(
      `(?<=(?:azure|aad|ad|arm)[_-]?)(?:client|tenant)[_-]?id${gap}${operator}${opening}(?<hide>${uuid})`,
      "iy",
    ),
  },
  {
    kind: "identifier",
    anchors: ["account"],
    match: new RegExp(
      `(?<=aws[_-]?)account[_-]?id["']?\\s{0,3}(?:=>|=|:)\\s{0,3}["']?(?<hide>[0-9]{4}-?[0-9]{4}-?[0-9]{4})(?![0-9])`,
      "iy",
    ),
  },
];

/** Matches the values of a Kubernetes Secret: base64 is as good as plain text. */
const clusterSecret: SecretPattern = {
  kind: "assigned",
  anchors: ["kind:"],
  match:
    /kind:[ \t]{0,5}["']?secret\b[\s\S]{0,300}?\bdata:[\s\S]{0,100}?(?<hide>(?:\s{1,20}[\w.-]{1,80}:[ \t]{0,5}["']?[A-Za-z0-9+/]{8,4000}={0,3}["']?){1,50})/iy,
};

export const assignedSecrets: readonly SecretPattern[] = [
  named,
  password,
  inMarkup,
  ...cloudIds,
  clusterSecret,
];

function isRandomValue(value: string): boolean {
  return !value.includes("://") && looksRandom(value) && !isPlaceholder(value);
}

/** Short values need a letter and a digit; long values must look generated. */
function isKeyValue(value: string): boolean {
  if (isPlaceholder(value) || value.includes("://")) return false;
  return value.length < 16 ? /[a-z]/i.test(value) && /[0-9]/.test(value) : looksRandom(value);
}

/** Detects a placeholder such as `api_key = my-api-key-1`. */
function repeatsName(match: RegExpExecArray): boolean {
  const name = (match.groups?.["name"] ?? "").replaceAll(/[_-]/g, "").toLowerCase();
  return (
    name.includes("key") && redactedPart(match).replaceAll(/[_-]/g, "").toLowerCase().includes(name)
  );
}

/** Detects names such as `secret_name` or `token_type`, whose values are not secret. */
function isAboutOne(rest: string): boolean {
  return /^s?[\s_.-]*(?:count|type|name|arn|ur[il]|endpoint|expir|limit|used|budget|id|path|file|version|length|size|status|usage|scope)/i.test(
    rest,
  );
}

/** A paging token grants no access, and callers need it for the next page. */
function isForPaging(before: string): boolean {
  return /(?:page|next|continuation|skip|delta|sync|cursor|resume|max|total|input|output|prompt)[ _-]?$/i.test(
    before,
  );
}
