import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputHostFillable } from "./host-fillable.ts";

const hosts = { type: "string", "x-host-injected": true };

const found = (input: object) =>
  remarks(inputHostFillable, { input: { type: "object", ...input } }).map(({ pointer }) => pointer);

describe("input/host-fillable", () => {
  it("points at the parameter at any depth", () => {
    const login = { type: "object", properties: { trace_id: hosts }, required: ["trace_id"] };

    expect(found({ properties: { logins: { type: "array", items: login } } })).toEqual([
      "/input/properties/logins/items/properties/trace_id",
    ]);
  });

  it.each(["correlation_id", "session_id", "trace_id", "connection_id"])(
    "lets %s be required at the top level, where the host fills it",
    (name) => {
      expect(found({ properties: { [name]: hosts }, required: [name] })).toEqual([]);
    },
  );

  it("follows references, even cyclic ones", () => {
    const $defs = { secret: hosts, circle: { $ref: "#/$defs/circle" } };
    const properties = {
      a: { $ref: "#/$defs/secret" },
      trace_id: { $ref: "#/$defs/secret" },
      b: { $ref: "#/$defs/circle" },
      c: { $ref: "https://example.com/secret" },
    };

    expect(found({ $defs, properties, required: ["a", "trace_id", "b", "c"] })).toEqual([
      "/input/properties/a",
    ]);
  });

  it("ignores optional parameters, and those that callers fill", () => {
    const given = { type: "string", "x-host-injected": false };

    expect(found({ properties: { token: hosts } })).toEqual([]);
    expect(found({ properties: { token: given }, required: ["token"] })).toEqual([]);
  });
});
