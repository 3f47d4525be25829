import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import {
  openProvider,
  openRenewing,
  origins,
  refreshes,
  signal,
} from "@toolcourt/testing/renewing";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it } from "vitest";
import { openDurableStores } from "../../compose/open-durable-stores.ts";
import { link } from "../../governance/audit/chain.ts";
import type { DurableStores } from "../../stores/durable-stores.ts";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { patientDeadlineMs, StoreError } from "../../stores/store-error.ts";
import { openSecret } from "../secrets/secret.ts";
import type { Credential } from "./connections.ts";

const postgres = await usePostgres();

function bearer({ headers }: Credential): string {
  const secret = headers["authorization"];
  return secret === undefined ? "" : openSecret(secret);
}

/** Renews a token through two gateways that share only a store, and then revokes it. */
async function renewedByTwo({ url, folder }: { readonly url: string; readonly folder: string }) {
  const provider = await openProvider();
  const place = { clock: systemClock, folder, deadlineMs: patientDeadlineMs };
  await using first = await openDurableStores(url, place);
  await using second = await openDurableStores(url, place);
  const one = await openRenewing({ provider, stores: first });
  const other = await openRenewing({ provider, stores: second });
  const usable = await one.delegated("crm");

  const credentials = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).connections.credential(usable, signal),
    ),
  );
  const stored = await other.admin.find(usable.id);
  if (stored !== undefined) await other.admin.revoke(stored, "operator:grace");
  const after: unknown = await one.connections.credential(usable, signal).catch((e: unknown) => e);
  return { renewals: refreshes(provider), tokens: new Set(credentials.map(bearer)).size, after };
}

const renewedOnce = { renewals: 1, tokens: 1, after: { code: "connection-revoked" } };

// Each asks a real provider over loopback, which is slow while other tests load the machine.
describe("a token due for renewal", { timeout: 20_000 }, () => {
  it("is renewed once for a hundred concurrent calls (case 26)", async () => {
    const provider = await openProvider();
    const { connections, delegated } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");

    const credentials = await Promise.all(
      Array.from({ length: 100 }, () => connections.credential(usable, signal)),
    );

    expect(refreshes(provider)).toBe(1);
    expect(new Set(credentials.map(bearer)).size).toBe(1);
    expect(provider.isGood(bearer(credentials[0] ?? { headers: {}, origins }).slice(7))).toBe(true);
  });

  it("is kept while valid, and renewed with the latest refresh token", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");

    const first = await connections.credential(usable, signal);
    const again = await connections.credential(usable, signal);
    later(3_600_000);
    const second = await connections.credential(usable, signal);
    later(3_600_000);
    await connections.credential(usable, signal);

    expect(bearer(again)).toBe(bearer(first));
    expect(bearer(second)).not.toBe(bearer(first));
    expect(refreshes(provider)).toBe(3);
  });

  it("is renewed by one of two gateways, and read by the other", async () => {
    const provider = await openProvider();
    const stores = openMemoryStores({ link });
    const [one, other] = [
      await openRenewing({ provider, stores }),
      await openRenewing({ provider, stores }),
    ];
    const usable = await one.delegated("crm");

    const credentials = await Promise.all(
      [one, other, one, other].map(({ connections }) => connections.credential(usable, signal)),
    );

    expect(refreshes(provider)).toBe(1);
    expect(new Set(credentials.map(bearer)).size).toBe(1);
  });

  it("is renewed by one of two gateways that share a SQLite file", async () => {
    await using folder = await openFolder();

    const ended = await renewedByTwo({ url: "sqlite:state.db", folder: folder.path });

    expect(ended).toMatchObject(renewedOnce);
  });

  it.skipIf(postgres.missing !== undefined)(
    `is renewed by one of two gateways on one PostgreSQL (${postgres.missing ?? "there"})`,
    async () => {
      const ended = await renewedByTwo({ url: await postgres.database(), folder: "/nowhere" });

      expect(ended).toMatchObject(renewedOnce);
    },
  );

  it("closes only its own connection if the provider refuses (case 26)", async () => {
    const provider = await openProvider();
    const { connections, delegated, clientCredentials, admin } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const [usable, other] = [await delegated("crm"), await clientCredentials("mail")];
    provider.manners.trouble = { status: 400, error: "invalid_grant" };

    const calls = Array.from({ length: 100 }, () => connections.credential(usable, signal));
    const ended = await Promise.allSettled(calls);
    provider.manners.trouble = undefined;

    expect(refreshes(provider)).toBe(1);
    expect(ended.every(({ status }) => status === "rejected")).toBe(true);
    expect((await admin.find(usable.id))?.status).toBe("expired");
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      code: "connection-expired",
    });
    expect(bearer(await connections.credential(other, signal))).toContain("access-canary");
  });

  it("leaves the connection open if the provider only fails, and asks once for all callers", async () => {
    const provider = await openProvider();
    const { connections, delegated, admin } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    provider.manners.trouble = { status: 503 };

    const calls = Array.from({ length: 100 }, () => connections.credential(usable, signal));
    const ended = await Promise.allSettled(calls);

    expect(refreshes(provider)).toBe(1);
    expect(ended[0]).toMatchObject({ reason: { code: "connection-unavailable" } });
    await expect(connections.credential(usable, signal)).rejects.toMatchObject({
      details: { because: "provider" },
    });
    expect(refreshes(provider)).toBe(1);
    expect((await admin.find(usable.id))?.status).toBe("active");
  });

  it("is used until it expires if an early renewal fails", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const first = await connections.credential(usable, signal);
    provider.manners.trouble = { status: 503 };
    later(3_590_000);

    expect(bearer(await connections.credential(usable, signal))).toBe(bearer(first));
  });

  it("is renewed after the target refused it, but not repeatedly", async () => {
    const provider = await openProvider();
    const { connections, delegated, later } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const first = await connections.credential(usable, signal);
    later(60_000);

    await connections.refused(usable, first);
    const second = await connections.credential(usable, signal);
    await connections.refused(usable, second);
    const third = await connections.credential(usable, signal);

    expect(bearer(second)).not.toBe(bearer(first));
    expect(bearer(third)).toBe(bearer(second));
  });

  it("is used from memory while the store fails, and stored later", async () => {
    const provider = await openProvider();
    const stores = openMemoryStores({ link });
    let writes = 0;
    const isDown = (): boolean => writes > 1 && writes < 6;
    const failing: DurableStores = {
      ...stores,
      connections: {
        ...stores.connections,
        replace: async (connection, entry) => {
          writes += 1;
          if (isDown()) throw new StoreError("failed");
          return stores.connections.replace(connection, entry);
        },
      },
    };
    const { connections, delegated, logged } = await openRenewing({ provider, stores: failing });
    const usable = await delegated("crm");

    const first = await connections.credential(usable, signal);
    const second = await connections.credential(usable, signal);
    const third = await connections.credential(usable, signal);
    const elsewhere = await openRenewing({ provider, stores });

    expect(logged).toEqual(["connection.save-failed"]);
    expect([second, third].map(bearer)).toEqual([bearer(first), bearer(first)]);
    expect(bearer(await elsewhere.connections.credential(usable, signal))).toBe(bearer(first));
    expect(refreshes(provider)).toBe(1);
  });

  it("is not returned for a connection revoked meanwhile", async () => {
    const provider = await openProvider();
    const { connections, delegated, admin } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await delegated("crm");
    const gate = Promise.withResolvers<undefined>();
    provider.manners.gate = gate.promise;

    const call = connections.credential(usable, signal);
    call.catch(() => undefined);
    await expect.poll(() => refreshes(provider)).toBe(1);
    const stored = await admin.find(usable.id);
    await (stored && admin.revoke(stored, "operator:grace"));
    gate.resolve(undefined);

    await expect(call).rejects.toMatchObject({ code: "connection-revoked" });
    expect((await admin.find(usable.id))?.sealed).toEqual({});
  });

  it("is redacted in every text while in use", async () => {
    const provider = await openProvider();
    const { connections, clientCredentials, registry } = await openRenewing({
      provider,
      stores: openMemoryStores({ link }),
    });
    const usable = await clientCredentials("mail");

    const token = bearer(await connections.credential(usable, signal)).slice("Bearer ".length);

    expect(registry.hide(`the target says ${token} to all`).text).not.toContain(token);
  });
});
