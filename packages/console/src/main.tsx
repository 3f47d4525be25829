import { render } from "preact";
import { createApi } from "./api/api.ts";
import { watchAttention } from "./api/attention.ts";
import { createLogin, takePlace } from "./api/login.ts";
import { createServerTime } from "./api/server-time.ts";
import { createSession, type Tabs } from "./api/session.ts";
import { browserClock } from "./clock.ts";
import { createStream } from "./live/stream.ts";
import { createPreferences } from "./preferences.ts";
import { createRouter } from "./router.ts";
import { App } from "./shell/app.tsx";
import { createTicks } from "./ui/time.tsx";

// Before the router reads the address.
const code = takeCode();
const clock = browserClock;
const time = createServerTime(clock);
const session = createSession({
  storage: sessionStorage,
  tabs: otherTabs(new BroadcastChannel("toolcourt-console")),
  clock,
  isSecure: isSecureContext,
  api: () => api,
});
const api = createApi({
  fetch: (url, init) => fetch(url, init),
  clock,
  time,
  half: session.half,
  isAttended: watchAttention(window, clock),
  onEnded: session.end,
});
const base = {
  api,
  clock,
  login: createLogin({ api: () => api, storage: sessionStorage, location }),
  session,
  stream: createStream({ api, clock, jitter: randomShare }),
  preferences: createPreferences(localStorage, document.documentElement),
  router: createRouter(window),
  now: createTicks(clock, time),
};
const place = document.getElementById("console");
if (place !== null) {
  place.replaceChildren();
  render(<App base={base} />, place);
}
void session.start(code);

/**
 * Takes the code out of the address, so that neither the history nor a copied link has it. A tab
 * that comes back from an issuer gets the address of its page again.
 */
function takeCode(): string | undefined {
  const given = location.hash.slice(1);
  if (!/^[\w-]{16,}$/.test(given)) return undefined;
  const kept = takePlace(sessionStorage);
  history.replaceState(null, "", kept ?? location.pathname + location.search);
  return given;
}

function otherTabs(channel: BroadcastChannel): Tabs {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    send: (message) => channel.postMessage(message),
    listen: (hear) => {
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => hear(data));
    },
  };
}

function randomShare(): number {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value / 2 ** 32;
}
