import { type JsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { askings } from "../upstreams/upstream.ts";
import type { AskingTerms } from "./input-request.ts";
import { checkInputRequired } from "./input-required.ts";

const everything: AskingTerms = {
  allowedRequests: askings,
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
  clean: (text) => text.replaceAll("\u200b", "").replaceAll("topsecret", "***"),
};

function form(properties: JsonObject = { city: { type: "string" } }, message = "Where?") {
  const requestedSchema = { type: "object", properties, required: Object.keys(properties) };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

function page(url: string) {
  return { method: "elicitation/create", params: { mode: "url", message: "Sign in", url } };
}

const sampling = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 },
};

function asked(inputRequests: JsonValue, terms: Partial<AskingTerms> = {}) {
  const result = { resultType: "input_required", inputRequests };
  return checkInputRequired(result, { ...everything, ...terms });
}

function kindOfState(requestState: JsonValue): string {
  return checkInputRequired({ requestState }, everything).kind;
}

describe("checkInputRequired", () => {
  it("passes only the requests and the state of a question", () => {
    const inputRequests = { a: form(), b: sampling, c: { method: "roots/list", params: {} } };
    const result = {
      resultType: "input_required",
      inputRequests,
      requestState: "s\u200b",
      more: 1,
    };

    expect(checkInputRequired(result, everything)).toEqual({
      kind: "passed",
      asks: { inputRequests, requestState: "s\u200b" },
    });
  });

  it("accepts a state alone, but not an empty question", () => {
    expect(checkInputRequired({ requestState: "s" }, everything)).toEqual({
      kind: "passed",
      asks: { requestState: "s" },
    });
    expect(checkInputRequired({}, everything)).toMatchObject({ kind: "malformed" });
  });

  it("refuses a state that would not round-trip", () => {
    expect([kindOfState("whole \u{1F600}"), kindOfState("half \ud83d")]).toEqual([
      "passed",
      "malformed",
    ]);
  });

  it("refuses a state that would carry our secret to the caller", () => {
    expect(checkInputRequired({ requestState: "a topsecret b" }, everything)).toEqual({
      kind: "malformed",
      issue: "/requestState: expected none of the gateway's secrets",
    });
  });

  it("limits the state to 64 KB, in bytes", () => {
    expect(kindOfState("x".repeat(65_536))).toBe("passed");
    expect(kindOfState("x".repeat(65_537))).toBe("malformed");
    expect(kindOfState("ä".repeat(40_000))).toBe("malformed");
    expect(kindOfState(7)).toBe("malformed");
  });

  it("redacts our secrets and hidden characters", () => {
    const verdict = asked({ a: form({ city: { type: "string" } }, "top\u200bsecret Where?") });

    expect(verdict).toMatchObject({
      asks: { inputRequests: { a: { params: { message: "*** Where?" } } } },
    });
  });

  it.each([
    ["no requests at all", []],
    ["another method", { a: { method: "tools/call", params: {} } }],
    ["a request that is a text", { a: "roots/list" }],
    ["parameters that are a list", { a: { method: "roots/list", params: [] } }],
    ["a name that somebody hid something in", { "a\u200b": form() }],
    [
      "a mode that nobody knows",
      { a: { method: "elicitation/create", params: { message: "", mode: "x" } } },
    ],
    ["a form without a message", { a: { method: "elicitation/create", params: {} } }],
    ["a form without a schema", { a: { method: "elicitation/create", params: { message: "" } } }],
    ["sampling without messages", { a: { method: "sampling/createMessage", params: {} } }],
    [
      "more than anybody answers",
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [n, form()])),
    ],
    ["a form with depth", { a: form({ who: { type: "object", properties: {} } }) }],
    ["a form with lists", { a: form({ who: { type: "array", items: { type: "string" } } }) }],
    ["a form with a reference", { a: form({ who: { type: "string", $ref: "#/x" } }) }],
    ["a form with many types", { a: form({ who: { type: ["string", "object"] } }) }],
  ])("is malformed with %s", (_, inputRequests) => {
    expect(asked(inputRequests)).toMatchObject({ kind: "malformed" });
  });

  it("refuses a question deeper than the stack", () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];

    expect(asked({ a: { method: "roots/list", params: { deep } } })).toMatchObject({
      kind: "malformed",
    });
  });

  it("does not take a prototype member for a request", () => {
    const inputRequests: JsonValue = parseJson('{"__proto__":{"method":"roots/list"}}');

    expect(asked(inputRequests)).toMatchObject({ kind: "passed" });
    expect(asked({ a: parseJson('{"__proto__":{"method":"roots/list"}}') }).kind).toBe("malformed");
  });
});

describe("the caller of an asking tool", () => {
  it.each([
    [form(), { elicitation: {} }, "passed"],
    [form(), { elicitation: { form: {} } }, "passed"],
    [form(), { elicitation: { url: {} } }, "unaskable"],
    [page("https://a.example/"), { elicitation: {} }, "unaskable"],
    [page("https://a.example/"), { elicitation: { url: {} } }, "passed"],
    [form(), {}, "unaskable"],
    [form(), { elicitation: true }, "unaskable"],
    [sampling, { sampling: {} }, "passed"],
    [sampling, { elicitation: {} }, "unaskable"],
    [{ ...sampling, params: { ...sampling.params, tools: [] } }, { sampling: {} }, "unaskable"],
    [
      { ...sampling, params: { ...sampling.params, tools: [] } },
      { sampling: { tools: {} } },
      "passed",
    ],
    [{ method: "roots/list" }, { roots: {} }, "passed"],
    [{ method: "roots/list" }, {}, "unaskable"],
  ])("is asked only what it declared: %#", (request, capabilities, kind) => {
    expect(asked({ a: request }, { capabilities })).toMatchObject({ kind });
  });

  it("is asked only what the server may ask, all of it or nothing (SECURITY 51)", () => {
    expect(asked({ a: form(), b: sampling }, { allowedRequests: ["elicitation"] })).toEqual({
      kind: "unaskable",
      asking: "sampling",
      because: "not-allowed",
    });
    expect(asked({ a: form() }, { allowedRequests: [] })).toMatchObject({ because: "not-allowed" });
  });
});

describe("a form (SECURITY 51)", () => {
  it.each<JsonObject>([
    { password: { type: "string" } },
    { value: { type: "string", title: "API key" } },
    { value: { type: "string", description: "Your one-time code" } },
    { value: { type: "string", format: "password" } },
    { pin: { type: "integer" } },
    { ["pass\u200bword"]: { type: "string" } },
  ])("may not ask for a secret: %j", (properties) => {
    expect(asked({ a: form(properties) })).toEqual({
      kind: "unaskable",
      asking: "elicitation",
      because: "secret",
    });
  });

  it("may not ask for it in its message either", () => {
    const verdict = asked({ a: form({ value: { type: "string" } }, "Enter your password") });

    expect(verdict).toMatchObject({ because: "secret" });
  });

  it.each<JsonObject>([
    { rotate_password: { type: "boolean" } },
    { token: { type: "string", enum: ["ETH", "BTC"] } },
    { token: { type: "string", oneOf: [{ const: "a", title: "A" }] } },
    { secrets: { type: "array", items: { type: "string", enum: ["a"] } } },
    { password_changed: { type: "string", format: "date" } },
    { age: { type: "integer" }, city: { type: "string", maxLength: 9 } },
  ])("may mention one if no field could hold it: %j", (properties) => {
    expect(asked({ a: form(properties) })).toMatchObject({ kind: "passed" });
  });
});

describe("a page to visit", () => {
  it("keeps its whole address", () => {
    const url = "https://login.example:8443/authorize?state=%41b&next=/x#y";

    expect(asked({ a: page(url) })).toMatchObject({
      asks: { inputRequests: { a: { params: { url } } } },
    });
  });

  it.each([
    "http://login.example/",
    "https://xn--pypal-4ve.com/",
    "https://a:b@login.example/",
    "https://login.example/?k=topsecret",
    "https://login.example/\u200b",
  ])("is refused at %j", (url) => {
    expect(asked({ a: page(url) })).toMatchObject({ kind: "unaskable", because: "address" });
  });
});
