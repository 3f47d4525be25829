import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textSecretValues } from "./secret-values.ts";

const found = (schema: object, name = "a") =>
  remarks(textSecretValues, { input: { type: "object", properties: { [name]: { ...schema } } } });

// Concatenated here so that secret scanners do not flag this file.
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
const keys = {
  aws: `AKIA${"A1B2".repeat(4)}`,
  github: `ghp_${letters}`,
  gitlab: `glpat-${letters.slice(0, 20)}`,
  slack: `xoxb-${letters.slice(0, 12)}`,
  stripe: `sk_live_${letters.slice(0, 24)}`,
  google: `AIza${letters.slice(0, 35)}`,
  jwt: `eyJ${letters}.eyJ${letters}.${letters}`,
  pem: ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" "),
  url: ["postgres://user", "hunter2@db.example/x"].join(":"),
  azure: `AccountKey=${letters}${letters}==`,
  bearer: `Bearer ${letters}`,
};

describe("text/secret-values", () => {
  it.each(Object.entries(keys))("recognizes %s", (_, key) => {
    expect(found({ default: key })).toHaveLength(1);
    expect(found({ enum: ["x", key] })).toHaveLength(1);
    expect(found({ examples: [`use ${key} here`] })).toHaveLength(1);
  });

  it("reports a generated default of a secret once", () => {
    const generated = found({ type: "string", default: "Zx9Lq2Vw7Tb4Nc1R" }, "apiKey");

    expect(generated.map(({ pointer }) => pointer)).toEqual(["/input/properties/apiKey/default"]);
    expect(found({ type: "string", default: keys.github }, "token")).toHaveLength(1);
  });

  it.each(["changeme", "your-api-key-goes-here", "${API_KEY}", "aaaaaaaaaaaaaaaaaaaa1", ""])(
    "accepts %j as a placeholder",
    (value) => {
      expect(found({ type: "string", default: value }, "api_key")).toEqual([]);
    },
  );

  it("ignores generated values of other parameters", () => {
    expect(found({ type: "string", default: "Zx9Lq2Vw7Tb4Nc1R" }, "commit")).toEqual([]);
  });

  it.each(["eyJ", "a://", "AKIA", "-----BEGIN ", "SG.", "eyJaaaaaaaaa.", "a:b@"])(
    "scans 200 kB of %j in linear time",
    (unit) => {
      expect(found({ default: unit.repeat(200_000 / unit.length) }).length).toBeLessThanOrEqual(1);
    },
  );
});
