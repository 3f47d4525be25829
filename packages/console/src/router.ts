import { type ReadonlySignal, signal } from "@preact/signals";

/** Where the page is. The address is the whole state: reload, back and a shared link lose nothing. */
export interface Place {
  /** Below `/console`, such as `/approvals/5f0c`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface Router {
  readonly place: ReadonlySignal<Place>;
  readonly go: (path: string) => void;
  /** Goes without a step in the history. */
  readonly replace: (path: string) => void;
}

const base = "/console";

/** Returns the address of a place, for links. */
export function href(path: string): string {
  return base + path;
}

export function createRouter(browser: Window): Router {
  const { history, location, document } = browser;
  const read = (): Place => ({
    path: location.pathname.slice(base.length) || "/",
    query: new URLSearchParams(location.search),
  });
  const place = signal(read());

  function go(path: string): void {
    history.pushState(null, "", href(path));
    place.value = read();
  }

  function replace(path: string): void {
    history.replaceState(null, "", href(path));
    place.value = read();
  }

  browser.addEventListener("popstate", () => {
    place.value = read();
  });
  document.addEventListener("click", (event) => {
    const path = pathOf(event, location.origin);
    if (path === undefined) return;
    event.preventDefault();
    go(path);
  });

  return { place, go, replace };
}

/** Undefined unless the click is a plain one on a link to one of our pages. */
function pathOf(event: MouseEvent, origin: string): string | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link?.origin !== origin || !isPlain(event)) return undefined;
  // The browser itself saves a file, and moves within the page.
  if (link.hash !== "" || link.hasAttribute("download")) return undefined;
  const isOurs = link.pathname.startsWith(`${base}/`);
  return isOurs ? link.pathname.slice(base.length) + link.search : undefined;
}

function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && ![ctrlKey, metaKey, shiftKey, altKey].includes(true);
}
