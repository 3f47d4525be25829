import { generateKeyPairSync, randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import {
  createDial,
  entraClient,
  entraTenant,
  openEntra,
  vouchedBy,
} from "@toolcourt/testing/entra";
import { openFolder } from "@toolcourt/testing/folder";
import { openManagedEndpoint } from "@toolcourt/testing/managed-endpoints";
import { describe, expect, it } from "vitest";
import { entraPreset, providerOf } from "../boundary/connections/presets.ts";
import { Redaction } from "../boundary/redaction/redaction.ts";
import { createHoldSecret, openSecret } from "../boundary/secrets/secret.ts";
import { type OwnTokensDeps, openOwnTokens } from "./open-own-tokens.ts";

const hour = 3_600_000;
const scope = "https://cosmos.azure.com/.default";
const { registry } = new Redaction();
const common: OwnTokensDeps = {
  clock: systemClock,
  random: () => 0,
  randomBytes,
  environment: {},
  folder: ".",
  registry,
};

function entraFor(kind: "client-credentials" | "client-assertion") {
  const client = { clientId: entraClient.id, scope } as const;
  const proof = kind === "client-assertion" ? ("assertion" as const) : ("post" as const);
  const preset = entraPreset(entraTenant, { kind, cloud: "public" });
  return providerOf(preset, { ...client, clientProof: proof });
}

describe("tokens of the gateway itself", { timeout: 20_000 }, () => {
  it("come from a client with a secret, for the scope of a store", async () => {
    await using entra = await openEntra();
    const clientSecret = createHoldSecret(randomBytes(32))(entraClient.secret);
    const kind = "client-credentials";
    const identity = { kind, provider: entraFor(kind), clientSecret } as const;
    await using tokens = openOwnTokens(identity, { ...common, ...entra });

    const [first, same] = [await tokens.current(), await tokens.current()];

    expect(openSecret(first.token)).toBe(entra.granted[0]);
    expect(same).toBe(first);
    expect(first.endsAt).toBeGreaterThan(systemClock.now());
    expect(entra.requested).toMatchObject([{ body: { scope } }]);
  });

  it("come from a client that another issuer vouches for", async () => {
    await using entra = await openEntra();
    await using folder = await openFolder();
    const cluster = generateKeyPairSync("ec", { namedCurve: "P-256" });
    entra.manners.federated = cluster.publicKey;
    const kind = "client-assertion";
    const identity = { kind, provider: entraFor(kind), file: "pod.jwt" } as const;
    const deps = { ...common, ...entra, folder: folder.path };
    await using early = openOwnTokens(identity, deps);
    const missing = early.current();

    await expect(missing).rejects.toMatchObject({ because: "file" });
    const endsAt = systemClock.now() + hour;
    await folder.write("pod.jwt", await vouchedBy(cluster.privateKey, { endsAt, id: "one" }));
    await using tokens = openOwnTokens(identity, deps);

    expect(openSecret((await tokens.current()).token)).toBe(entra.granted[0]);
  });

  it("come from the identity of the machine", async () => {
    await using endpoint = await openManagedEndpoint("imds", systemClock.now() + hour);
    const identity = { kind: "managed", resource: "https://cosmos.azure.com" } as const;
    const dial = createDial({ port: endpoint.port });
    await using tokens = openOwnTokens(identity, { ...common, dial });

    const all = await Promise.all([tokens.current(), tokens.current()]);

    expect(all.map(({ token }) => openSecret(token))).toEqual([
      endpoint.granted[0],
      endpoint.granted[0],
    ]);
  });

  it("end with a reason if the client is refused", async () => {
    await using entra = await openEntra();
    const clientSecret = createHoldSecret(randomBytes(32))("wrong-secret");
    const kind = "client-credentials";
    const identity = { kind, provider: entraFor(kind), clientSecret } as const;
    await using tokens = openOwnTokens(identity, { ...common, ...entra });

    await expect(tokens.current()).rejects.toMatchObject({ because: "refused" });
    await expect(tokens.current()).rejects.toMatchObject({ because: "refused" });
    expect(entra.requested).toHaveLength(1);
  });
});
