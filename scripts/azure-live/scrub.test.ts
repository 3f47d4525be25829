import { describe, expect, it } from "vitest";
import { compareKeys } from "./key-set.ts";
import { Scrubber } from "./scrub.ts";

const id = "5f6c1c7a-41f5-4c6b-8a39-2f7f9d3a9e01";

const live = {
  value: [
    {
      id: `/subscriptions/${id}/resourceGroups/payroll`,
      subscriptionId: id,
      state: "Enabled",
      displayName: "Payroll of Contoso",
      tags: { "owner of it": "ada@contoso.example", stage: "test" },
      amount: 1234.56,
      count: 7,
      none: 0,
      at: "2026-07-02T06:00:00.1234567Z",
      isOn: true,
      nothing: null,
    },
    { subscriptionId: id.toUpperCase(), state: "Contoso" },
  ],
  nextLink: "https://management.azure.com/subscriptions?$skiptoken=abc",
};
const fixture = {
  value: [{ state: "Enabled", tags: { stage: "test" }, displayName: "Production" }],
};

describe("Scrubber", () => {
  it("keeps the shape, and of the texts only those of the fixture", () => {
    const guid = "00000000-0000-4000-8000-000000000002";

    expect(new Scrubber().scrub(live, fixture)).toEqual({
      value: [
        {
          id: "/text-1",
          subscriptionId: guid,
          state: "Enabled",
          displayName: "text-3",
          tags: { "text-4": "text-5", "text-6": "test" },
          amount: 1.5,
          count: 1,
          none: 0,
          at: "2026-01-01T00:00:00Z",
          isOn: true,
          nothing: null,
        },
        { subscriptionId: guid, state: "text-7" },
      ],
      nextLink: "https://host-8.invalid/",
    });
  });

  it("leaves nothing of a principal, an address or a name", () => {
    const text = JSON.stringify(new Scrubber().scrub(live, undefined));

    expect(text).not.toMatch(/contoso|payroll|5f6c1c7a|skiptoken|1234|owner/i);
  });

  it("keeps the code of an error, and not its message", () => {
    const failed = {
      error: {
        code: "AuthorizationFailed",
        message: `The client '${id}' may not.`,
        details: [{ code: "AccessDenied", message: "No." }],
      },
    };

    expect(new Scrubber().scrub(failed, undefined)).toEqual({
      error: {
        code: "AuthorizationFailed",
        message: "text-1",
        details: [{ code: "AccessDenied", message: "text-2" }],
      },
    });
  });
});

describe("compareKeys", () => {
  it("finds the keys that only one side has", () => {
    expect(
      compareKeys(
        { value: [{ id: 1 }, { id: 2, extra: { a: 1 } }], count: 2 },
        { value: [{ id: 1, name: "x" }], kind: "y" },
      ),
    ).toEqual({ added: ["count", "value[].extra"], missing: ["kind", "value[].name"] });
  });

  it.each([
    ["tags", { tags: { a: 1 } }, { tags: { b: 1 } }],
    ["items of an empty list", { value: [] }, { value: [{ id: 1, of: [{ x: 1 }] }] }],
    ["the next page", { value: [], nextLink: "x" }, { value: [] }],
  ])("ignores %s", (_, ofLive, ofFixture) => {
    expect(compareKeys(ofLive, ofFixture)).toEqual({ added: [], missing: [] });
  });
});
