import { type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "./api.ts";
import { nullable, object, type Read, text } from "./decode.ts";

/** Signing in at an issuer, which the browser goes to and comes back from. */
export interface Login {
  /** The host of the issuer. Undefined if there is none, or as long as it is not known. */
  readonly host: ReadonlySignal<string | undefined>;
  /** Asks the gateway for the issuer. */
  readonly ask: () => Promise<void>;
  /** Leaves the page for the issuer. Its address is kept in this tab. */
  readonly begin: () => void;
}

export interface LoginDeps {
  readonly api: () => Pick<Api, "session">;
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  readonly location: Pick<Location, "pathname" | "search" | "assign">;
}

interface Ways {
  readonly login: { readonly host: string } | null;
}

const ways: Read<Ways> = object<Ways>({ login: nullable(object({ host: text })) });

const key = "toolcourt-console-place";
const beginPath = "/console/login";

export function createLogin({ api, storage, location }: LoginDeps): Login {
  const host = signal<string | undefined>(undefined);
  return {
    host,
    ask: async () => {
      try {
        host.value = ways(await api().session("GET"), "session").login?.host;
      } catch {
        // The other ways to sign in say what is wrong.
        host.value = undefined;
      }
    },
    begin: () => {
      storage.setItem(key, location.pathname + location.search);
      location.assign(beginPath);
    },
  };
}

/** Returns the address that the tab had when it left for the issuer. Undefined if it did not. */
export function takePlace(storage: LoginDeps["storage"]): string | undefined {
  const place = storage.getItem(key) ?? "";
  storage.removeItem(key);
  return place.startsWith("/console/") ? place : undefined;
}
