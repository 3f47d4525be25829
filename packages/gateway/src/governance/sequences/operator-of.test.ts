import { policy } from "@toolcourt/testing/policy";
import { describe, expect, it } from "vitest";
import { namesOf } from "./operator-of.ts";

function policyWith(...destinations: readonly string[]) {
  return policy(`destinations: ${JSON.stringify(destinations)}`);
}

describe("namesOf", () => {
  it.each([
    ["*@example.com", "email", "ada@example.com", "ada@a.example.com"],
    ["*@*.example.com", "email", "ada@a.example.com", "ada@example.com"],
    ["*.example.com", "host", "a.example.com", "example.com"],
    ["ada@example.com", "email", "ada@example.com", "bob@example.com"],
    ["https://example.com/a/*", "url", "https://example.com/a/b", "https://example.com/b"],
    ["https://*.example.com/*", "url", "https://a.example.com/b", "https://example.com/b"],
    ["https://example.com", "url", "https://example.com/", "https://example.com/b"],
    [
      "https://example.com:8443/a?b=c",
      "url",
      "https://example.com:8443/a?b=c",
      "https://example.com/a?b=c",
    ],
    ["s3://bucket/team/*", "url", "s3://bucket/team/a", "s3://bucket/other/a"],
    ["/srv/team/*", "path", "/srv/team/a", "/srv/other/a"],
    ["#general", "text", "#general", "#random"],
  ])("reads %s as the policy file allows it", (...[pattern, kind, own, other]) => {
    const names = namesOf(policyWith(pattern));

    expect([names(kind, own), names(kind, other)]).toEqual([true, false]);
  });

  it("needs every policy that must agree", () => {
    const both = policyWith("a", "b").limitedBy(policyWith("b", "c"), "both");
    const names = namesOf(both);

    expect(["a", "b", "c"].map((each) => names("text", each))).toEqual([false, true, false]);
  });
});
