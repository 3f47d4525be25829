import { expect, it } from "vitest";
import { isSafeAddress } from "./input-request.ts";

it.each([
  "https://bank.example/authorize?state=abc#top",
  "https://BANK.example",
  "https://bank.example:8443/x",
  "https://bank.example:443/",
  "http://localhost:3000/callback",
  "http://127.0.0.1/",
  "http://[::1]:8080/",
])("accepts %s", (address) => {
  expect(isSafeAddress(address)).toBe(true);
});

it.each([
  "http://bank.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "https://ann:pw@bank.example/",
  "https://bank.example@evil.example/",
  "https://xn--pypal-4ve.com/",
  "https://login.xn--pypal-4ve.com/",
  "https://pаypal.com/",
  "https://bank。example/",
  "https://0x7f.1/",
  "https://%62ank.example/",
  "https:bank.example/",
  "https:\\\\bank.example/",
  "https://bank.example\\.evil.example/",
  "https://bank.example/\u200bx",
  " https://bank.example/",
  "https://bank\n.example/",
  "http://127.0.0.1.evil.example/",
  "bank.example",
  "",
  `https://bank.example/${"x".repeat(5_000)}`,
])("refuses %j", (address) => {
  expect(isSafeAddress(address)).toBe(false);
});
