import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";

interface Written {
  readonly profile?: string;
  readonly toolbox?: string;
  readonly source?: keyof typeof sources;
  readonly via?: string;
  readonly gateway?: string;
}

const sources = {
  file: ["      tools: ./cloud.yaml", "      base: https://management.example.com/v1"],
  drafts: ["      drafts: true"],
};

function given(line: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${line}: ${value}`];
}

/** Returns the mistakes of a configuration with one set of HTTP tools and a token endpoint. */
function problemsOf({
  profile,
  toolbox,
  source = "file",
  via,
  gateway,
}: Written): readonly string[] {
  const lines = [
    "toolbox:",
    ...given("  profile", toolbox),
    "  http:",
    "    - name: cloud",
    ...sources[source],
    ...given("      profile", profile),
    "egress:",
    "  allow:",
    "    - origin: https://management.example.com",
    ...given("      via", via),
    "    - { origin: https://login.example.com, methods: [POST], via: direct }",
    ...given("  gateway", gateway),
  ];
  try {
    loadConfig(lines.join("\n"), { file: "t.yaml", environment: {} });
    return [];
  } catch (error) {
    if (!hasCode(error, "config-invalid")) throw error;
    return error.details.problems;
  }
}

const cloud = "[core, cloud-discovery]";
const url = "{ url: https://apim.example.com }";
const missing =
  "Expected a target behind the API gateway, because the profile is cloud-discovery; `egress.gateway.url` is missing. Set it to the address of the gateway.";
const itself =
  "Expected another origin than that of a target of the profile cloud-discovery; got the target itself. Set it to the address of the API gateway.";
const direct =
  "Expected gateway, because tools of the profile cloud-discovery have this origin as their base; got direct. Remove `via`.";

describe("the targets of discoveries (S2-18)", () => {
  it.each<[string, Written, readonly string[]]>([
    ["without a gateway", { profile: cloud }, [`t.yaml:5:13 toolbox.http[0].base: ${missing}`]],
    [
      "with a gateway that has no address",
      { profile: cloud, gateway: "{ required: false }" },
      [`t.yaml:5:13 toolbox.http[0].base: ${missing}`],
    ],
    [
      "that are reached directly",
      { profile: cloud, gateway: url, via: "direct" },
      [`t.yaml:10:12 egress.allow[0].via: ${direct}`],
    ],
    [
      "with both mistakes",
      { profile: cloud, via: "direct" },
      [
        `t.yaml:5:13 toolbox.http[0].base: ${missing}`,
        `t.yaml:10:12 egress.allow[0].via: ${direct}`,
      ],
    ],
    [
      "that are their own gateway",
      { profile: cloud, gateway: "{ url: https://management.example.com }" },
      [`t.yaml:11:19 egress.gateway.url: ${itself}`],
    ],
    [
      "that are their own gateway under another path and writing",
      { profile: cloud, gateway: "{ url: https://Management.example.com:443/x }" },
      [`t.yaml:11:19 egress.gateway.url: ${itself}`],
    ],
    [
      "of drafts, if an allowed origin is the gateway",
      {
        profile: cloud,
        source: "drafts",
        gateway: "{ url: https://management.example.com }",
      },
      [`t.yaml:10:19 egress.gateway.url: ${itself}`],
    ],
    [
      "of local tools, if an allowed origin is the gateway",
      {
        toolbox: `${cloud}\n  local: [./discover.ts]`,
        profile: "[core]",
        gateway: "{ url: https://management.example.com }",
      },
      [`t.yaml:13:19 egress.gateway.url: ${itself}`],
    ],
    [
      "of a set that has its profile from the toolbox",
      { toolbox: cloud },
      [`t.yaml:6:13 toolbox.http[0].base: ${missing}`],
    ],
    [
      "of drafts, which name their own origins",
      { profile: cloud, source: "drafts" },
      [`t.yaml:3:7 toolbox.http[0]: ${missing}`],
    ],
  ])("%s stop the start", (_, written, expected) => {
    expect(problemsOf(written)).toEqual(expected);
  });

  it.each<[string, Written]>([
    [
      "a target behind the gateway, beside a direct token endpoint",
      { profile: cloud, gateway: url },
    ],
    ["the route that is the default", { profile: cloud, gateway: url, via: "gateway" }],
    ["another profile without a gateway", { profile: "[core]" }],
    ["another profile of the set than of the toolbox", { toolbox: cloud, profile: "[core]" }],
    ["another profile with a direct target", { profile: "[core]", gateway: url, via: "direct" }],
  ])("may be %s (T36)", (_, written) => {
    expect(problemsOf(written)).toEqual([]);
  });
});
