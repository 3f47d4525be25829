import { createCanaries } from "../../../test/canary/canaries.ts";
import type { Hit, Place } from "../../../test/canary/search.ts";
import { search } from "../../../test/canary/search.ts";
import { openTab, type WatchedWorld } from "./tab.ts";

/** The places of a tab that are searched, each with a script that leaves a text there. */
const plants: Readonly<Record<string, (value: string) => string>> = {
  "a text of the document": (value) => `document.body.append(${value})`,
  "an attribute in base64": (value) => `document.body.dataset.kept = btoa("a" + ${value})`,
  "a field": (value) => `document.body.append(Object.assign(
    document.createElement("input"), { value: ${value} }))`,
  "the address in hex": (value) =>
    `history.pushState(null, "", "?" + [...${value}].map((each) => each.charCodeAt(0).toString(16)).join(""))`,
  "an earlier address": (value) => `history.pushState(null, "", "#" + ${value});
    history.pushState(null, "", location.pathname)`,
  "the state of the history": (value) => `history.replaceState({ kept: ${value} }, "")`,
  "a cookie": (value) => `document.cookie = "kept=" + encodeURIComponent(${value})`,
  localStorage: (value) => `localStorage.setItem("kept", ${value})`,
  sessionStorage: (value) => `sessionStorage.setItem("kept", ${value})`,
  IndexedDB: (value) => `await new Promise((done) => {
    const opening = indexedDB.open("kept");
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept").put(${value}, 1);
    opening.onsuccess = () => { opening.result.close(); done(); };
  })`,
  "cache storage": (value) =>
    `await (await caches.open("kept")).put("/kept", new Response(${value}))`,
  "a message of the console": (value) => `console.info(${value})`,
  "an error of a script": (value) => `setTimeout(() => { throw new Error(${value}); })`,
};

const answers: Readonly<Record<string, string>> = {
  "the body of an answer": "application/json",
  "the body of a stream": "text/event-stream",
};

/** Plants a canary in every kind of place. Returns the places where the search misses it. */
export async function missedPlants(world: WatchedWorld): Promise<readonly string[]> {
  const canaries = createCanaries(1);
  await using tab = await openTab({ ...world, canaries }, "a planter");
  const { page } = tab;
  for (const [name, type] of Object.entries(answers)) {
    const body = `data: ${JSON.stringify({ kept: canaries.make(name) })}\n\n`;
    const headers = { "content-type": type, "x-kept": canaries.make(`${name}, its headers`) };
    await page.route(`**/planted/${encodeURIComponent(name)}`, (route) =>
      route.fulfill({ status: 200, headers, body }),
    );
  }
  await page.goto(`${world.origin}/console/`);
  await page.locator("#key").waitFor();
  for (const name of Object.keys(answers)) {
    await page.evaluate(
      `fetch("/console/planted/${encodeURIComponent(name)}").then((it) => it.text())`,
    );
  }
  for (const [name, script] of Object.entries(plants)) {
    await page.evaluate(`(async () => { ${script(JSON.stringify(canaries.make(name)))}; })()`);
  }
  await tab.look();
  const places: readonly Place[] = [...tab.recording.places, ...tab.looks];
  const found = new Set(search(canaries.all(), places).map(({ canary }: Hit) => canary));
  return canaries.all().flatMap(({ name }) => (found.has(name) ? [] : [name]));
}
