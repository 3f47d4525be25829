import type { Page } from "playwright-core";
import type { Place } from "../../../test/canary/search.ts";

/** Everything that a script of the page could read, by where it is. */
const script = `(async () => {
  const whole = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const databases = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await whole(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      databases.push(name, store, await whole(rows.getAllKeys()), await whole(rows.getAll()));
    }
    database.close();
  }
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      cached.push(name, request.url, ...answer.headers, await answer.text());
    }
  }
  const entries = navigation.entries().map((each) => [each.url, each.getState()]);
  return {
    "the document": document.documentElement.outerHTML,
    "fields": [...document.querySelectorAll("input, textarea, select, output")]
      .map(({ value }) => value).join("\\n"),
    "the address and the history": JSON.stringify(
      [location.href, document.title, document.referrer, window.name, history.state, entries]),
    "entries of performance": performance.getEntries().map(({ name }) => name).join("\\n"),
    "cookies for scripts": document.cookie,
    "localStorage": JSON.stringify({ ...localStorage }),
    "sessionStorage": JSON.stringify({ ...sessionStorage }),
    "IndexedDB": JSON.stringify(databases),
    "cache storage": JSON.stringify(cached),
  };
})()`;

/** Canaries that a page has by design, by where they are. */
export type Expected = Readonly<Record<string, string>>;

/** Reads the page as it is now. */
export async function readTab(page: Page, expected: Expected): Promise<readonly Place[]> {
  const found = await page.evaluate<Readonly<Record<string, string>>>(script);
  const { pathname, search } = new URL(page.url());
  return Object.entries(found).map(([where, text]) => {
    const may = expected[where];
    const mayHold = may === undefined ? [] : [may];
    return { name: `${where} at ${pathname}${search}`, bytes: Buffer.from(text), mayHold };
  });
}
