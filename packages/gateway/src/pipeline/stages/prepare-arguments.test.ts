import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { permittedCall, registeredTool, toolContract, toolPlan } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { withoutHosts } from "../envelope/without-hosts.ts";
import { createPrepareArguments, type OverHttp, planArguments } from "./prepare-arguments.ts";

const hosts = { type: "string", "x-host-injected": true };

/** Returns the resulting arguments of a tool with these input properties. */
function take(properties: JsonObject, given: JsonValue, http?: OverHttp) {
  const prepareArguments = createPrepareArguments({
    findToken: (each) => ("token" in each ? "/token" : undefined),
  });
  const contract = toolContract({ input: { type: "object", properties } });
  const registered = registeredTool({ contract });
  const planned = planArguments(registered, { overHttp: () => http });
  const plan = toolPlan(registered, { arguments: planned });
  const call = permittedCall({ plan, arguments: given });
  const taken = prepareArguments(call);
  return { isSame: taken.prepared === undefined, arguments: taken.prepared ?? taken.arguments };
}

const http = { maxPayloadBytes: 100 };

describe("prepareArguments", () => {
  it("leaves calls unchanged if there is nothing to check", () => {
    expect(take({ city: { type: "string" } }, { token: "x" })).toEqual({
      isSame: true,
      arguments: { token: "x" },
    });
  });

  it("fills in only values that the host has", () => {
    const properties = { correlation_id: hosts, session_id: hosts, password: hosts };

    expect(
      take({ ...properties, connection_id: hosts }, { a: 1 }, { ...http, connection: "c" })
        .arguments,
    ).toEqual({
      a: 1,
      correlation_id: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
      session_id: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
      connection_id: "c",
    });
  });

  it("fills in host parameters declared by a reference", () => {
    const contract = toolContract({
      input: {
        type: "object",
        properties: { trace_id: { $ref: "#/$defs/id" } },
        $defs: { id: hosts },
      },
    });
    const call = permittedCall({ registered: registeredTool({ contract }), arguments: {} });
    const prepareArguments = createPrepareArguments({ findToken: () => undefined });

    expect(prepareArguments(call).prepared).toEqual({ trace_id: call.traceId });
  });

  it.each(["correlation_id", "password"])("refuses %s from a caller", (name) => {
    expect(() => take({ [name]: hosts }, { [name]: "mine" })).toThrow(
      expect.objectContaining({ code: "input-invalid" }),
    );
  });

  it("refuses nested host parameters from a caller", () => {
    const login = { type: "object", properties: { user: {}, password: hosts } };

    expect(() => take({ login }, { login: { user: "ada", password: "mine" } })).toThrow(
      "/login/password: the host fills this in; leave it out",
    );
    expect(take({ login }, { login: { user: "ada" } }).isSame).toBe(true);
  });

  it.each([
    [{ note: "x".repeat(100) }, "egress-refused"],
    [{ token: "x" }, "input-invalid"],
  ])("refuses before schema validation: %j", (given, code) => {
    expect(() => take({}, given, http)).toThrow(expect.objectContaining({ code }));
  });

  it.each([null, 7, ["a"], "x"])("leaves %j to the schema", (given) => {
    expect(take({ correlation_id: hosts }, given, http)).toEqual({
      isSame: true,
      arguments: given,
    });
  });
});

describe("withoutHosts", () => {
  const inputSchema = {
    type: "object",
    properties: { correlation_id: hosts, city: { type: "string" } },
    required: ["correlation_id", "city"],
  };

  it("removes parameters that only the host may fill", () => {
    expect(withoutHosts({ name: "a", inputSchema })).toEqual({
      name: "a",
      inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    });
  });

  it("removes nested ones too", () => {
    const login = { type: "object", properties: { user: {}, password: hosts } };
    const nested = { properties: { login: { ...login, required: ["user", "password"] } } };

    expect(withoutHosts({ inputSchema: nested })).toEqual({
      inputSchema: {
        properties: { login: { type: "object", properties: { user: {} }, required: ["user"] } },
      },
    });
  });

  it("keeps lookalikes", () => {
    const example = { properties: { password: hosts } };
    const tool = { inputSchema: { properties: { note: { default: example } } } };

    expect(withoutHosts(tool)).toBe(tool);
  });

  it.each([{}, { inputSchema: true }, { inputSchema: { type: "object", properties: { a: {} } } }])(
    "changes nothing else: %j",
    (tool) => {
      expect(withoutHosts(tool)).toBe(tool);
    },
  );
});
