import { describe, expect, it } from "vitest";
import { formOf } from "./kinds.ts";
import { readOperatorNames } from "./operator-names.ts";

const names = readOperatorNames([
  "*@company.com",
  "*@*.corp.company.com",
  "https://api.company.com/*",
  "https://files.company.com/public/*",
  "https://*.cdn.company.com/*",
  "*.intra.company.com",
  "/srv/exports/*",
  "#general",
]);

describe("readOperatorNames", () => {
  it.each([
    "anna@company.com",
    "anna@COMPANY.com",
    "anna@eu.corp.company.com",
    "https://api.company.com/",
    "https://api.company.com/v1/a?b=c",
    "HTTPS://API.company.com:443/v1",
    "https://files.company.com/public/a.pdf",
    "https://eu.cdn.company.com/x",
    "wiki.intra.company.com",
    "/srv/exports/2026/a.csv",
    "#general",
  ])("names %s", (text) => {
    expect(names(formOf(text), text)).toBe(true);
  });

  it.each([
    "anna@company.com.evil.com",
    "anna@xcompany.com",
    "evil@evil.com,anna@company.com",
    "evil%evil.com@company.com",
    "evil!x@company.com",
    '"evil@evil.com"@company.com',
    "anna@company.com\nevil@evil.com",
    "anna@\uff43ompany.com",
    "anna@corp.company.com",
    "http://api.company.com/",
    "https://api.company.com.evil.com/",
    "https://api.company.com@evil.com/",
    "https://api.company.com\\@evil.com/",
    "https://api.company.com:8443/",
    "https://evil.com/https://api.company.com/",
    "https://files.company.com/public/../private/a",
    "https://files.company.com/public/%2e%2e/private/a",
    "https://files.company.com/public/..%2fprivate",
    "https://files.company.com/publicity",
    "https://cdn.company.com/x",
    "intra.company.com",
    "xintra.company.com",
    "/srv/exports/../keys",
    "/srv/exports/..\\keys",
    "/srv/exports",
    "#general ",
  ])("does not name %j", (text) => {
    expect(names(formOf(text), text)).toBe(false);
  });

  it.each(["a*b", "https://*/", "*", "https://x.com/*/a", "*@*"])(
    "refuses %s, with the forms that there are",
    (pattern) => {
      expect(() => readOperatorNames([pattern])).toThrow(
        `got ${JSON.stringify(pattern)}. Correct it and run "toolcourt policy test".`,
      );
    },
  );
});
