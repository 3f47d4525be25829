import { describe, expect, it } from "vitest";
import { armNeeds, connectionOf, problemIn } from "./connection.ts";
import { exitCodeOf, type Finished, runParts } from "./parts.ts";

const whole = {
  TOOLCOURT_AZURE_TENANT_ID: "72F988BF-0000-4000-8000-2d7cd011db47",
  TOOLCOURT_AZURE_CLIENT_ID: "client",
  TOOLCOURT_AZURE_CLIENT_SECRET: "secret-of-the-client",
  TOOLCOURT_AZURE_SUBSCRIPTION_ID: "0b1f6471-1bf0-4dda-aec3-111122223333",
};

async function runIn(environment: Readonly<Record<string, string>>, finished?: Partial<Finished>) {
  const printed: string[] = [];
  const run = async () => ({ lines: ["done"], failed: false, ...finished });
  const parts = [{ name: "resource-manager", needs: armNeeds, run }];
  const outcome = await runParts(parts, environment, (line) => printed.push(line));
  return { printed, code: exitCodeOf(outcome, environment) };
}

describe("runParts", () => {
  it("skips a part by name if no variable is set, and succeeds", async () => {
    expect(await runIn({ PATH: "/bin" })).toEqual({
      printed: [
        "skipped: resource-manager (TOOLCOURT_AZURE_TENANT_ID, TOOLCOURT_AZURE_CLIENT_ID, TOOLCOURT_AZURE_CLIENT_SECRET or TOOLCOURT_AZURE_FEDERATED_TOKEN_FILE, TOOLCOURT_AZURE_SUBSCRIPTION_ID are not set)",
      ],
      code: 0,
    });
  });

  it.each([
    ["TOOLCOURT_AZURE_CLIENT_ID", "TOOLCOURT_AZURE_CLIENT_ID"],
    [
      "TOOLCOURT_AZURE_CLIENT_SECRET",
      "TOOLCOURT_AZURE_CLIENT_SECRET or TOOLCOURT_AZURE_FEDERATED_TOKEN_FILE",
    ],
    ["TOOLCOURT_AZURE_SUBSCRIPTION_ID", "TOOLCOURT_AZURE_SUBSCRIPTION_ID"],
  ])("fails if nothing ran for want of %s alone", async (name, shown) => {
    expect(await runIn({ ...whole, [name]: "" })).toEqual({
      printed: [`skipped: resource-manager (${shown} is not set)`],
      code: 1,
    });
  });

  it("prints the lines of a part that ran", async () => {
    expect(await runIn(whole)).toEqual({ printed: ["done", "ok: resource-manager"], code: 0 });
  });

  it("fails if a part failed", async () => {
    const { printed, code } = await runIn(whole, { failed: true });

    expect({ last: printed.at(-1), code }).toEqual({ last: "failed: resource-manager", code: 1 });
  });
});

describe("problemIn", () => {
  it("accepts ids and an address over TLS", () => {
    const given = { ...whole, TOOLCOURT_AZURE_APIM_URL: "https://contoso.azure-api.net/arm" };

    expect([whole, given].map(problemIn)).toEqual([undefined, undefined]);
  });

  it.each([
    ["TENANT_ID", "contoso"],
    ["SUBSCRIPTION_ID", ".*"],
    ["APIM_URL", "http://apim.contoso.example"],
    ["APIM_URL", "contoso"],
    ["APIM_URL", "https://["],
  ])("names %s if it is %j, and not its value", (name, value) => {
    const problem = problemIn({ ...whole, [`TOOLCOURT_AZURE_${name}`]: value });

    expect(problem).toMatch(new RegExp(`^TOOLCOURT_AZURE_${name}: expected an `));
    expect(problem).not.toContain(`${value}.`);
  });
});

describe("connectionOf", () => {
  it("gives a secret over standard input only", () => {
    const { flags, input } = connectionOf(whole);

    expect(input).toBe("secret-of-the-client\n");
    expect(flags.join(" ")).not.toContain("secret-of-the-client");
    expect(flags).toContain(
      "https://login.microsoftonline.com/72f988bf-0000-4000-8000-2d7cd011db47/oauth2/v2.0/token",
    );
  });

  it("takes a federated token by its file", () => {
    const { TOOLCOURT_AZURE_CLIENT_SECRET: _, ...rest } = whole;
    const given = { ...rest, TOOLCOURT_AZURE_FEDERATED_TOKEN_FILE: "/run/token" };

    const { flags, input } = connectionOf(given);

    expect(input).toBe("");
    expect(flags).toContain("client-assertion");
    expect(flags).toContain("/run/token");
  });
});
