import { generateKeyPairSync } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import { createClientCertificate } from "@toolcourt/testing/certificate";
import { entraClient, entraTenant, openEntra, vouchedBy } from "@toolcourt/testing/entra";
import { openFolder } from "@toolcourt/testing/folder";
import { type Ran, run, today } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";

const certified = createClientCertificate();
const ended = createClientCertificate({ until: "251231235959Z" });
const elliptic = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ofCurve = createClientCertificate({ keys: elliptic });
const cluster = generateKeyPairSync("ec", { namedCurve: "P-256" });

const origin = ["--origin", "https://management.azure.com"];
const entra = ["--provider", "entra", "--provider-tenant", entraTenant];
const client = ["--client-id", entraClient.id];
const bySecret = [...client, "--client-secret", "secret.txt"];
const byKey = [...client, "--client-key", "client.pem", "--client-certificate", "client.crt"];

async function setUp() {
  const provider = await openEntra();
  const files = {
    "toolcourt.yaml": "toolbox: {}\nstores: { url: 'sqlite:state.db' }\n",
    "secret.txt": entraClient.secret,
    "client.pem": certified.key,
    "client.crt": certified.cert,
    "ended.pem": ended.key,
    "ended.crt": ended.cert,
    "curve.pem": ofCurve.key,
    "curve.crt": ofCurve.cert,
    "junk.crt": "no certificate",
  };
  const folder = await openFolder(files);
  for (const file of Object.keys(files).filter((name) => name.endsWith(".pem"))) {
    await chmod(`${folder.path}/${file}`, 0o600);
  }
  onTestFinished(async () => {
    for (const each of [folder, provider]) await each[Symbol.asyncDispose]();
  });
  const shown: string[] = [];
  const connections = async (...args: readonly string[]): Promise<Ran> => {
    const { dial, lookup } = provider;
    const ran = await run(["connections", ...args], {
      folder: folder.path,
      dial,
      lookup,
      onText: (text) => {
        const address = /^https:\S+authorize\S+$/m.exec(text)?.[0];
        if (address !== undefined) void provider.sayYes(address);
      },
    });
    shown.push(ran.output, ran.errors);
    return ran;
  };
  /** Returns all that was printed and written, except what the operator wrote. */
  const everything = async (): Promise<string> => {
    const ours = (await folder.files()).filter((file) => !Object.hasOwn(files, file));
    const texts = ours.map((file) => readFile(`${folder.path}/${file}`, "latin1"));
    return [...shown, ...(await Promise.all(texts))].join("\n");
  };
  return { provider, folder, connections, everything };
}

const statement = (id: string, endsAt = today + 600_000): Promise<string> =>
  vouchedBy(cluster.privateKey, { endsAt, id });

// Each command opens a database, which is slow while other tests load the machine.
describe("toolcourt connections add --provider entra", { timeout: 30_000 }, () => {
  it("authenticates with a secret in the body, for the management of Azure", async () => {
    const { provider, connections, everything } = await setUp();
    const kind = ["--kind", "client-credentials"];

    const added = await connections("add", "arm", ...kind, ...entra, ...bySecret, ...origin);
    const tested = await connections("test", "arm");
    const shown = await connections("show", "arm", "--json");

    expect([added.code, tested.code]).toEqual([0, 0]);
    expect(provider.requested).toEqual([
      {
        host: "login.microsoftonline.com",
        path: `/${entraTenant}/oauth2/v2.0/token`,
        body: {
          grant_type: "client_credentials",
          client_id: entraClient.id,
          client_secret: entraClient.secret,
          scope: "https://management.azure.com/.default",
        },
      },
    ]);
    expect(JSON.parse(shown.output)).toMatchObject({
      issuer: `https://login.microsoftonline.com/${entraTenant}/v2.0`,
      scope: "https://management.azure.com/.default",
    });
    for (const secret of [entraClient.secret, ...provider.granted]) {
      expect(await everything()).not.toContain(secret);
    }
  });

  it.each([
    ["usgov", "login.microsoftonline.us", "https://management.usgovcloudapi.net/.default"],
    ["china", "login.partner.microsoftonline.cn", "https://management.chinacloudapi.cn/.default"],
  ])("asks in the cloud %s", async (cloud, host, scope) => {
    const { provider, connections } = await setUp();
    const kind = ["--kind", "client-credentials", "--cloud", cloud];

    await connections("add", "arm", ...kind, ...entra, ...bySecret, ...origin);
    const tested = await connections("test", "arm");

    expect(tested).toMatchObject({ code: 0 });
    expect(provider.requested).toMatchObject([{ host, body: { scope } }]);
  });

  it("signs with the key of a certificate, which the provider finds by its thumbprint", async () => {
    const { provider, connections, everything } = await setUp();
    const kind = ["--kind", "client-credentials"];

    const added = await connections("add", "arm", ...kind, ...entra, ...byKey, ...origin);
    const unknown = await connections("test", "arm");
    provider.manners.certificate = certified.cert;
    await connections("add", "arm", ...kind, ...entra, ...byKey, ...origin);
    const tested = await connections("test", "arm");
    const shown = await connections("show", "arm", "--json");

    expect([added.code, unknown.code, tested.code]).toEqual([0, 1, 0]);
    expect(JSON.parse(shown.output)).toHaveProperty("thumbprint");
    const lines = certified.key.split("\n").slice(1, -2);
    const all = await everything();
    expect(lines.filter((line) => all.includes(line))).toEqual([]);
  });

  it("lets a person consent in a browser, always with PKCE", async () => {
    const { provider, connections, everything } = await setUp();

    const added = await connections("add", "me", "--kind", "oauth", ...entra, ...client, ...origin);
    const tested = await connections("test", "me");

    expect([added.code, tested.code]).toEqual([0, 0]);
    expect(added.errors).toContain("code_challenge_method=S256");
    expect(added.errors).toContain("management.azure.com%2F.default+offline_access");
    expect(provider.requested).toHaveLength(1);
    expect(await everything()).not.toMatch(/entra-(token|refresh)-canary/);
  });

  it("lets a person enter a code in a browser anywhere", async () => {
    const { provider, connections, everything } = await setUp();
    provider.manners.pending = ["authorization_pending"];
    const kind = ["--kind", "oauth", "--device"];

    const added = await connections("add", "me", ...kind, ...entra, ...client, ...origin);
    const tested = await connections("test", "me");

    expect([added.code, tested.code]).toEqual([0, 0]);
    expect(added.errors).toContain("ABCDE1234");
    expect(provider.requested.map(({ path }) => path.split("/").at(-1))).toEqual([
      "devicecode",
      "token",
      "token",
    ]);
    expect(await everything()).not.toMatch(/canary/);
  });

  it("lets another issuer vouch for it, in a file", async () => {
    const { provider, folder, connections, everything } = await setUp();
    provider.manners.federated = cluster.publicKey;
    const kind = ["--kind", "client-assertion", "--token-file", "vouched.jwt"];
    const statements = [await statement("one", today - 1), await statement("two")] as const;

    const added = await connections("add", "pod", ...kind, ...entra, ...client, ...origin);
    const outcomes: (string | number)[] = [];
    for (const text of ["", "no statement at all", ...statements]) {
      await folder.write("vouched.jwt", text);
      const { code, errors } = await connections("test", "pod");
      outcomes.push(code === 0 ? code : errors);
    }
    const shown = await connections("show", "pod", "--json");

    expect(added).toMatchObject({ code: 0, errors: "" });
    const noFile = "The connection pod has no token in its file. (connection-unavailable)";
    expect(outcomes).toEqual([noFile, noFile, noFile, 0]);
    expect(provider.requested).toMatchObject([{ body: { client_assertion: statements[1] } }]);
    expect(JSON.parse(shown.output)).toMatchObject({
      kind: "client-assertion",
      file: "vouched.jwt",
    });
    await folder.write("vouched.jwt", "");
    for (const text of statements) expect(await everything()).not.toContain(text);
  });

  it("exchanges the tokens of callers on their behalf", async () => {
    const { connections } = await setUp();

    await connections("add", "obo", "--kind", "exchange", ...entra, ...byKey, ...origin);
    const shown = await connections("show", "obo", "--json");

    expect(JSON.parse(shown.output)).toMatchObject({ kind: "exchange", protocol: "on-behalf-of" });
  });
});

const credentials = ["--kind", "client-credentials"];
const withTenant = (id: string) => ["--provider", "entra", "--provider-tenant", id];
const certificate = (key: string, name = key) => [
  "--client-key",
  `${key}.pem`,
  "--client-certificate",
  `${name}.crt`,
];

/** The command line, what it says, and the flags of the repaired command. */
const rows: readonly (readonly [readonly string[], string, string?])[] = [
  [
    [...credentials, "--provider", "entra", "--tenant", entraTenant, ...bySecret],
    "Give --provider-tenant the id of the Entra tenant",
    "--provider-tenant <id>",
  ],
  [[...credentials, ...withTenant("common"), ...bySecret], "32 hexadecimal", "<id>"],
  [[...credentials, ...withTenant("contoso.com"), ...bySecret], "32 hexadecimal", "<id>"],
  [[...credentials, ...withTenant(`${entraTenant}/..`), ...bySecret], "32 hexadecimal", "<id>"],
  [[...credentials, "--cloud", "china", ...bySecret], "Give --provider", "--provider entra"],
  [[...credentials, ...entra, "--cloud", "moon", ...bySecret], "--cloud"],
  [[...credentials, "--provider", "okta", ...bySecret], "--provider"],
  [["--kind", "token", ...entra, "--token", "secret.txt"], "has no --provider", "--kind token"],
  [
    [...credentials, ...entra, "--issuer", "https://evil.example", ...bySecret],
    "fills in all addresses",
    `--provider entra --provider-tenant ${entraTenant} --client-id`,
  ],
  [[...credentials, ...entra, "--token-url", "https://evil.example/t", ...bySecret], "fills in"],
  [[...credentials, ...entra, "--resource", "https://a.example", ...bySecret], "fills in"],
  [[...credentials, ...entra, ...client], "--client-secret"],
  [
    [...credentials, ...entra, ...client, "--client-certificate", "client.crt"],
    "Give --client-key with --client-certificate",
  ],
  [[...credentials, ...entra, ...client, ...certificate("ended")], "has ended"],
  [[...credentials, ...entra, ...client, ...certificate("curve")], "RSA keys only"],
  [[...credentials, ...entra, ...client, ...certificate("client", "ended")], "of another key"],
  [
    [...credentials, ...entra, ...client, ...certificate("client", "junk")],
    "is no certificate in PEM",
  ],
  [[...credentials, ...entra, ...client, ...certificate("client", "none")], "Cannot read none.crt"],
  [["--kind", "client-assertion", ...entra, ...client], "--token-file", "--token-file <file>"],
  [
    ["--kind", "client-assertion", ...entra, ...bySecret, "--token-file", "a.jwt"],
    "proves the client",
    `--token-file a.jwt --provider entra`,
  ],
  [["--kind", "client-assertion", "--token-file", "a.jwt", ...client], "--issuer"],
  [["--kind", "managed"], "--resource", "--resource https://management.azure.com/"],
  [["--kind", "managed", "--resource", "azure"], "--resource", "https://management.azure.com/"],
  [
    ["--kind", "managed", "--resource", "https://a.example", "--client-secret", "secret.txt"],
    "has no secret",
    "--kind managed",
  ],
  [["--kind", "managed", "--resource", "https://a.example", ...entra], "has no --provider"],
];

const mistakes = rows.map(([args, said, next = ""]) => ({ args, said, next }));

describe("toolcourt connections add with mistakes", { timeout: 60_000 }, () => {
  it.each(mistakes)("reports $args, and stores nothing", async ({ args, said, next }) => {
    const { provider, connections } = await setUp();

    const { code, errors } = await connections("add", "arm", ...args, ...origin);

    expect(code).toBe(2);
    expect(errors).toContain(said);
    expect(errors).toContain("next: toolcourt ");
    expect(errors.slice(errors.indexOf("next: "))).toContain(next);
    expect(errors).not.toContain(entraClient.secret);
    expect(provider.requested).toEqual([]);
    expect((await connections("list")).output).not.toContain("arm");
  });
});

// Each command opens a database.
describe("a secret given where its file is expected", { timeout: 30_000 }, () => {
  const secret = "Zx8Q~a.secret/of=the-client";
  const byClient = [...credentials, ...client];

  it.each([
    [["--kind", "token", ...entra, "--token", secret]],
    [[...byClient, "--provider", "entra", "--client-secret", secret]],
    [[...byClient, ...entra, "--client-secret", secret]],
    [["--kind", "headers", "--header", `x-key=${secret}`]],
    [[...byClient, ...entra, "--client-key", secret, "--client-certificate", "client.crt"]],
  ])("is not repeated by add %j", async (flags) => {
    const { connections, everything } = await setUp();

    const { code } = await connections("add", "azure", ...flags, ...origin);

    expect(code).toBe(2);
    expect(await everything()).not.toContain("Zx8Q");
  });
});
