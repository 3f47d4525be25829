import { randomUUID } from "node:crypto";
import { createStoresFixture, openDoor } from "../packages/azure/src/testing/cosmos-doors.ts";
import { killScenarios } from "../packages/azure/src/testing/kill-scenarios.ts";
import { systemClock } from "../packages/contracts/src/kernel/clock.ts";
import { openMemoryStores } from "../packages/gateway/src/stores/memory/open-memory-stores.ts";
import { link } from "../packages/gateway/src/stores/suites/link.ts";
import { isJsonObject, parseJson } from "../packages/sdk/src/index.ts";

// A process that `npm run azure:kills` kills. Each of its requests and appends goes to its parent.

const base = process.argv[2] ?? "";
const memory = openMemoryStores({ link });
const append: typeof memory.audit.append = async (entries) => {
  await fetch(`${base}/log`, { method: "POST", body: JSON.stringify(entries) });
  return [];
};
const stores = await openDoor({
  clock: systemClock,
  fixture: createStoresFixture(),
  home: { ...memory, audit: { ...memory.audit, append } },
  newId: randomUUID,
  fetch: (url, request) => {
    const { pathname, search } = new URL(url);
    return fetch(`${base}/cosmos${pathname}${search}`, request);
  },
});
const job = parseJson(await (await fetch(`${base}/ready`)).text());
const { name, role } = isJsonObject(job) ? job : {};
const scenario = typeof name === "string" ? killScenarios[name] : undefined;
const seen = role === "change" ? await scenario?.change(stores) : await scenario?.look(stores);
await fetch(`${base}/done`, { method: "POST", body: JSON.stringify(seen === true) });
process.exit(0);
