import type { HeldFetch } from "@toolcourt/gateway/internal/stores/held-stores";
import type { CosmosFixture } from "./cosmos.ts";

/** Sends the SDK's requests to the fixture, without a socket. */
export function fetchFrom(fixture: Pick<CosmosFixture, "answer">): HeldFetch {
  return (url, { method, headers, body = "" }) => {
    const { pathname, search } = new URL(url);
    const {
      status,
      headers: answered,
      body: text,
    } = fixture.answer({
      method,
      path: `${pathname}${search}`,
      headers,
      body,
    });
    return Promise.resolve({
      status,
      headers: Object.entries(answered),
      text: () => Promise.resolve(text),
    });
  };
}
