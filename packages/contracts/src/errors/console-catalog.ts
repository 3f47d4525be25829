import type { AdminCatalog } from "./entry.ts";

/** The details of refusals that only the console's API has. */
export interface ConsoleErrorDetails {
  "console-refused": { readonly because: ConsoleTrouble };
}

/** Why the console refuses a request. */
export type ConsoleTrouble = keyof typeof reasons;

const reasons = {
  place: {
    status: 403,
    text: "The console answers on this machine, without a proxy, or at an https server.auth.resource.",
  },
  site: {
    status: 403,
    text: "Only the console's own page may send this: Sec-Fetch-Site must be same-origin. A proxy must not remove this header.",
  },
  origin: { status: 403, text: "Only the console's own page may send this: Origin is another." },
  session: {
    status: 401,
    text: "There is no such session, or it has ended. It needs its cookie and its header x-toolcourt-console.",
  },
  code: { status: 401, text: "The code is wrong, used, or older than 60 seconds." },
  key: { status: 401, text: "This is no key of a caller of this gateway, or it has ended." },
  often: { status: 429, text: "There were too many attempts. Try again in a minute." },
  "login-old": {
    status: 401,
    text: "This sign-in was not begun last in this browser, is older than five minutes, or was used before. Begin again.",
  },
  "login-denied": {
    status: 403,
    text: "The issuer did not let you in, or you declined there. Begin again.",
  },
  "login-issuer": {
    status: 503,
    text: "The issuer does not answer, or fails. Begin again later.",
  },
  "login-unfit": {
    status: 503,
    text: "What the issuer publishes does not fit console.login: it has another name, endpoints at other origins, or no PKCE with S256.",
  },
  "login-client": {
    status: 503,
    text: "The issuer does not accept the client of console.login: its id, its secret, its redirect address or its scopes.",
  },
  "login-proof": {
    status: 401,
    text: "The answer of the issuer does not prove this sign-in: its issuer, signature, client, nonce or time is wrong.",
  },
  "login-caller": {
    status: 403,
    text: "The issuer signed you in, but gave no token that a caller of this gateway could use: its audience or scopes are others.",
  },
} as const;

/** Every refusal that only the console's API has. */
export const consoleCatalog: AdminCatalog<ConsoleErrorDetails> = {
  "console-refused": {
    class: "business",
    status: ({ because }) => reasons[because].status,
    message: ({ because }) => reasons[because].text,
    meaning: "A request to the console lacks a proof that its own page sent it, or a session.",
    remedy: "Open the console again with a new code, or sign in with a key or at the issuer.",
    next: ({ because }) => nextAfter(because),
  },
};

/** What the operator must repair is seen by `doctor`; the rest is begun again. */
function nextAfter(because: ConsoleTrouble): string | undefined {
  if (because === "login-old" || because === "login-denied") return undefined;
  return because.startsWith("login-") ? "toolcourt doctor" : "toolcourt console";
}

/** Why a gateway cannot serve the console or give a link to it. */
export const whyNoConsole = {
  assets: {
    text: "The built pages are missing from the folder `console` of @toolcourt/gateway.",
    next: "npm run build",
  },
  place: {
    text: "It listens beyond this machine: that needs an https `server.auth.resource`.",
    next: "toolcourt effective",
  },
  off: {
    text: "A gateway already runs here, without the console. Set `console: { enabled: true }` and restart it.",
    next: "toolcourt effective",
  },
  pipes: {
    text: "A gateway already runs here for the program that started it. It talks over pipes, and no browser reaches it. Serve one with the console beside it.",
    next: "toolcourt serve --console",
  },
  beyond: {
    text: "The gateway listens beyond this machine, where no code is taken. Sign in there with a key.",
    next: "toolcourt keys new --help",
  },
  starting: { text: "The gateway is starting.", next: "toolcourt console" },
} as const;
