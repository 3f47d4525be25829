import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import { assignedSecrets, serviceKeys } from "./assigned-secrets.ts";
import { findSecrets } from "./find-secrets.ts";
import { knownTokens, tokensByMiddle } from "./known-tokens.ts";
import { inUrl, placedSecrets, placedTokens } from "./placed-secrets.ts";
import { redactSpans } from "./spans.ts";

const redacted = (text: string): string => redactSpans(text, findSecrets(text)).text;
// Assembled here so that secret scanners do not flag this file.
const letters = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d";
const github = `ghp_${letters.slice(0, 36)}`;
const marker = ["T3", "BlbkFJ"].join("");
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("findSecrets", () => {
  it.each([
    ["a token by its beginning", `token is ${github}.`, "token is ***."],
    ["a token after an underscore", `MY_${github}`, "MY_***"],
    ["a value by its name", `api_key = "${letters}"`, 'api_key = "***"'],
    [
      "a value inside JSON in JSON",
      `{\\"clientSecret\\": \\"${letters}\\"}`,
      '{\\"clientSecret\\": \\"***\\"}',
    ],
    ["a value by the service beside it", `datadog_x: '${letters}'`, "datadog_x: '***'"],
    [
      "a value far behind the service's name",
      `datadog_the_long_name_of   : \\"\\" ${letters}`,
      `datadog_the_long_name_of   : \\"\\" ***`,
    ],
    ["a short token of its own kind", "see xoxb-12345678.", "see ***."],
    ["a password of a short URL", "a ftp://a:b123@h b", "a ftp://a:***@h b"],
    ["a password", "password: hunter2!", "password: ***"],
    [
      "a password on a command line",
      "mysql --password=hunter2 -h db",
      "mysql --password=*** -h db",
    ],
    ["a header", `Authorization: Bearer ${letters}`, "Authorization: Bearer ***"],
    ["a short header", "authorization: Basic dTpwYXNz", "authorization: Basic ***"],
    ["a header with a short token", "Authorization: Bearer abc123", "Authorization: Bearer ***"],
    [
      "a header with a short token in JSON",
      '{"authorization": "token t0k3n"}',
      '{"authorization": "token ***"}',
    ],
    ["a short key of a project", `a sk-proj-${letters.slice(0, 20)}${marker}${letters}.`, "a ***."],
    ["a short key of Anthropic", `sk-ant-${letters.slice(0, 18)}`, "***"],
    ["a key of Anthropic in parts", `x=sk-ant-oat01-${letters}-Zz_${letters}`, "x=***"],
    ["a password in a URL", "https://me:hunter2@example.com/", "https://me:***@example.com/"],
    ["a password with an @", "ftp://me:p@ss1@example.com", "ftp://me:***@example.com"],
    ["a signature in a URL", `?sv=1&sig=${letters}%3D&x`, "?sv=1&***&x"],
    ["a web token", `x eyJ${letters}.eyJ${letters}.${letters} y`, "x *** y"],
    [
      "the values of a cluster's secret",
      "kind: Secret\ndata:\n  user: YWRtaW5hZG1pbg==\n",
      "kind: Secret\ndata:***\n",
    ],
    [
      "a private key",
      `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n-----END RSA PRIVATE KEY-----!`,
      "***!",
    ],
    ["a private key that is cut", `-----BEGIN PRIVATE KEY-----\n${letters}`, "***"],
    ["an account", "AWS_ACCOUNT_ID=123456789012", "AWS_ACCOUNT_ID=***"],
    ["a token in base64", `x ${base64(`the token is ${github}`)} y`, "x *** y"],
    ["a value in a URL", `?q=${encodeURIComponent(`api_key="${letters}"`)}&x=1`, "***&x=1"],
  ])("finds a third-party secret: %s", (_name, text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    "The quick brown fox jumps over the lazy dog.",
    `x${github}`,
    `${github}9`,
    "password: required",
    "Enter your password, then press return.",
    'password = "${PASSWORD}"',
    "https://user:password@example.com",
    "https://${user}:${password}@example.com",
    "postgres://postgres:postgres@localhost/db",
    `nextPageToken: ${letters}`,
    `"page_token": "${letters}"`,
    "max_tokens: 4096, token_count: 1234567890",
    "secret_name: db-credentials-2",
    "api_key = YOUR_API_KEY_123",
    "Authorization: Bearer token",
    "Authorization: Bearer ${TOKEN1}",
    "Authorization: Basic or Bearer",
    "Authorization: 401 or 403",
    "The authorization: see page 12.",
    "sk-proj-your-key-goes-here-2026",
    `sk-proj-${letters}`,
    "sk-ant-card-title-large-2-columns",
    `task-ant-${letters}`,
    "sk-ant-2026-11-18-migration-notes",
    "api_key: my-api-key-1",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "3f2b8c1e-8f4d-4c57-9d3e-0a1b2c3d4e5f",
    "https://example.com/a/very/long/path/2026/11/15/some-page.html?x=1#top",
  ])("finds nothing in %j", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

// A pattern that backtracks over the text would need seconds for fifty kilobytes.
it.each([
  "-----BEGIN PRIVATE KEY-----",
  "eyJ1-",
  "ey12345678901234567890.",
  "api_key api_key: ",
  "kind: secret data: ",
  "://a:",
  "curl -u ",
  "%41",
  'password="',
  "token     ",
  "QUJD",
  "1234567890|",
  "sk-sk-sk-",
  "a",
])("stays fast on repeated %j", { timeout: 10_000 }, (piece) => {
  const start = cpuUsage();

  findSecrets(piece.repeat(50_000 / piece.length));

  expect(cpuUsage(start).user).toBeLessThan(600_000);
});

it("uses patterns in which every repetition is bounded", () => {
  const sources = [...assignedSecrets, serviceKeys, ...placedSecrets, ...placedTokens, inUrl]
    .map(({ match }) => match.source)
    .concat(knownTokens.map(([, rest]) => rest))
    .concat(tokensByMiddle.map(([, , source]) => source));

  const bare = sources.map((source) => source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, ""));

  expect(bare.filter((source) => /[*+]|\{[0-9]+,\}/.test(source))).toEqual([]);
});
