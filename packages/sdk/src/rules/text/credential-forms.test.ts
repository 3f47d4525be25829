import { describe, expect, it } from "vitest";
import { hasCredentialForm, looksGenerated } from "./credential-forms.ts";

describe("hasCredentialForm", () => {
  it("finds a key inside a longer text", () => {
    expect(hasCredentialForm(`key=AKIA${"Z9".repeat(8)};`)).toBe(true);
  });

  it.each([
    `hf_${"aB".repeat(17)}`,
    `hvs.${"aB1c".repeat(6)}`,
    `shpat_${"a1".repeat(16)}`,
    `1234567890:AA${"aB1".repeat(11)}`,
    `https://discord.com/api/webhooks/${"1".repeat(18)}/${"aB1-".repeat(17)}`,
    `https://x.blob.core.windows.net/c?sv=2024&sig=${"aB1%2B".repeat(8)}`,
    `Basic ${btoa("somebody:something")}`,
  ])("recognizes %s", (text) => {
    expect(hasCredentialForm(text)).toBe(true);
  });

  it.each([
    "AKIA",
    "hf_transformers",
    "secret_name_of_the_vault_in_the_other_subscription",
    "Basic authentication for users of the service",
    "sk-short",
    "Bearer token",
    "https://example.com/a:b@c",
    "eyJhbGciOiJIUzI1NiJ9",
  ])("does not mistake %s for a key", (text) => {
    expect(hasCredentialForm(text)).toBe(false);
  });
});

describe("looksGenerated", () => {
  it.each(["q8Zr2Lx0vT5wYb7N", "3f2a9c1b7d4e8f60a5b2"])("recognizes %s", (text) => {
    expect(looksGenerated(text)).toBe(true);
  });

  it.each([
    "short1",
    "only-letters-here",
    "1111111111111111",
    "two words 1234567",
    "abababababababab1",
  ])("recognizes %s as written by a person", (text) => {
    expect(looksGenerated(text)).toBe(false);
  });
});
