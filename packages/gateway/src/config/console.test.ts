import { describe, expect, it } from "vitest";
import { effectiveSettings } from "./effective.ts";
import { loadConfig } from "./load.ts";

function load(server: object): ReturnType<typeof loadConfig> {
  const text = JSON.stringify({ toolbox: {}, server, console: { enabled: true } });
  return loadConfig(text, { file: "toolcourt.yaml", environment: {} });
}

const keys = [{ name: "ada", sha256: "a".repeat(64) }];

describe("the console", () => {
  it.each([
    ["on this machine", {}],
    ["beyond it over https", { host: "0.0.0.0", auth: { resource: "https://x.example", keys } }],
    ["on this machine over http", { auth: { resource: "http://localhost:7420/mcp", keys } }],
  ])("is served %s", (_, server) => {
    expect(load(server).console).toEqual({ enabled: true });
  });

  it("is not served beyond this machine over plain HTTP", () => {
    const server = { host: "0.0.0.0", auth: { resource: "http://x.example", keys } };

    expect(() => load(server)).toThrow(/console\.enabled: Beyond this machine/);
  });
});

const trusted = {
  name: "login",
  issuer: "https://login.example.com",
  jwks_url: "https://login.example.com/keys",
};
const good = { issuer: trusted.issuer, client_id: "console" };

function loadLogin(login: object, environment: Readonly<Record<string, string>> = {}) {
  const auth = { resource: "https://tools.example.com/mcp", issuers: [trusted] };
  const text = JSON.stringify({ toolbox: {}, server: { auth }, console: { login } });
  return loadConfig(text, { file: "toolcourt.yaml", environment }).console.login;
}

describe("the login of the console", () => {
  it("needs an issuer of callers, and our client there", () => {
    expect(loadLogin(good)).toEqual({ issuer: trusted.issuer, clientId: "console" });
  });

  it("takes its secret by reference, and shows it nowhere", () => {
    const login = { ...good, client_secret: "${CONSOLE_SECRET}" };
    const environment = { CONSOLE_SECRET: "canary-0123" };
    const auth = { resource: "https://tools.example.com/mcp", issuers: [trusted] };
    const plain = { ...good, client_secret: "canary-0123" };
    const shown = [login, plain].map((each) =>
      effectiveSettings(
        JSON.stringify({ toolbox: {}, server: { auth }, console: { login: each } }),
        { file: "toolcourt.yaml", environment },
      ),
    );

    expect(loadLogin(login, environment)).toMatchObject({ clientSecret: "canary-0123" });
    expect(JSON.stringify(shown)).not.toContain("canary");
  });

  it.each([
    [{ ...good, issuer: "https://login.example.com/" }, "issuer", "to the letter"],
    [{ ...good, issuer: "http://login.example.com" }, "issuer", "https"],
    [{ ...good, scopes: ["email"] }, "scopes", "openid"],
    [{ ...good, token_url: "https://login.example.com/token" }, "authorize_url", "both"],
    [{ ...good, authorize_url: "https://login.example.com/go" }, "token_url", "both"],
    [
      { ...good, authorize_url: "http://login.example.com/go", token_url: "https://x.example" },
      "authorize_url",
      "https",
    ],
    [{ ...good, client_secret: "${NOT_SET}" }, "client_secret", "no variable NOT_SET"],
    [{ ...good, client_secret: "a\u200bb" }, "client_secret", "visible ASCII"],
    [{ client_id: "console" }, "issuer", "missing"],
    [{ ...good, client_secrets: "x" }, "client_secrets", "no such key"],
  ])("is refused by the place of its mistake: %j", (login, key, says) => {
    expect(() => loadLogin(login)).toThrow(new RegExp(`console\\.login\\.${key}: .*${says}`, "i"));
  });

  it("has no meaning where callers need no identity", () => {
    const text = JSON.stringify({ toolbox: {}, console: { login: good } });

    expect(() => loadConfig(text, { file: "toolcourt.yaml", environment: {} })).toThrow(
      /console\.login\.issuer: No entry of `server\.auth\.issuers`/,
    );
  });
});
