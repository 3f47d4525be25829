import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { thingTools } from "@toolcourt/testing/http-tools";
import { openIssuer, resource } from "@toolcourt/testing/issuer";
import { spoken } from "@toolcourt/testing/lanes";
import { openOAuthProvider, testClient } from "@toolcourt/testing/oauth-provider";
import { openServing } from "@toolcourt/testing/serving";
import { openTarget } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { expect, it } from "vitest";

const policy = `version: 1
roles: { reader: ["shop:read"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*/*"] }
...
`;

it.each([
  [true, 1],
  [false, 0],
])(
  "with `exchange: %s`, HTTP tools act on behalf of %i caller",
  async (exchange, count) => {
    await using target = await openTarget((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"name":"box"}');
    });
    await using signing = await openIssuer(systemClock);
    await using issuer = await openOAuthProvider();
    issuer.manners.exchanges = () => true;
    const origin = `http://127.0.0.1:${target.port}`;
    const [trusted] = signing.trust.trusted;
    const login = { name: "login", issuer: issuer.issuer, jwks_url: trusted?.jwksUrl.href };
    const shop = {
      name: "shop",
      tools: "shop.yaml",
      base: origin,
      connection: "argument",
      exchange,
    };
    const config = {
      server: { auth: { resource: resource.href, scopes: ["mcp"], issuers: [login] } },
      toolbox: { http: [shop] },
      egress: { allow: [{ origin, addresses: "loopback" }] },
      policy: { file: "policy.yaml" },
    };
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify(config),
      "shop.yaml": thingTools,
      "policy.yaml": policy,
      "client.txt": testClient.secret,
    });
    const client = ["--client-id", testClient.id, "--client-secret", "client.txt", "--private"];
    const kind = ["--kind", "exchange", "--issuer", issuer.issuer, "--shared", "--origin", origin];
    const added = await run(["connections", "add", "corp", ...kind, ...client], {
      folder: folder.path,
    });
    const token = await signing.tokenFor("ada", { claims: { iss: issuer.issuer } });
    const given = { name: "get-thing", arguments: { id: 1, connection_id: "corp" } };
    const request = spoken("tools/call", given, { era: "modern", lane: "fast" });
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    const printed: string[] = [];
    let answer = "";

    {
      await using gateway = await openServing(folder.path, "--verbose");
      answer = await (await fetch(gateway.url, { ...request, headers })).text();
      printed.push(...gateway.printed);
    }

    expect(added).toMatchObject({ code: 0 });
    expect(answer).toContain(exchange ? '"box"' : "connection-refused");
    expect(issuer.requested).toHaveLength(count);
    const sent = target.seen.map((each) => each.headers.authorization);
    expect(sent).toEqual(issuer.granted.map((each) => `Bearer ${each}`));
    const files = (await folder.files()).filter((file) => !file.endsWith(".txt"));
    const kept = await Promise.all(
      files.map((file) => readFile(join(folder.path, file), "latin1")),
    );
    const canaries = [...token.split(".").slice(1), testClient.secret, ...issuer.granted];
    const all = [answer, ...printed, ...kept];
    expect(canaries.filter((each) => all.some((text) => text.includes(each)))).toEqual([]);
  },
  30_000,
);
