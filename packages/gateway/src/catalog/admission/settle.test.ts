import {
  type JsonObject,
  type Overlay,
  readContract,
  type Terms,
  type ToolContract,
} from "@toolcourt/sdk";
import { toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { isoDuration, settle, shownSettings } from "./settle.ts";

const registry = { profiles: ["registry"] } as const;

function contractOf(tool: JsonObject, overlay?: Overlay): ToolContract {
  const reading = readContract({ server: "odd", tool, ...(overlay && { overlay }) });
  if (reading.kind === "unreadable") throw new TypeError(reading.message);
  return reading.contract;
}

it.each([
  [30_000, "PT30S"],
  [60_000, "PT1M"],
  [90_500, "PT1M30.5S"],
  [1, "PT0.001S"],
  [3_600_000, "PT1H"],
  [90_000_000, "PT25H"],
  [0, "PT0S"],
])("isoDuration formats %d ms as %s", (ms, text) => {
  expect(isoDuration(ms)).toBe(text);
});

it("shownSettings shows only set fields, in a fixed order", () => {
  expect(shownSettings({ timeoutMs: 30_000, maxInstances: 2 })).toBe(
    '{"max_instances":2,"timeout":"PT30S"}',
  );
  expect(shownSettings({ timeoutMs: 30_000 })).toBe('{"timeout":"PT30S"}');
  expect(shownSettings({})).toBe("{}");
});

it.each<[Terms, number]>([
  [{ responseTime: "fast" }, 5_000],
  [{ responseTime: "medium" }, 15_000],
  [{ responseTime: "slow" }, 60_000],
  [{}, 30_000],
])(
  "T23: settle gives a tool of response time %j a default timeout of %d ms",
  (terms, timeoutMs) => {
    const contract = toolContract({ terms });

    expect(settle(undefined, registry, contract)).toMatchObject({ timeoutMs, maxInstances: 5 });
    expect(settle({ maxInstances: 2 }, { ...registry, defaults: {} }, contract)).toMatchObject({
      timeoutMs,
    });
  },
);

it("T23: settle prefers a configured timeout to the response time", () => {
  const contract = toolContract({ terms: { responseTime: "fast" } });

  const given = { ...registry, defaults: { timeoutMs: 8 } };

  expect(settle({ timeoutMs: 7 }, given, contract).timeoutMs).toBe(7);
  expect(settle(undefined, given, contract).timeoutMs).toBe(8);
});

describe("settle of a tool without a declared effect (S0-48)", () => {
  const core = { profiles: ["core", "registry"] } as const;
  // A server could end the approval of its own tools if its claims counted.
  const claims = [
    {},
    { readOnlyHint: true },
    { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    { readOnlyHint: false },
  ];

  it.each(claims)("asks for approval under core, whatever the annotations: %j", (annotations) => {
    const contract = contractOf({ name: "get_report", annotations });

    expect(settle(undefined, core, contract)).toMatchObject({
      approval: "caller",
      isUndeclared: true,
    });
    expect(settle({ maxInstances: 2 }, core, contract).approval).toBe("caller");
  });

  it.each<Pick<Terms, "effect" | "category">>([
    { effect: "read" },
    { effect: "write" },
    { category: "query" },
    { category: "mutation" },
  ])("ends with terms or an overlay that declare it: %j", (terms) => {
    const [tool, overlay] = [{ name: "get_report" }, { terms: { ...terms } }];

    expect(settle(undefined, core, toolContract({ terms })).approval).toBe("none");
    expect(settle(undefined, core, contractOf(tool, overlay))).toEqual({
      maxInstances: 5,
      timeoutMs: 30_000,
      approval: "none",
    });
  });

  it.each<Terms>([{ approval: "none" }, { permissions: ["a:read"], tags: ["safe"] }])(
    "does not end with other terms: %j",
    (terms) => {
      expect(settle(undefined, core, toolContract({ terms })).approval).toBe("caller");
    },
  );

  it("ends with `approval: none` in the configuration", () => {
    expect(settle({ approval: "none" }, core, toolContract({ terms: {} }))).toEqual({
      maxInstances: 5,
      timeoutMs: 30_000,
      approval: "none",
    });
  });

  it("keeps a stronger wish of the tool or the configuration", () => {
    const [plain, wishing] = [{}, { approval: "operator" } as const].map((terms) =>
      toolContract({ terms }),
    );

    expect(wishing && settle(undefined, core, wishing).approval).toBe("operator");
    expect(plain && settle({ approval: "operator" }, core, plain).approval).toBe("operator");
  });

  it("runs without approval under registry alone", () => {
    expect(settle(undefined, registry, toolContract({ terms: {} })).approval).toBe("none");
  });
});

describe("settle of a tool whose server has an approval setting", () => {
  const core = { profiles: ["core"] } as const;

  it.each([
    ["none", {}, "none"],
    ["operator", {}, "operator"],
    ["none", { approval: "caller" }, "caller"],
    ["caller", { approval: "operator" }, "operator"],
    ["operator", { approval: "caller" }, "operator"],
    ["none", { effect: "destroy" }, "caller"],
    ["operator", { effect: "read" }, "operator"],
  ] as const)("takes the stricter of %s and the terms %j: %s", (approval, terms, expected) => {
    const contract = toolContract({ terms, effect: "effect" in terms ? terms.effect : "write" });

    const settled = settle(undefined, { ...core, approval }, contract);

    expect(settled.approval).toBe(expected);
    expect(settled).not.toHaveProperty("isUndeclared");
    expect(settle(undefined, { ...core, defaults: { approval } }, contract)).toEqual(settled);
  });

  it("prefers the entry of the tool, then the defaults, then the server", () => {
    const server = { ...core, defaults: { approval: "none" }, approval: "operator" } as const;
    const contract = toolContract({ terms: {} });

    expect(settle(undefined, server, contract).approval).toBe("none");
    expect(settle({ approval: "caller" }, server, contract).approval).toBe("caller");
    expect(settle({ approval: "none" }, { ...core, approval: "operator" }, contract).approval).toBe(
      "none",
    );
  });
});
