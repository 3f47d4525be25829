import { describe, expect, it } from "vitest";
import { canonicalForm, formOf } from "./kinds.ts";

const equal: readonly (readonly [kind: string, one: string, other: string])[] = [
  ["email", "bob@Example.COM", "bob@example.com"],
  ["email", "bob@m\u00fcnchen.de", "bob@xn--mnchen-3ya.de"],
  ["url", "HTTPS://Example.com:443/a/./b/../%7euser", "https://example.com/a/~user"],
  ["url", "http://example.com", "http://example.com:80/"],
  ["url", "https://example.com/%c3%a9", "https://example.com/%C3%A9"],
  ["host", "API.example.com", "api.example.com"],
  ["iban", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["path", "/srv//data/./a/", "/srv/data/a"],
];

const unequal: readonly (readonly [kind: string, one: string, other: string])[] = [
  ["email", "Bob@example.com", "bob@example.com"],
  ["email", "bob@\uff45xample.com", "bob@example.com"],
  ["email", "bob@ex\u00adample.com", "bob@example.com"],
  ["email", "bob@example.com.", "bob@example.com"],
  ["email", "bob+x@example.com", "bob@example.com"],
  ["url", "https://example.com/a", "https://example.com/A"],
  ["url", "https://example.com/a%2fb", "https://example.com/a/b"],
  ["url", "https://example.com@evil.com/", "https://example.com/"],
  ["url", "https://example.com\\@evil.com/", "https://example.com/"],
  ["url", "https://example.com:8443/", "https://example.com/"],
  ["url", "https://example.com/a?", "https://example.com/a"],
  ["url", "https://ex\tample.com/", "https://example.com/"],
  ["path", "/srv/a/../b", "/srv/b"],
  ["path", "//srv/a", "/srv/a"],
  ["iban", "de89370400440532013000", "DE89370400440532013000"],
  ["file-id", "a1", "A1"],
  ["constructor", "A", "a"],
];

describe("canonicalForm", () => {
  it.each(equal)("takes two writings of one %s as equal: %s", (kind, one, other) => {
    expect(canonicalForm(kind, one)).toBe(canonicalForm(kind, other));
  });

  it.each(unequal)("keeps two values of kind %s apart: %s", (kind, one, other) => {
    expect(canonicalForm(kind, one)).not.toBe(canonicalForm(kind, other));
  });
});

describe("formOf", () => {
  it.each([
    ["bob@example.com", "email"],
    ["https://example.com/a", "url"],
    ["https://a b.com", "text"],
    ["DE89 3704 0044 0532 0130 00", "iban"],
    ["DE88 3704 0044 0532 0130 00", "text"],
    ["4111 1111 1111 1111", "card"],
    ["+49 30 1234567", "phone"],
    ["/srv/data/a.txt", "path"],
    ["notes/2026.txt", "path"],
    ["example.com", "host"],
    ["-12.50", "number"],
    ["general", "text"],
  ])("names %s as %s", (text, form) => {
    expect(formOf(text)).toBe(form);
  });
});
