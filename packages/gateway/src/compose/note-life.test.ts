import { describe, expect, it } from "vitest";
import { effectiveSettings } from "../config/effective.ts";
import { loadConfig } from "../config/load.ts";
import { type Life, noteLife, originsOf } from "./note-life.ts";

function configured(mcps: string, secret = "s3cr3t-value") {
  const text = `toolbox:\n  mcps:\n${mcps}`;
  const source = { environment: { CRM_TOKEN: secret } };
  return {
    settings: effectiveSettings(text, source),
    servers: loadConfig(text, source).toolbox.servers,
  };
}

const crm =
  "    - { name: crm, mode: strict, transport: streamable_http, url: 'https://ada:hunter22@crm.example:8443/a/mcp?key=hunter22' }\n";
const shell =
  "    - { name: shell, mode: strict, transport: stdio, command: node, env: { TOKEN: '${CRM_TOKEN}' } }\n";

function lifeOf(given: Omit<Life, "newId" | "certificates"> & Partial<Pick<Life, "certificates">>) {
  const noted: unknown[] = [];
  const ended = noteLife(
    { write: (kind, about) => void noted.push([kind, about]) },
    { certificates: {}, ...given, newId: () => "g1" },
  );
  ended();
  return noted;
}

describe("noteLife", () => {
  it("records configuration and servers without credentials", () => {
    const noted = lifeOf(configured(crm + shell));

    expect(noted).toMatchObject([
      [
        "gateway.started",
        { gateway: "g1", servers: { crm: "https://crm.example:8443", shell: "stdio" } },
      ],
      ["gateway.stopped", { gateway: "g1" }],
    ]);
    expect(JSON.stringify(noted)).toMatch(/"version":"\d.*"configuration":"sha256:[0-9a-f]{64}"/);
    expect(JSON.stringify(noted)).not.toMatch(/hunter22|s3cr3t|\bada\b/);
  });

  it("records the files with further certificates, if there are any", () => {
    const certificates = { "egress.ca_file": "ca.pem", NODE_EXTRA_CA_CERTS: "/etc/own.pem" };

    expect(lifeOf({ ...configured(crm), certificates })[0]).toMatchObject([
      "gateway.started",
      { certificates },
    ]);
    expect(JSON.stringify(lifeOf(configured(crm)))).not.toContain("certificates");
  });

  it("changes the digest with the configuration, but not with a secret", () => {
    const digests = [
      configured(crm + shell),
      configured(crm + shell, "an0ther-value"),
      configured(crm),
      configured(crm + shell.replace("command: node", "command: deno")),
    ].map((given) => /sha256:[0-9a-f]{64}/.exec(JSON.stringify(lifeOf(given)))?.[0]);

    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
    expect(digests[3]).not.toBe(digests[0]);
  });
});

it("returns the origin of each server", () => {
  expect([...originsOf(configured(crm).servers)]).toEqual([["crm", "https://crm.example:8443"]]);
});
