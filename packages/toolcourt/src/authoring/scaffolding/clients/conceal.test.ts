import { describe, expect, it } from "vitest";
import { Concealment, isHarmless } from "./conceal.ts";

describe("isHarmless", () => {
  it.each([
    ["LOG_LEVEL", "debug"],
    ["PORT", "8080"],
    ["FLAG", "true"],
    ["EMPTY", ""],
    ["DATA", "/srv/data"],
    ["DATA", "C:\\data\\files"],
    ["BASE", "https://api.example.com/v1"],
    ["PATH", "/usr/local/bin:/usr/bin:/bin"],
  ])("accepts %s=%s", (name, value) => {
    expect(isHarmless(name, value)).toBe(true);
  });

  it.each([
    ["API_KEY", "1234"],
    ["GITHUB_TOKEN", "true"],
    ["DB", "postgres://me:pass@db/x"],
    ["BASE", "https://me:pass@api.example.com/"],
    ["BASE", "https://api.example.com/v1?k=1"],
    ["WHO", "correct horse battery staple"],
    ["ANYTHING", "Zm9vYmFyYmF6cXV4"],
    ["PIN", "12345678"],
    ["DOOR_PIN", "1234"],
    ["DB_PW", "test"],
    ["SSH_PASSPHRASE", "a"],
    ["PATH", "/usr/bin:hunter2"],
    ["DATA", "/srv/9f86d081884c7d659a2feaa0"],
    ["NESTED", `$\{input:x}`],
  ])("treats a value as secret unless it is plainly harmless: %s=%s", (name, value) => {
    expect(isHarmless(name, value)).toBe(false);
  });
});

describe("Concealment", () => {
  it("names variables after their values, uniquely", () => {
    const conceal = new Concealment();
    const { reference } = conceal;

    const given = [
      reference("TOKEN", "a", "one"),
      reference("TOKEN", "a", "two"),
      reference("TOKEN", "b", "two"),
      reference("TOKEN", "c", "two"),
      reference("my key!", "d", "one"),
      reference("7up", "e", "one"),
    ];

    expect(given).toEqual(
      ["TOKEN", "TOKEN", "TWO_TOKEN", "TWO_TOKEN_2", "MY_KEY_", "_7UP"].map(
        (name) => `$\{${name}}`,
      ),
    );
    expect(conceal.names()).toEqual(["MY_KEY_", "TOKEN", "TWO_TOKEN", "TWO_TOKEN_2", "_7UP"]);
  });

  it("avoids names that the gateway itself uses, unless the client chose one", () => {
    const { reference } = new Concealment();

    expect([reference("PATH", "x;y", "crm"), reference("NODE_OPTIONS", "-r x", "crm")]).toEqual([
      `$\{CRM_PATH}`,
      `$\{CRM_NODE_OPTIONS}`,
    ]);
    expect(reference("BIN", `$\{env:PATH}`, "crm")).toBe(`$\{PATH}`);
  });
});
