import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

function load(egress: string) {
  const text = `toolbox: { local: [workspace] }\negress: { ${egress} }`;
  return loadConfig(text, { file: "t.yaml", environment: { APIM_KEY: "k1" } }).egress;
}

function problemsOf(egress: string): readonly string[] {
  try {
    load(egress);
    return [];
  } catch (error) {
    return hasCode(error, "config-invalid") ? error.details.problems : ["another error"];
  }
}

const arm = "origin: https://management.azure.com";

/** Configures two targets at these gateway paths. */
function twoAt(first: string, second: string): string {
  const [one, other] = ["origin: https://one.example", "origin: https://other.example"];
  return `allow: [{ ${one}, path: ${first} }, { ${other}, path: ${second} }], gateway: {}`;
}

describe("the egress configuration", () => {
  it("allows nothing by default", () => {
    expect(load("")).toEqual({
      hosts: [],
      gateway: { kind: "none" },
      limits: { maxPayloadBytes: 1_048_576, maxResponseBytes: 10_485_760, deadlineMs: 30_000 },
      retry: { attempts: 3, maxWaitMs: 10_000, budget: { retries: 10, perMs: 60_000 } },
    });
  });

  it("allows an origin for reading at public addresses by default", () => {
    const more = "origin: http://api.lan:8080, methods: [POST], addresses: private, via: direct";

    expect(load(`allow: [{ ${arm} }, { ${more} }]`).hosts).toEqual([
      {
        scheme: "https",
        host: "management.azure.com",
        port: 443,
        methods: ["GET", "HEAD"],
        addresses: "public",
        route: "gateway",
      },
      {
        scheme: "http",
        host: "api.lan",
        port: 8080,
        methods: ["POST"],
        addresses: "private",
        route: "direct",
      },
    ]);
  });

  it("maps targets to gateway paths by host name, or as configured", () => {
    const allow = `allow: [{ ${arm} }, { origin: https://graph.example, path: /graph }]`;
    const gateway = "gateway: { url: https://apim.example/v1, key: '${APIM_KEY}' }";

    expect(load(`${allow}, ${gateway}`).gateway).toEqual({
      kind: "required",
      through: {
        baseUrl: "https://apim.example/v1",
        paths: {
          "https://management.azure.com": "/management.azure.com",
          "https://graph.example": "/graph",
        },
        addresses: "public",
        key: { header: "Ocp-Apim-Subscription-Key", value: "k1" },
      },
    });
  });

  it("requires a gateway named without an address, by default", () => {
    expect(load("gateway: {}").gateway).toEqual({ kind: "required" });
    expect(load("gateway: { required: false }").gateway).toEqual({ kind: "none" });
  });

  it.each([
    [`allow: [{ origin: https://API.example }]`, "egress.allow[0].origin: Expected an origin"],
    [`allow: [{ origin: https://api.example/v1 }]`, "egress.allow[0].origin: Expected an origin"],
    [`allow: [{ origin: https://api.example/ }]`, "egress.allow[0].origin: Expected an origin"],
    [`allow: [{ origin: https://u@api.example }]`, "egress.allow[0].origin: Expected an origin"],
    [`allow: [{ origin: "https://*.example" }]`, "egress.allow[0].origin: Expected an origin"],
    [`allow: [{ origin: http://api.example }]`, "egress.allow[0].origin: Use https"],
    [`allow: [{ ${arm} }, { ${arm} }]`, "egress.allow[1].origin: Another entry"],
    [`allow: [{ ${arm}, methods: [TRACE] }]`, "egress.allow[0].methods[0]: Expected GET"],
    [`allow: [{ ${arm}, methods: [] }]`, "egress.allow[0].methods: Name at least one"],
    [`allow: [{ ${arm}, addresses: any }]`, "egress.allow[0].addresses: Expected public"],
    [`allow: [{ ${arm}, path: /arm }]`, "egress.allow[0].path: This needs a `gateway`"],
    [`allow: [{ ${arm}, path: /.. }], gateway: {}`, "egress.allow[0].path: Expected a path"],
    [`allow: [{ ${arm} }, { ${arm}:8443 }], gateway: {}`, "egress.allow[1].path: Another entry"],
    [twoAt("/a", "/A/b"), "egress.allow[1].path: Another entry"],
    [twoAt("/a", "''"), "egress.allow[1].path: Another entry"],
    ["gateway: { url: http://apim.example }", "egress.gateway.url: Use https"],
    ["gateway: { url: https://apim.example/?a=b }", "egress.gateway.url: Leave out"],
    ["gateway: { key: '${NOBODY}' }", "egress.gateway.key: The environment has no variable"],
    ["gateway: { key_header: Host }", "egress.gateway.key_header: This header is reserved"],
    ["gateway: { token_header: Host }", "egress.gateway.token_header: This header is reserved"],
    [
      "gateway: { token_header: ocp-apim-subscription-key }",
      "egress.gateway.token_header: The key has this header",
    ],
    ["gateway: { connection: a/b }", "egress.gateway.connection: Expected the name"],
    ["max_payload: 10", "egress.max_payload: Expected a size"],
    ["retry: { attempts: 11 }", "egress.retry.attempts: Expected a whole number from 1 to 10"],
  ])("is refused as %j", (text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(message)]);
  });
});
