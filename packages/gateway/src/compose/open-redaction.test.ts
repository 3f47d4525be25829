import { incomingCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { loadConfig } from "../config/load.ts";
import type { IncomingCall } from "../pipeline/call.ts";
import {
  holdOnce,
  openRedaction,
  redactInRecords,
  redactorInto,
  redactorOfDefinitions,
} from "./open-redaction.ts";

const remote = {
  name: "crm",
  transport: "sse",
  url: "https://crm.example/sse",
  headers: { Authorization: "Bearer crm-token-1" },
  mode: "strict",
};

const child = {
  name: "files",
  transport: "stdio",
  command: "files",
  args: ["--root=${HOME}", "${FILES_LOGIN}"],
  mode: "strict",
};

const config = loadConfig(
  JSON.stringify({
    toolbox: { local: [], mcps: [remote, child] },
    stores: {
      url: "postgres://ada:store-password@db.example/x",
      redis: "redis://:redis-password@h",
    },
    telemetry: {
      otlp: { url: "https://o.example/", headers: { authorization: "Bearer otlp-token-1" } },
    },
    egress: {
      allow: [{ origin: "https://api.example.com" }],
      gateway: { url: "https://apim.example", key: "apim-key-12" },
    },
  }),
  { file: "t.yaml", environment: { HOME: "/home/ada", FILES_LOGIN: "by-reference" } },
);

describe("openRedaction", () => {
  it.each([
    "store-password",
    "redis-password",
    "otlp-token-1",
    "apim-key-12",
    "crm-token-1",
    "by-reference",
  ])("redacts the configured credentials: %s", (secret) => {
    const hide = redactorInto(openRedaction(config), "relays");

    expect(hide(`it is ${secret}.`)).toBe("it is ***.");
    expect(hide("it is /home/ada.")).toBe("it is /home/ada.");
  });

  it("does not treat digits as a secret number if their name denotes a count or an id", () => {
    const env = {
      DOOR: "48151623",
      ACCOUNT_PIN: "15162342",
      PROJECT_ID: "23424815",
      TELEGRAM_CHAT: "42481516",
      maxBytes: "10485760",
    };
    const door = { name: "door", transport: "stdio", mode: "strict", command: "door", env };
    const url = "https://crm.example/mcp?chat_id=99887766&code=11223344";
    const crm = { name: "crm", transport: "streamable_http", mode: "strict", url };
    const text = JSON.stringify({ toolbox: { mcps: [door, crm] } });
    const { registry } = openRedaction(loadConfig(text, { file: "t.yaml", environment: {} }));
    const all = [...Object.values(env), "99887766", "11223344"];

    expect(registry.hide(all.join(" ")).count).toBe(7);
    expect(all.filter((digits) => registry.numbers.has(Number(digits)))).toEqual([
      "48151623",
      "15162342",
      "11223344",
    ]);
  });

  it("redacts our own secrets in definitions, but keeps example tokens", () => {
    const hidden = redactorOfDefinitions(openRedaction(config));

    expect(hidden([{ name: "x", description: "apim-key-12, or password: hunter2!" }])).toEqual([
      { name: "x", description: "***, or password: hunter2!" },
    ]);
  });
});

it("holds a value once, however often it occurs", () => {
  const registry = new SecretRegistry();
  const met = holdOnce(registry);
  met("tck_of-somebody");
  met("tck_of-somebody");

  expect(registry.hide("tck_of-somebody").text).toBe("***");
});

function recorded(differences: Partial<IncomingCall>): IncomingCall | undefined {
  let seen: IncomingCall | undefined;
  const record = redactInRecords(
    (call) => {
      seen = call;
      return { durable: async () => undefined, closed: async () => undefined };
    },
    (text) => text.replaceAll("s3cret", "***"),
  );
  record(incomingCall(differences));
  return seen;
}

it("redacts secrets in fields set by the caller", () => {
  const said = "it is s3cret";
  const seen = recorded({
    tool: said,
    correlationId: said,
    traceId: said,
    queryId: said,
    agent: { name: said, version: said },
  });

  expect(JSON.stringify(seen)).not.toContain("s3cret");
  expect(seen).toMatchObject({ tool: "it is ***", agent: { name: "it is ***" } });
});

it("returns the same call object if there is nothing to redact", () => {
  const call = incomingCall();

  expect(recorded(call)).toEqual(call);
});
