import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { storePlace, within } from "@toolcourt/gateway/internal/compose/open-durable-stores";
import { certificatesOf } from "@toolcourt/gateway/internal/compose/open-egress";
import { openFetchKeys } from "@toolcourt/gateway/internal/compose/open-keys";
import {
  type Probed,
  probeRedis,
  probeStore,
  redisPlace,
} from "@toolcourt/gateway/internal/compose/probe-stores";
import { shellWord } from "../../style.ts";
import { clockRow, notLookedAt, ok, problemOf, type Row, type Setup } from "./row.ts";

/** Judges the durable store and its clock. */
export async function lookAtStore({ config, home, context }: Setup): Promise<readonly Row[]> {
  const check = "store";
  const { url } = config.authority.stores;
  if (url === "memory:") {
    const text = "It is in memory: a restart forgets approvals, and there is no audit log.";
    return [{ check, state: "warning", text, next: "toolcourt effective" }];
  }
  const path = url.startsWith("sqlite:") ? within(home, url.slice("sqlite:".length)) : undefined;
  if (path !== undefined && (await isMissing(path))) return [await newStoreRow(path, url)];
  return probed(check, storePlace(url), () => probeStore(url, { ...context, folder: home }));
}

/**
 * Judges whether a first start can make the file. Makes a folder and removes it: permissions do not
 * tell of read-only disks.
 */
async function newStoreRow(path: string, url: string): Promise<Row> {
  const check = "store";
  const folder = await nearestTo(dirname(path));
  try {
    await rmdir(await mkdtemp(join(folder, ".toolcourt-")));
    return notLookedAt(check, `A gateway makes it at its first start: ${storePlace(url)}.`);
  } catch {
    const shown = printable(folder);
    const text = `A gateway cannot make it at its first start, because it cannot write to the folder ${shown}. It is ${storePlace(url)}.`;
    return { check, state: "problem", text, next: `ls -ld ${shellWord(shown)}` };
  }
}

/** Returns the folder, or the nearest one above it that is there. */
async function nearestTo(folder: string): Promise<string> {
  const above = dirname(folder);
  return above !== folder && (await isMissing(folder)) ? nearestTo(above) : folder;
}

async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    () => true,
  );
}

/** Judges the Redis that replicas share, and its clock. */
export async function lookAtRedis({ config, home, context }: Setup): Promise<readonly Row[]> {
  const { redis } = config.authority.stores;
  if (redis === undefined) return [notLookedAt("redis", "None is configured (stores.redis).")];
  return probed("redis", redisPlace, () => probeRedis(redis, { ...context, folder: home }));
}

async function probed(
  check: string,
  place: string,
  probe: () => Promise<Probed>,
): Promise<readonly Row[]> {
  try {
    const { aheadMs } = await probe();
    const usable = ok(check, `It can be read and written: ${place}.`);
    return aheadMs === undefined ? [usable] : [usable, clockRow(`${check} clock`, aheadMs)];
  } catch (error) {
    return [problemOf(check, error)];
  }
}

/** Judges the key servers of the issuers, and their clocks if they tell the time. */
export async function lookAtIssuers({ config, home, context }: Setup): Promise<readonly Row[]> {
  const issuers = config.auth?.trusted ?? [];
  if (issuers.length === 0) return [notLookedAt("issuers", "No issuer of tokens is configured.")];
  const { ca } = await certificatesOf(config.egress, { folder: home });
  const urls = issuers.map(({ jwksUrl }) => jwksUrl);
  await using keys = openFetchKeys(urls, { ...context, ca });
  const { clock, signal } = context;
  const rows = issuers.map(async ({ name, jwksUrl }): Promise<readonly Row[]> => {
    const check = `issuer ${printable(name)}`;
    try {
      const answer = await keys.fetch(jwksUrl.href, signal);
      const date = Date.parse(answer.headers.get("date") ?? "");
      const reached = ok(check, "Its keys can be fetched.");
      // The header has whole seconds.
      return Number.isNaN(date)
        ? [reached]
        : [reached, clockRow(`${check} clock`, date + 500 - clock.now())];
    } catch {
      const text = `Its keys cannot be fetched from ${printable(jwksUrl.origin)}, so its tokens are refused.`;
      return [{ check, state: "problem", text, next: "toolcourt effective" }];
    }
  });
  return (await Promise.all(rows)).flat();
}
