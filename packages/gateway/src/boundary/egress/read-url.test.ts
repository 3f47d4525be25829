import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUrl, type UrlReading } from "./read-url.ts";

function faultOf(text: string): string | undefined {
  const reading = readUrl(text);
  return reading.kind === "unreadable" ? reading.fault : undefined;
}

function hostIn(reading: UrlReading): string | undefined {
  return reading.kind === "read" ? reading.host : undefined;
}

describe("readUrl", () => {
  it("reads scheme, host and port", () => {
    expect(readUrl("HTTPS://Api.Example:8443/a?b=c")).toMatchObject({
      kind: "read",
      scheme: "https",
      host: "api.example",
      port: 8443,
    });
    expect(readUrl("http://api.example")).toMatchObject({ scheme: "http", port: 80 });
    expect(readUrl("https://[2606:4700:0::1111]/")).toMatchObject({ host: "2606:4700::1111" });
    expect(readUrl("https://1.1.1.1/")).toMatchObject({ host: "1.1.1.1", port: 443 });
  });

  it("drops a trailing dot from a name", () => {
    const reading = readUrl("https://api.example./x");

    expect(hostIn(reading)).toBe("api.example");
    expect(reading).toMatchObject({ url: new URL("https://api.example/x") });
  });

  it.each([
    ["", "scheme"],
    ["/x", "scheme"],
    ["//api.example/x", "scheme"],
    ["api.example", "scheme"],
    ["https:api.example", "scheme"],
    ["https:/api.example", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["gopher://api.example/", "scheme"],
    ["blob:https://api.example/1", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["https://", "host"],
    ["https:///api.example", "host"],
    ["https://user@api.example/", "userinfo"],
    ["https://user:pass@api.example/", "userinfo"],
    ["https://@api.example/", "userinfo"],
    ["https://127.0.0.1%2f@api.example/", "userinfo"],
    ["https://evil.test\\@api.example/", "characters"],
    [" https://api.example/", "characters"],
    ["https://api.example\t.evil.test/", "characters"],
    ["https://api.example\n.evil.test/", "characters"],
    ["https://api\u00ad.example/", "characters"],
    ["https://api.example/\u202e", "characters"],
    ["https://api.example/a b", "characters"],
    ["https://api%2eexample/", "host"],
    ["https://api.example%00.evil.test/", "host"],
    ["https://\u0430pi.example/", "host"],
    ["https://127\u30020\u30020\u30021/", "host"],
    ["https://\u2460.\u2461.\u2462.\u2463/", "host"],
    ["http://127.1/", "host"],
    ["http://2130706433/", "host"],
    ["http://0x7f.0.0.1/", "host"],
    ["http://0177.0.0.1/", "host"],
    ["http://0/", "host"],
    ["http://256.256.256.256/", "host"],
    ["https://[fe80::1%25eth0]/", "host"],
    ["https://[::1/", "host"],
    ["https://[api.example]/", "host"],
    ["https://api..example/", "host"],
    ["https://api.example../", "host"],
    ["https://./", "host"],
    ["https://-api.example/", "host"],
    ["https://api;evil.example/", "host"],
    ["https://$(id).example/", "host"],
    [`https://${"a".repeat(64)}.example/`, "host"],
    ["https://api.example/a/..%2f..%2fadmin", "path"],
    ["https://api.example/%2e.%5cadmin", "path"],
    ["https://api.example/a/..;/admin", "path"],
    ["https://api.example/a/..%3bx/admin", "path"],
    ["https://api.example:/", "port"],
    ["https://api.example:0/", "port"],
    ["https://api.example:00443/", "port"],
    ["https://api.example:65536/", "port"],
    ["https://api.example:443:443/", "port"],
  ])("rejects %j (%s)", (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it("rejects an overlong URL", () => {
    expect(faultOf(`https://api.example/${"a".repeat(9_000)}`)).toBe("too-long");
  });

  it("never reads a different host than the parser used to connect", () => {
    const pieces = ["https://", "api.example", "evil.test", "127.1", "[::1]", "xn--a", "443"];
    const joints = ["@", "\\\\", ":", ".", "/", "#", "?", "%2e", "%00", "\t", "\u3002", "\u00ad"];
    const odd = fc.array(fc.constantFrom(...pieces, ...joints), { maxLength: 6 });

    fc.assert(
      fc.property(odd, (rest) => {
        const text = `https://${rest.join("")}`;
        const host = hostIn(readUrl(text));

        expect([undefined, host, `${host}.`, `[${host}]`]).toContain(
          host === undefined ? undefined : URL.parse(text)?.hostname,
        );
      }),
    );
  });
});
