import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputHostFilled } from "./host-filled.ts";

const found = (properties: object) =>
  remarks(inputHostFilled, { input: { type: "object", properties: { ...properties } } });

describe("input/host-filled", () => {
  it("points at the parameter at any depth", () => {
    const login = { type: "object", properties: { password: { type: "string" } } };

    expect(found({ login }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/login/properties/password",
    ]);
  });

  it("does not accept a false mark", () => {
    expect(found({ token: { type: "string", "x-host-injected": false } })).toHaveLength(1);
  });

  it("lets the host fill any parameter that an author marks", () => {
    expect(found({ tenant: { type: "string", "x-host-injected": true } })).toEqual([]);
  });
});
