import type { OutgoingHttpHeaders } from "node:http";
import { gzipSync } from "node:zlib";
import { openTarget, type Target } from "../../../packages/testing/src/target.ts";
import { hostileJson, hostileValues } from "./hostile-values.ts";

/** The next answer of an API. */
export interface TargetAnswer {
  readonly body: string | Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
}

/** An API with scripted answers. */
export interface CostlyTarget extends Target {
  readonly answerWith: (answer: TargetAnswer) => void;
}

export async function openCostlyTarget(): Promise<CostlyTarget> {
  let answer: TargetAnswer = { body: "{}" };
  const target = await openTarget((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...answer.headers });
    response.end(answer.body);
  });
  return {
    ...target,
    answerWith: (next) => {
      answer = next;
    },
  };
}

/** Two tools of the API: one returns the answer as it is, the other paginates. */
export const targetTools = `tools:
  - name: get-things
    description: Reads things. Use it to see what there is. Returns all of them. For example, which things are there?
    get: /things
    input: {}
    output: { type: object, properties: { items: { description: The things. } } }
    terms: { effect: read }
  - name: list-things
    description: Lists things page by page. Use it to see what there is. Returns all of them. For example, which things are there?
    get: /things
    input: {}
    paging: { items: /items, next_link: /next, max_pages: 3, max_items: 10 }
    output: { type: object }
    terms: { effect: read }
`;

/** Returns answers designed to be expensive, each at most `bytes` on the wire. */
export function targetAnswers(bytes: number): Readonly<Record<string, TargetAnswer>> {
  const answers: Record<string, TargetAnswer> = {};
  for (const [name, text] of Object.entries(hostileValues(bytes))) answers[name] = { body: text };
  for (const [name, text] of Object.entries(hostileValues(bytes - 40))) {
    answers[`${name} as items`] = { body: `{"items":${text}}` };
    answers[`${name} as next`] = { body: `{"items":[],"next":${text}}` };
  }
  for (const [name, items] of Object.entries(hostileJson(bytes - 40))) {
    answers[name] = { body: JSON.stringify({ items }) };
  }
  const packed = { "content-encoding": "gzip" };
  answers["a bomb"] = { body: gzipSync(Buffer.alloc(bytes * 500, 0x20)), headers: packed };
  answers["a bomb in a bomb"] = {
    body: gzipSync(gzipSync(Buffer.alloc(bytes * 500, 0x20))),
    headers: { "content-encoding": "gzip, gzip" },
  };
  answers["long headers"] = {
    body: "{}",
    headers: { link: `<${"a".repeat(12_000)}>; rel="next"` },
  };
  return answers;
}
