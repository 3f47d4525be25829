import { describe, expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import { createSecretRegistry } from "../redaction/secret-registry.ts";
import { hiderInto, hiderOfDefinitions, holdOnce, openRedaction } from "./open-redaction.ts";

const config = loadConfig(
  JSON.stringify({
    toolbox: { local: [] },
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
  { file: "t.yaml", environment: {} },
);

describe("the redaction of a process", () => {
  it.each(["store-password", "redis-password", "otlp-token-1", "apim-key-12"])(
    "knows what the configuration lets us in with: %s",
    (secret) => {
      const hide = hiderInto(openRedaction(config), "relays");

      expect(hide(`it is ${secret}.`)).toBe("it is ***.");
    },
  );

  it("hides our own in definitions, and leaves what shows how a token looks", () => {
    const hidden = hiderOfDefinitions(openRedaction(config));

    expect(hidden([{ name: "x", description: "apim-key-12, or password: hunter2!" }])).toEqual([
      { name: "x", description: "***, or password: hunter2!" },
    ]);
  });
});

it("holds a value once however often it is met", () => {
  const registry = createSecretRegistry();
  const met = holdOnce(registry);
  met("tck_of-somebody");
  met("tck_of-somebody");

  expect(registry.hide("tck_of-somebody").text).toBe("***");
});
