import type { JsonObject } from "@toolcourt/sdk";
import { type Era, speak } from "../gate/speak.ts";

export interface Speaker {
  readonly url: URL;
  readonly bearer: string;
  readonly era: Era;
  /** Requests progress notifications, which takes the streaming lane. */
  readonly hears: boolean;
}

/** Sends a request with a bearer and returns the whole answer as text, headers included. */
export async function speakAs(
  { url, bearer, era, hears }: Speaker,
  method: string,
  params: JsonObject,
): Promise<string> {
  const meta = hears ? { progressToken: "p1", "io.modelcontextprotocol/logLevel": "debug" } : {};
  // A client that reveals its own secret must reveal it only to us.
  const withToken = { ...meta, "x.example/about": bearer };
  const { message, headers } = speak(era, { id: 1, method, params, meta: withToken });
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      "user-agent": `tester/1.0 (${bearer})`,
      "x-correlation-id": bearer,
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return `${JSON.stringify([...response.headers])} ${await response.text()}`;
}
