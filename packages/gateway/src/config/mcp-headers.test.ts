import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { openHeaders } from "../boundary/egress/request-headers.ts";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { effectiveSettings } from "./effective.ts";
import { loadConfig } from "./load.ts";

const environment = { CRM_TOKEN: "token-hunter2", CRM_LINE: "a\nb" };

function source(headers: unknown, url = "https://crm.example/mcp") {
  const server = { name: "crm", transport: "streamable_http", url, mode: "strict", headers };
  return JSON.stringify({ toolbox: { mcps: [server] } });
}

function headersOf(given: unknown) {
  const { transport } =
    loadConfig(source(given), { file: "t.yaml", environment }).toolbox.servers[0] ?? {};
  return transport?.kind === "streamable_http" ? transport.headers : undefined;
}

function problemsOf(text: string): string {
  try {
    loadConfig(text, { file: "t.yaml", environment });
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

describe("the headers of an MCP server", () => {
  it("are expanded, and named in lower case", () => {
    const hidden = headersOf({ Authorization: "Bearer ${CRM_TOKEN}", "X-Team": "blue" });

    expect(openHeaders({}, Object.entries(hidden?.values ?? {}))).toEqual({
      authorization: "Bearer token-hunter2",
      "x-team": "blue",
    });
  });

  it("are held as secrets that no dump shows", () => {
    const hidden = headersOf({ Authorization: "Bearer ${CRM_TOKEN}" });

    expect(`${inspect(hidden, { depth: 9 })}${JSON.stringify(hidden)}`).not.toContain("hunter2");
  });

  it.each([
    ["Bearer ${CRM_TOKEN}", "You sent token-hunter2.", "You sent ***."],
    ["key=${CRM_TOKEN};v=1", "You sent token-hunter2.", "You sent ***."],
    ["literal-secret", "You sent literal-secret.", "You sent ***."],
    ["blue", "Team blue.", "Team blue."],
    ["123456789", "Account 123456789.", "Account 123456789."],
  ])("are redacted: %s", (value, said, shown) => {
    const registry = new SecretRegistry();
    for (const secret of headersOf({ "X-Key": value })?.secrets ?? []) registry.hold(secret);

    expect(registry.hide(said).text).toBe(shown);
  });

  it.each([
    [{ "X Key": "a" }, "This cannot be the name of a header."],
    [{ Host: "a" }, "The gateway sets this header itself."],
    [{ "Mcp-Session-Id": "a" }, "The gateway sets this header itself."],
    [{ Accept: "a" }, "The gateway sets this header itself."],
    [{ "X-Key": "a", "x-key": "b" }, "This header is given twice"],
    [{ "X-Key": "${NOT_SET}" }, "The environment has no variable NOT_SET."],
    [{ "X-Key": "${CRM_LINE}" }, "A header is one line of ASCII characters."],
    [{ "X-Key": 7 }, "Expected a text"],
  ])("cannot be %o", (headers, because) => {
    expect(problemsOf(source(headers))).toContain(because);
  });

  it("are one of two users, never both", () => {
    const text = source({ Authorization: "${CRM_TOKEN}" }, "https://ann:hunter2@crm.example/mcp");

    expect(problemsOf(text)).toContain("The `url` has a user already; give one of the two.");
  });

  it("have no meaning for a program", () => {
    const server = { name: "crm", transport: "stdio", command: "crm", mode: "strict" };
    const text = JSON.stringify({ toolbox: { mcps: [{ ...server, headers: { a: "b" } }] } });

    expect(problemsOf(text)).toContain("This has no meaning for transport stdio.");
  });

  it("are shown by `effective` as references only", () => {
    const text = source({ "X-Key": "${CRM_TOKEN}", "X-Other": "literal-hunter2" });
    const settings = effectiveSettings(text, { file: "t.yaml", environment });
    const shown = settings.filter(({ path }) => path.includes("headers"));

    expect(shown.map(({ value }) => value)).toEqual(["${CRM_TOKEN}", "(not shown)"]);
  });
});
