import type { AdminCatalog } from "./entry.ts";

/** The details of refusals that only the console's API has. */
export interface ConsoleErrorDetails {
  "console-refused": { readonly because: keyof typeof reasons };
}

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
} as const;

/** Every refusal that only the console's API has. */
export const consoleCatalog: AdminCatalog<ConsoleErrorDetails> = {
  "console-refused": {
    class: "business",
    status: ({ because }) => reasons[because].status,
    message: ({ because }) => reasons[because].text,
    meaning: "A request to the console lacks a proof that its own page sent it, or a session.",
    remedy: "Open the console again with a new code, or sign in with a key.",
    next: () => "toolcourt console",
  },
};

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
