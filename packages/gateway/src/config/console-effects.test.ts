import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { sendTo } from "@toolcourt/testing/console-requests";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { openServing } from "@toolcourt/testing/serving";
import { describe, expect, it } from "vitest";
import { openLoginWorld } from "../../../../test/console/login/login-world.ts";
import { configSchema } from "./config.ts";

// Tests every key of the console with an observable effect.

async function pageWith(console: object): Promise<readonly [status: number, isTold: boolean]> {
  const config = { toolbox: { local: ["workspace"], tools }, stores: { url: "memory:" }, console };
  await using folder = await openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    "pages/index.html": "<!doctype html>",
  });
  const place = { folder: folder.path, consolePages: `${folder.path}/pages` };
  await using serving = await openServing(place);
  const { status } = await sendTo(serving.url, { path: "/console/" });
  return [status, serving.printed.includes("and on /console/")];
}

/** The address to which the button of the page leads. */
async function addressWith(login: (issuer: string) => JsonObject): Promise<URL> {
  const { openBrowser } = await openLoginWorld((issuer) => ({ login: login(issuer) }));
  const { headers } = await openBrowser().begin();
  return new URL(headers.location ?? "");
}

const tools = [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }];

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "console.enabled": async () => {
    expect(await pageWith({ enabled: true })).toEqual([200, true]);
    expect(await pageWith({ enabled: false })).toEqual([404, false]);
  },
  "console.login.issuer": async () => {
    const { serving, issuer } = await openLoginWorld();
    const headers = { "sec-fetch-site": "same-origin" };

    const { body } = await sendTo(serving.url, { path: "/console/session", headers });

    expect(body).toEqual({ login: { host: new URL(issuer.issuer).host } });
  },
  "console.login.client_id": async () => {
    const address = await addressWith(() => ({ client_id: "desk" }));

    expect(address.searchParams.get("client_id")).toBe("desk");
  },
  "console.login.client_secret": async () => {
    const right = await openLoginWorld();
    const wrong = await openLoginWorld({ login: { client_secret: "another-secret" } });

    const answers = [
      await right.openBrowser().signIn(),
      await wrong.openBrowser().signIn(),
    ] as const;

    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  },
  "console.login.scopes": async () => {
    const address = await addressWith(() => ({ scopes: ["openid", "profile"] }));

    expect(address.searchParams.get("scope")).toBe("openid profile");
  },
  "console.login.authorize_url": async () => {
    const address = await addressWith((origin) => ({
      authorize_url: `${origin}/elsewhere?tenant=north`,
      token_url: `${origin}/token`,
    }));

    expect(address.pathname).toBe("/elsewhere");
    expect(address.searchParams.get("tenant")).toBe("north");
  },
  "console.login.token_url": async () => {
    const { issuer, openBrowser } = await openLoginWorld((origin) => ({
      login: { authorize_url: `${origin}/auth`, token_url: `${origin}/elsewhere` },
    }));

    await openBrowser().signIn();

    expect(issuer.paths).toContain("/elsewhere");
    expect(issuer.paths).not.toContain("/token");
  },
};

describe("a console key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "console"), "console")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});
