import { codeOf, openHttpGateway } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import type { ApprovedDrafts } from "../http-tools/drafts/approved-drafts.ts";
import type { HttpTool } from "../http-tools/operations/http-tool.ts";
import { readToolsFile } from "../http-tools/operations/read-tools-file.ts";
import { createRouteOf } from "./local-discovery.ts";

const [target, login] = ["https://management.example.com", "https://login.example.com"];
const hosts = [
  { scheme: "https", host: "management.example.com", port: 443, route: "gateway" },
  { scheme: "https", host: "login.example.com", port: 443, route: "direct" },
] as const;
const through = { baseUrl: "https://apim.example.com", paths: {}, addresses: "public" } as const;

describe("the route of a request", () => {
  it.each([
    [`${target}/a`, "gateway"],
    [`${login}/a`, "direct"],
    ["https://other.example.com/", "unknown"],
    ["http://management.example.com/", "unknown"],
    ["https://management.example.com@other.example.com/", "unknown"],
    ["file:///etc/passwd", "unknown"],
  ])("of %s is %s", (url, route) => {
    const gateway = { kind: "required", through } as const;

    expect(createRouteOf({ hosts, gateway })(url)).toBe(route);
  });

  it.each([{ kind: "none" }, { kind: "required" }] as const)("is missing with %j", (gateway) => {
    expect(createRouteOf({ hosts, gateway })(target)).toBe("missing");
  });
});

const tools = `tools:
  - name: list-resources
    description: Lists the resources of a subscription with their types, page after page.
    get: /subscriptions/{scope.subscriptionId}/resources
    discovery: { stage: inventory, tier: inventory, scope: [subscriptionId] }
    output: { type: object, description: What was found., properties: {}, additionalProperties: false }
`;

/** Returns an approved draft whose operation names its own origin. */
function draftAt(origin: string): ApprovedDrafts<HttpTool> {
  const reading = readToolsFile(tools, "t.yaml");
  const read = reading.kind === "tools" ? reading.tools : [];
  const placed = read.map(({ tool, operation }) => ({
    tool,
    operation: { ...operation, base: { ...operation.base, origin } },
  }));
  return {
    approved: () => placed,
    whyNot: () => undefined,
    subscribe: () => () => undefined,
    refresh: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

describe("a discovery by a draft", () => {
  it.each([
    [["cloud-discovery"], "gateway-required"],
    [["core"], "target-failed"],
  ])("to a direct origin ends with the profile %j as %s (S2-18)", async (profile, code) => {
    const { call } = await openHttpGateway({
      origin: login,
      tools: "tools: []",
      set: { base: target, drafts: true, connection: "argument", profile },
      egress: {
        allow: [{ origin: target }, { origin: login, via: "direct" }],
        gateway: { url: "https://apim.example.com" },
        retry: { attempts: 1 },
      },
      outside: {
        draftsOf: async () => draftAt(login),
        egress: {
          request: () => Promise.reject(new EgressFailure("unreachable")),
          nextPage: (_from, link) => link,
          [Symbol.asyncDispose]: async () => undefined,
        },
      },
    });
    const given = { connection_id: "c", scope: { subscriptionId: "s1" }, tier: "inventory" };

    expect(await codeOf(call("list-resources", given))).toBe(code);
  });
});
