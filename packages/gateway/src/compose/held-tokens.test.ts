import { randomBytes } from "node:crypto";
import { createCertificate } from "@toolcourt/testing/certificate";
import { entraClient, entraTenant, openEntra, type TestEntra } from "@toolcourt/testing/entra";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { identityHeader, openManagedEndpoint } from "@toolcourt/testing/managed-endpoints";
import { openTarget } from "@toolcourt/testing/target";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCosmosStores } from "../../../azure/src/cosmos/open-cosmos-stores.ts";
import { createStoresFixture } from "../../../azure/src/testing/cosmos-doors.ts";
import { serveCosmos } from "../../../azure/src/testing/serve-cosmos.ts";
import { Redaction } from "../boundary/redaction/redaction.ts";
import type { CosmosConfig } from "../config/cosmos.ts";
import type { HeldStores } from "../stores/held-stores.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { patientDeadlineMs } from "../stores/store-error.ts";
import { noon } from "../stores/suites/builders.ts";
import { link } from "../stores/suites/link.ts";
import { openHeldStores } from "./open-held-stores.ts";

// The stores of one account, whose tokens come from the gateway's own identity.

const hour = 3_600_000;
/** A younger token is not replaced. */
const minAgeMs = 30_000;

const byEntra = {
  kind: "client-credentials",
  tokenUrl: `https://login.microsoftonline.com/${entraTenant}/oauth2/v2.0/token`,
  clientId: entraClient.id,
  clientSecret: entraClient.secret,
  scope: "https://cosmos.azure.com/.default",
} as const;

/** Entra is public, whatever machine answers for it. */
const lookup = async (name: string) => (name === "localhost" ? ["127.0.0.1"] : ["20.190.128.1"]);

async function openAccount() {
  const clock = createFakeClock(noon);
  const refused = new Set<string>();
  const used: string[] = [];
  const accepts = (token: string): boolean => {
    used.push(token);
    return !refused.has(token);
  };
  const fixture = createStoresFixture({ accepts, now: clock.now });
  const certificate = createCertificate("localhost");
  const account = await openTarget(serveCosmos(fixture), certificate);
  onTestFinished(() => account[Symbol.asyncDispose]());
  const redaction = new Redaction();

  const open = async (
    connection: CosmosConfig["connection"],
    {
      dial,
      environment = {},
    }: Partial<Pick<TestEntra, "dial">> & {
      readonly environment?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<HeldStores> => {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    const settings: CosmosConfig = {
      account: `https://localhost:${account.port}`,
      database: "tools",
      holds: ["results"],
      connection,
    };
    return openHeldStores(settings, stack, {
      clock,
      newId: () => "id",
      random: () => 0,
      randomBytes,
      environment,
      dial,
      folder: ".",
      registry: redaction.registry,
      audit: openMemoryStores({ link }).audit,
      seal: { seal: async () => "", isSealed: async () => true },
      resultsForMs: 1_000,
      deadlineMs: patientDeadlineMs,
      lookup,
      ca: certificate.cert,
      load: () => Promise.resolve({ openCosmosStores }),
    });
  };
  return { clock, refused, used, redaction, open };
}

async function thrownBy(work: Promise<unknown> | undefined): Promise<unknown> {
  return work?.catch((error: unknown) => error);
}

const notAccepted = "Cosmos DB does not accept the token of `stores.cosmos.connection`";

describe("the tokens of Cosmos DB", () => {
  it("come from the client of the configuration, one for all requests, and are redacted", async () => {
    await using entra = await openEntra();
    const { open, used, redaction } = await openAccount();

    const { results } = await open(byEntra, entra);
    await results?.find("call-1");

    const [token = ""] = entra.granted;
    expect(new Set(used)).toEqual(new Set([token]));
    expect(entra.granted).toHaveLength(1);
    const { text } = redaction.registry.hide(`sent ${token}, base64 ${btoa(token)}`);
    expect(text).not.toContain(token);
    expect(text).not.toContain(btoa(token));
  });

  it("come from the identity of the machine", async () => {
    await using endpoint = await openManagedEndpoint("app-service", noon + hour);
    const { open, used } = await openAccount();
    const environment = {
      IDENTITY_ENDPOINT: `http://127.0.0.1:${endpoint.port}/msi/token`,
      IDENTITY_HEADER: identityHeader,
    };
    const identity = { kind: "managed", resource: "https://cosmos.azure.com" } as const;

    const { results } = await open(identity, { environment });

    expect(await results?.find("call-1")).toBeUndefined();
    expect(new Set(used)).toEqual(new Set(endpoint.granted));
    expect(endpoint.requested).toMatchObject([{ query: { resource: "https://cosmos.azure.com" } }]);
  });

  it("are replaced once if the account refuses one, and the request is sent again", async () => {
    await using entra = await openEntra();
    const { open, refused, clock, used } = await openAccount();
    const { results } = await open(byEntra, entra);
    await clock.advance(minAgeMs);
    refused.add(entra.granted[0] ?? "");
    used.length = 0;

    expect(await results?.find("call-1")).toBeUndefined();

    expect(entra.granted).toHaveLength(2);
    expect(used).toEqual(entra.granted);
  });

  it("end in a refusal if the new one is refused too, without more requests", async () => {
    await using entra = await openEntra();
    const { open, refused, clock, used } = await openAccount();
    const { results } = await open(byEntra, entra);
    await clock.advance(minAgeMs);
    for (const number of [0, 1, 2]) refused.add(`entra-token-canary-${number}`);
    used.length = 0;

    const first = await thrownBy(results?.find("call-1"));
    const second = await thrownBy(results?.find("call-1"));

    for (const error of [first, second]) {
      expect(error).toMatchObject({ name: "StoreError", kind: "failed" });
      expect(error).toHaveProperty("cause.message", expect.stringContaining(notAccepted));
    }
    expect(entra.granted).toHaveLength(2);
    // The second operation does not ask for another: its token is new.
    expect(used).toEqual([...entra.granted, entra.granted[1]]);
  });

  it("refuse the start with a sentence if the account accepts none", async () => {
    await using entra = await openEntra();
    const { open, refused } = await openAccount();
    refused.add("entra-token-canary-0");

    const opening = open(byEntra, entra);

    await expect(opening).rejects.toMatchObject({ code: "store-unusable" });
    await expect(opening).rejects.toThrow(notAccepted);
    await expect(opening).rejects.not.toThrow("canary");
  });

  it.each([
    ["the provider refuses the client", { ...byEntra, clientSecret: "wrong-secret" }, "client_id"],
    [
      "the file of the client is missing",
      { ...byEntra, kind: "client-assertion", file: "none.jwt" } as const,
      "token_file",
    ],
  ])("refuse the start with the place to look at if %s", async (_, connection, key) => {
    await using entra = await openEntra();
    const { open, used } = await openAccount();

    const opening = open(connection, entra);

    await expect(opening).rejects.toMatchObject({ code: "store-unusable" });
    await expect(opening).rejects.toThrow("There is no token of `stores.cosmos.connection`.");
    await expect(opening).rejects.toThrow(`\`${key}\``);
    expect(used).toEqual([]);
  });
});
