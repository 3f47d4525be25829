import { Readable } from "node:stream";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { Viewer } from "../../governance/results/quarantine-desk.ts";
import type {
  ListedResult,
  ResultsDesk,
  ShownResult,
} from "../../governance/results/results-desk.ts";
import type { Principal } from "../../pipeline/call.ts";
import { objectOf } from "../../stores/rows.ts";
import { cursorOf } from "./list-wishes.ts";
import { isOperator } from "./operator.ts";
import type { AdminAnswer, AdminPart } from "./part.ts";
import { isAboutResults, type ResultsPage, resultsAskIn } from "./results-requests.ts";

/** Lets people look at kept results, of their own tenant only. */
export function resultsPart(desk: ResultsDesk): AdminPart {
  return {
    isAbout: isAboutResults,
    answer: async (request, { principal, require: permit }) => {
      const ask = resultsAskIn(request);
      permit("results:read");
      const viewer = { by: principal.id, ...viewedBy(principal) };
      if (ask.kind === "list") return list(desk, viewer, ask.page);
      const shown = await find(desk, ask.callId, viewer);
      return ask.kind === "show" ? resultJson(shown) : output(shown);
    },
  };
}

/** Here no tenant is an empty text. The operator looks at all. */
function viewedBy(principal: Principal): Pick<Viewer, "tenant"> {
  return isOperator(principal) ? {} : { tenant: principal.tenant ?? "" };
}

async function list(
  desk: ResultsDesk,
  viewer: Viewer,
  { max, ...filter }: ResultsPage,
): Promise<JsonObject> {
  const found = await desk.list(filter, viewer, max + 1);
  const page = found.slice(0, max);
  const last = found.length > max ? page.at(-1) : undefined;
  return {
    results: page.map(listedJson),
    ...(last && { next: cursorOf({ at: last.at, id: last.callId }) }),
  };
}

/** No id is longer, and the audit log need not hold what a sender makes up. */
const maxIdLength = 64;

async function find(desk: ResultsDesk, callId: string, viewer: Viewer): Promise<ShownResult> {
  const found = callId.length > maxIdLength ? undefined : await desk.show(callId, viewer);
  if (found === undefined) throw new Refusal("result-refused", { because: "unknown" });
  return found;
}

function listedJson({ at, scope, ...rest }: ListedResult): JsonObject {
  return {
    ...rest,
    ...(scope !== undefined && { scope: objectOf({ scope }, "scope") }),
    at: new Date(at).toISOString(),
  };
}

/** More than a person reads. The rest is at the address of the output. */
const maxShownBytes = 256 * 1024;

function resultJson({ result, isIntact, inLog }: ShownResult): JsonObject {
  const { output: text, ...listed } = result;
  const bytes = Buffer.byteLength(text);
  return {
    ...listedJson(listed),
    bytes,
    isIntact,
    inLog: { ...inLog },
    // An altered result proves nothing.
    text: isIntact ? beginningOf(text) : null,
    isCut: bytes > maxShownBytes,
  };
}

/** Cuts between characters. */
function beginningOf(text: string): string {
  const bytes = Buffer.from(text).subarray(0, maxShownBytes);
  return new TextDecoder().decode(bytes, { stream: true });
}

function output({ result, isIntact }: ShownResult): AdminAnswer {
  if (!isIntact) throw new Refusal("result-refused", { because: "altered" });
  const { callId, output: text } = result;
  const name = /^[\w.-]+$/.test(callId) ? `result-${callId}` : "result";
  const body = Readable.from([text]);
  return { streamed: { contentType: "application/json", file: `${name}.json`, body } };
}
