import { describe, expect, it } from "vitest";
import { type EgressPolicy, EgressRules } from "./egress-rules.ts";
import { readUrl } from "./read-url.ts";

const open = { methods: ["GET"], schemes: ["http", "https"] } as const;

function ruleFor(policy: EgressPolicy, url: string) {
  const reading = readUrl(url);
  return reading.kind === "read" ? new EgressRules(policy).ruleFor(reading) : undefined;
}

describe("host rules", () => {
  const hosts = [
    { host: "api.example", methods: ["GET", "POST"] },
    { host: "*.shop.example" },
    { host: "10.0.0.5", scheme: "http", port: 8080, addresses: "private" },
    { host: "xn--mller-kva.example" },
  ] as const satisfies EgressPolicy["hosts"];

  it.each([
    "https://api.example/x",
    "https://API.example:443/",
    "https://api.example./",
    "https://eu.shop.example/",
    "https://a.b.shop.example/",
    "http://10.0.0.5:8080/",
    "https://xn--mller-kva.example/",
  ])("allow %s", (url) => {
    expect(ruleFor({ hosts }, url)).toBeDefined();
  });

  it.each([
    "http://api.example/",
    "https://api.example:8443/",
    "https://api.example.evil.test/",
    "https://evilapi.example/",
    "https://shop.example/",
    "https://evilshop.example/",
    "https://xn--a-ecp.shop.example/",
    "https://10.0.0.5/",
    "https://evil.test/",
  ])("refuse %s", (url) => {
    expect(ruleFor({ hosts }, url)).toBeUndefined();
  });

  it("allow GET and HEAD by default", () => {
    expect(ruleFor({ hosts }, "https://eu.shop.example/")?.methods).toEqual(["GET", "HEAD"]);
    expect(ruleFor({ hosts }, "https://api.example/")?.methods).toEqual(["GET", "POST"]);
  });

  it("open private addresses for a single host only", () => {
    expect(() => new EgressRules({ hosts: [{ host: "*.example", addresses: "private" }] })).toThrow(
      "not a wildcard",
    );
  });

  it.each(["Api.example", "api.example.", "api.example:443", "https://api.example", "*", "a.*.b"])(
    "reject %s as a host",
    (host) => {
      expect(() => new EgressRules({ hosts: [{ host }] })).toThrow("names its host");
    },
  );
});

describe("what an origin is granted", () => {
  const hosts = [
    { host: "api.example", methods: ["GET", "POST"] },
    { host: "*.shop.example" },
    { host: "2001:db8::1", scheme: "http", port: 8080, addresses: "private" },
  ] as const satisfies EgressPolicy["hosts"];
  const methodsFor = (granted: EgressPolicy["granted"], url: string) =>
    ruleFor({ hosts, granted }, url)?.methods;

  it("narrows the methods of a rule, and adds none", () => {
    expect(methodsFor(() => ["POST", "DELETE"], "https://api.example/")).toEqual(["POST"]);
    expect(methodsFor(() => ["DELETE"], "https://api.example/")).toEqual([]);
    expect(methodsFor(() => "all", "https://api.example/")).toEqual(["GET", "POST"]);
  });

  it("opens no origin without a rule", () => {
    expect(methodsFor(() => "all", "https://evil.test/")).toBeUndefined();
    expect(methodsFor(() => ["GET"], "https://evil.test/")).toBeUndefined();
  });

  it.each([
    ["https://API.example:443/x?y", "https://api.example"],
    ["https://api.example./", "https://api.example"],
    ["https://eu.shop.example/", "https://eu.shop.example"],
    ["http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080"],
  ])("is asked for the origin of %s", (url, origin) => {
    const only = (asked: string) => (asked === origin ? (["GET"] as const) : []);

    expect(methodsFor(only, url)).toEqual(["GET"]);
    expect(methodsFor(() => [], url)).toBeUndefined();
  });

  it("is asked for each request anew", () => {
    let granted: "all" | readonly [] = "all";
    const rules = new EgressRules({ hosts, granted: () => granted });
    const endpoint = { scheme: "https", host: "api.example", port: 443 } as const;
    const before = rules.ruleFor(endpoint);
    granted = [];

    expect([before?.host, rules.ruleFor(endpoint)]).toEqual(["api.example", undefined]);
  });
});

describe("the rule for all other hosts", () => {
  it.each(["http://any.test/", "https://any.test/", "https://1.1.1.1/"])("covers %s", (url) => {
    expect(ruleFor({ hosts: [], others: open }, url)).toMatchObject({
      addresses: "public",
      methods: ["GET"],
    });
  });

  it.each([
    "https://any.test:8443/",
    "https://any.test:80/",
    "https://localhost/",
    "https://api.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
    "https://xn--pple-43d.test/",
  ])("does not cover %s", (url) => {
    expect(ruleFor({ hosts: [], others: open }, url)).toBeUndefined();
  });
});
