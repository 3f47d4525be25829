import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followLink, Route } from "./gateway-route.ts";
import { type ReadUrl, readUrl } from "./read-url.ts";

const route = new Route({
  baseUrl: "https://gateway.example/v1/",
  paths: { "https://api.example": "/target", "https://other.example": "other" },
});

function read(text: string): ReadUrl {
  const reading = readUrl(text);
  if (reading.kind === "unreadable") throw new Error(reading.fault);
  return reading;
}

const from = read("https://api.example/things?page=1");

describe("followLink", () => {
  it.each([
    ["https://api.example/things?page=2", "https://api.example/things?page=2"],
    ["https://api.example:443/x#part", "https://api.example/x"],
    ["/things?page=2", "https://api.example/things?page=2"],
    ["?page=2", "https://api.example/things?page=2"],
    ["https://gateway.example/v1/target/things?page=2", "https://api.example/things?page=2"],
  ])("resolves %s to the target", (link, url) => {
    expect(followLink(link, from, route)).toBe(url);
  });

  it.each([
    "https://evil.test/things?page=2",
    "http://api.example/things",
    "https://api.example:8443/things",
    "//evil.test/x",
    "\\\\evil.test/x",
    "https://user@api.example/",
    "https://gateway.example/v1/other/things",
    "https://gateway.example/v1/targets/things",
    "https://gateway.example/v1/target",
    "https://gateway.example/v1/target/../other/things",
    "https://gateway.example/v1/target/..%2fother/things",
    "javascript:alert(1)",
    "",
  ])("rejects %j", (link) => {
    expect(followLink(link, from, route)).toBeUndefined();
  });

  it("never leaves the target, for any link", () => {
    const pieces = ["https:", "http:", "//", "/", "..", "@", ":443", "?a", "#b", "%2f", "\\\\"];
    const hosts = ["api.example", "evil.test", "gateway.example/v1", "/target", "/other", "[::1]"];
    const link = fc.array(fc.constantFrom(...pieces, ...hosts), { maxLength: 6 });

    fc.assert(
      fc.property(link, (parts) => {
        const url = followLink(parts.join(""), from, route);

        expect([undefined, "https://api.example"]).toContain(url && new URL(url).origin);
      }),
    );
  });

  it("maps no gateway URL without a route", () => {
    expect(followLink("https://gateway.example/v1/target/x", from)).toBeUndefined();
  });
});

describe("Route", () => {
  it("maps a target below its gateway path, with its query", () => {
    expect(route.through(from)?.href).toBe("https://gateway.example/v1/target/things?page=1");
    expect(route.through(read("https://other.example/"))?.href).toBe(
      "https://gateway.example/v1/other/",
    );
  });

  it.each(["https://stranger.example/", "https://constructor/"])("does not serve %s", (url) => {
    expect(route.through(read(url))).toBeUndefined();
  });

  it.each(["gateway.example", "https://gateway.example/?a=b"])(
    "rejects the base URL %s",
    (baseUrl) => {
      expect(() => new Route({ baseUrl, paths: {} })).toThrow("base URL");
    },
  );
});
