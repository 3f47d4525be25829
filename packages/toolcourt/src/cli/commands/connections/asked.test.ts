import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import { createCertificate } from "@toolcourt/testing/certificate";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import {
  openOAuthProvider,
  type TestProvider,
  testClient,
} from "@toolcourt/testing/oauth-provider";
import { type Ran, type RunOptions, run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

const origin = ["--origin", "https://api.example.com"];

async function setUp(config = ""): Promise<Folder> {
  const folder = await openFolder({
    "toolcourt.yaml": `toolbox: {}\nstores: { url: 'sqlite:state.db' }\n${config}\n`,
  });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder;
}

function connections(
  { path }: Folder,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  return run(["connections", ...args], { folder: path, ...options });
}

async function allOf(folder: Folder): Promise<string> {
  const texts = (await folder.files()).map((file) => readFile(`${folder.path}/${file}`, "latin1"));
  return (await Promise.all(texts)).join("\n");
}

/** Simulates a person with a browser who receives the address shown on the terminal. */
function person(act: (address: string) => Promise<unknown>) {
  const acts: Promise<unknown>[] = [];
  const onText = (text: string): void => {
    const address = /^http\S+$/m.exec(text)?.[0];
    if (address !== undefined) acts.push(act(address));
  };
  return { onText, done: () => Promise.all(acts) };
}

function oauthAt({ issuer }: TestProvider): readonly string[] {
  return ["--kind", "oauth", "--issuer", issuer, "--client-id", testClient.id, "--private"];
}

// Each command opens a database, which is slow while other tests load the machine.
describe("toolcourt connections at a terminal", { timeout: 30_000 }, () => {
  it("prompts for a missing token and never shows it", async () => {
    const folder = await setUp();
    const typed = ["tok-canary-93f1c2d4e5"];

    const added = await connections(folder, ["add", "crm", "--kind", "token", ...origin], {
      typed,
    });
    const pushed = await connections(folder, ["push", "crm"], { typed: ["tok-canary-next-77"] });

    expect([added.code, pushed.code]).toEqual([0, 0]);
    expect(added.errors).toContain("--token");
    const all = added.output + added.errors + pushed.output + pushed.errors + (await allOf(folder));
    expect(all).not.toContain("canary");
  });

  it("prompts for each of several secrets", async () => {
    const folder = await setUp();
    const said = ["--kind", "headers", "--header", "X-Key=-", "--header", "X-Secret=-"];

    const added = await connections(folder, ["add", "crm", ...said, ...origin], {
      typed: ["first-secret", "second-secret"],
    });

    expect(added.code).toBe(0);
    expect((await connections(folder, ["test", "crm"])).code).toBe(0);
  });

  it("authenticates with a client secret typed at the prompt", async () => {
    await using provider = await openOAuthProvider();
    const folder = await setUp();
    const said = ["--kind", "client-credentials", "--issuer", provider.issuer, "--private"];
    const client = ["--client-id", testClient.id];

    await connections(folder, ["add", "mail", ...said, ...client, ...origin], {
      typed: [testClient.secret],
    });

    expect(await connections(folder, ["test", "mail"])).toMatchObject({ code: 0, errors: "" });
  });

  it("adds a connection authorized in a browser, and can use, renew and revoke it", async () => {
    await using provider = await openOAuthProvider();
    const folder = await setUp();
    const { onText, done } = person(provider.sayYes);

    const added = await connections(folder, ["add", "crm", ...oauthAt(provider), ...origin], {
      onText,
    });
    const tested = await connections(folder, ["test", "crm"]);
    const shown = await connections(folder, ["show", "crm", "--json"]);
    const revoked = await connections(folder, ["revoke", "crm"]);

    expect(await done()).toEqual([200]);
    expect(added).toMatchObject({ code: 0 });
    expect(added.output).toMatch(/^The connection crm was added as [0-9a-f]{24}\.$/);
    expect(tested.code).toBe(0);
    expect(JSON.parse(shown.output)).toMatchObject({ kind: "oauth", issuer: provider.issuer });
    expect(revoked.output).toContain("also there");
    const all = [added, tested, shown, revoked].map(({ output, errors }) => output + errors);
    expect(all.join("") + (await allOf(folder))).not.toContain("canary");
  });

  it("ignores forged redirects, accepts the first valid one and then stops listening", async () => {
    await using provider = await openOAuthProvider();
    const folder = await setUp();
    let redirect = "";
    const { onText, done } = person(async (address) => {
      redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
      const wrong = await fetch(`${redirect}s?code=x&state=y`);
      const forged = await fetch(`${redirect}?code=x&state=y`);
      return [wrong.status, forged.status, await provider.sayYes(address)];
    });

    const added = await connections(folder, ["add", "crm", ...oauthAt(provider), ...origin], {
      onText,
    });

    expect(await done()).toEqual([[404, 400, 200]]);
    expect(added.code).toBe(0);
    expect(provider.asked).toEqual(["authorization_code"]);
    await expect(fetch(redirect)).rejects.toThrow("fetch failed");
  });

  it("does not start authorization if the name is taken", async () => {
    await using provider = await openOAuthProvider();
    const folder = await setUp();
    const typed = ["tok-canary-93f1c2d4e5"];
    await connections(folder, ["add", "crm", "--kind", "token", ...origin], { typed });

    const added = await connections(folder, ["add", "crm", ...oauthAt(provider), ...origin]);

    expect(added.errors).toContain("There is a connection crm already.");
    expect(provider.asked).toEqual([]);
  });

  it("lists the scopes that the provider did not grant", async () => {
    await using provider = await openOAuthProvider();
    provider.manners.odd = { scope: "read" };
    const folder = await setUp();
    const { onText, done } = person(provider.sayYes);
    const said = [...oauthAt(provider), "--scope", "read write"];

    const added = await connections(folder, ["add", "crm", ...said, ...origin], { onText });

    await done();
    expect(added.code).toBe(0);
    expect(added.errors).toContain("did not grant the scope write.");
    expect(added.errors).not.toContain("scope read");
  });

  it("trusts the certificates of `egress.ca_file` at the token endpoint", async () => {
    const { key, cert } = createCertificate("localhost");
    const server = createServer({ key, cert }, (_request, response) => {
      const answer = { access_token: "tok-canary-over-tls", token_type: "Bearer" };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const folder = await setUp("egress: { ca_file: ca.pem }");
    await folder.write("ca.pem", cert);
    const client = ["--client-id", "x", "--client-secret", "-", "--private"];
    const said = ["--kind", "client-credentials", "--token-url", `https://localhost:${port}/token`];
    await connections(folder, ["add", "crm", ...said, ...client, ...origin], {
      input: testClient.secret,
    });

    const tested = await connections(folder, ["test", "crm"]);

    expect(tested).toMatchObject({ code: 0, errors: "" });
  });
});
