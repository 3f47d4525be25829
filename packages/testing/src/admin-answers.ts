import { text } from "node:stream/consumers";
import type { AdminAnswer } from "@toolcourt/gateway/internal/edge/admin/part";

/** A streamed answer, read to its end. */
export interface ReadStream {
  readonly file: string | undefined;
  readonly text: string;
}

/** Reads a streamed answer. Throws if it is another one. */
export async function readStreamed(answer: AdminAnswer): Promise<ReadStream> {
  const { streamed } = answer;
  if (typeof streamed !== "object" || streamed === null || !("body" in streamed)) {
    throw new TypeError("The answer is no stream.");
  }
  const { file, body } = streamed;
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) {
    throw new TypeError("The stream has no body.");
  }
  return { file: typeof file === "string" ? file : undefined, text: await text(body) };
}

/** Returns a text of an answer. Empty if it has none of the name. */
export function textIn(answer: object, name: string): string {
  const value: unknown = Reflect.get(answer, name);
  return typeof value === "string" ? value : "";
}
