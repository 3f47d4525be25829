import type { Browser, Page } from "playwright-core";
import type { createCanaries } from "../../../test/canary/canaries.ts";
import type { Place } from "../../../test/canary/search.ts";
import { type Expected, readTab } from "./read-tab.ts";
import { type Recording, record } from "./record.ts";

/** A person in a browser profile of their own, whose tab is watched. */
export interface WatchedTab extends AsyncDisposable {
  readonly page: Page;
  readonly recording: Recording;
  /** What was in the page whenever it was looked at. */
  readonly looks: readonly Place[];
  /** Names both halves of the session as canaries. */
  readonly signedIn: () => Promise<void>;
  /** Moves within the page, opens all that is closed, and looks. */
  readonly go: (path: string) => Promise<void>;
  readonly look: () => Promise<void>;
  /** Nothing of the session may be left from now on. */
  readonly signedOut: () => void;
  /** Asks the API as the page does. */
  readonly ask: (path: string, body?: object) => Promise<unknown>;
}

export interface WatchedWorld {
  readonly browser: Browser;
  readonly origin: string;
  readonly canaries: ReturnType<typeof createCanaries>;
}

/** The code of the link that opened the session. It opens no other one. */
export const spentCode = "code of the opened link";

export async function openTab(
  { browser, origin, canaries }: WatchedWorld,
  who: string,
): Promise<WatchedTab> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const halves = { tab: `half in the tab of ${who}`, cookie: `half in the cookie of ${who}` };
  const recording = await record({ page, origin, halves });
  const looks: Place[] = [];
  // A browser keeps the address of the first page with its fragment. No page can remove it.
  let expected: Expected = { "entries of performance": spentCode };
  const read = async (): Promise<void> => {
    looks.push(...(await readTab(page, expected)));
  };
  const look = async (): Promise<void> => {
    await recording.settle();
    await read();
  };
  return {
    page,
    recording,
    looks,
    look,
    signedIn: async () => {
      await page.locator(".shell h1").waitFor();
      const kept = await page.evaluate<string>("sessionStorage.getItem('toolcourt-console') ?? ''");
      const cookies = await context.cookies(origin);
      const cookie = cookies.find(({ name }) => /^__Host-toolcourt-\d+$/.test(name));
      canaries.add(halves.tab, kept);
      canaries.add(halves.cookie, cookie?.value ?? "");
      expected = { ...expected, sessionStorage: halves.tab };
    },
    signedOut: () => {
      expected = { "entries of performance": spentCode };
    },
    go: async (path) => {
      await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/console/${path}`)});
        dispatchEvent(new PopStateEvent("popstate"));`);
      await recording.settle();
      const isMore = await page.evaluate<boolean>(openAll);
      await (isMore ? look() : read());
    },
    ask: (path, body) => page.evaluate<unknown>(asking(path, body)),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Opens what is closed. Returns whether the page has to draw it. */
const openAll = `(() => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const long = document.querySelectorAll(".open-long");
  for (const each of long) each.click();
  return long.length > 0;
})()`;

function asking(path: string, body: object | undefined): string {
  const method = body === undefined ? "GET" : "POST";
  const sent = body === undefined ? "null" : JSON.stringify(JSON.stringify(body));
  return `(async () => {
    const half = sessionStorage.getItem("toolcourt-console");
    const headers = { "content-type": "application/json", "x-toolcourt-console": half };
    const asked = { method: ${JSON.stringify(method)}, headers, body: ${sent} };
    const answer = await fetch("/console/api/v1/" + ${JSON.stringify(path)}, asked);
    const text = await answer.text();
    try { return JSON.parse(text); } catch { return text; }
  })()`;
}
