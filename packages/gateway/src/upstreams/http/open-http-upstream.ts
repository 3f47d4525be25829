import { createOriginAgent } from "../../boundary/egress/origin-agent.ts";
import { createAnswers } from "../answers.ts";
import { connectUpstream } from "../connect.ts";
import type { UpstreamSurroundings } from "../surroundings.ts";
import type { Transport } from "../transport.ts";
import type { Upstream } from "../upstream.ts";
import { createHttpWire } from "./http-wire.ts";

export type HttpTransport = Extract<Transport, { readonly url: URL }>;

export const maxBytes = 10 * 1024 * 1024;

/** Opens a server over Streamable HTTP, or over the older HTTP with SSE. */
export async function openHttpUpstream(
  { kind, url }: HttpTransport,
  surroundings: UpstreamSurroundings,
): Promise<Upstream> {
  await using stack = new AsyncDisposableStack();
  // The operator configured this origin. Any other address would come from the server only.
  const dispatcher = createOriginAgent(url, surroundings);
  stack.defer(() => dispatcher.destroy());
  // The old transport implies the legacy era: the modern era never had it.
  if (kind === "sse") surroundings.memory.remember({ kind: "legacy" });

  const answers = createAnswers(surroundings);
  const { clock, hearsOut = false } = surroundings;
  const wire = createHttpWire(answers, { url, kind, dispatcher, clock, maxBytes, hearsOut });
  const upstream = stack.use(await connectUpstream(wire, answers, surroundings));

  const owned = stack.move();
  return { ...upstream, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
