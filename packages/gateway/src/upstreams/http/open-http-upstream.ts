import { Agent } from "undici";
import { createAnswers } from "../answers.ts";
import { connectUpstream } from "../connect.ts";
import type { UpstreamSurroundings } from "../surroundings.ts";
import type { Transport } from "../transport.ts";
import type { Upstream } from "../upstream.ts";
import { createHttpWire } from "./http-wire.ts";

export type HttpTransport = Extract<Transport, { readonly url: URL }>;

export const maxBytes = 10 * 1024 * 1024;

/** Opens a server that speaks Streamable HTTP, or the older HTTP with a stream beside it. */
export async function openHttpUpstream(
  { kind, url }: HttpTransport,
  surroundings: UpstreamSurroundings,
): Promise<Upstream> {
  await using stack = new AsyncDisposableStack();
  // How long an answer may take is the caller's business, so the agent has no opinion on it.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  stack.defer(() => dispatcher.destroy());
  // The era memory starts as "legacy" for the old transport: the modern era never had it.
  if (kind === "sse") surroundings.memory.remember({ kind: "legacy" });

  const answers = createAnswers(surroundings);
  const { clock } = surroundings;
  const wire = createHttpWire(answers, { url, kind, dispatcher, clock, maxBytes });
  const upstream = stack.use(await connectUpstream(wire, answers, surroundings));

  const owned = stack.move();
  return { ...upstream, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
