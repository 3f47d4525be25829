import { isJsonArray, type JsonObject, type JsonValue, parseJson, valueAt } from "@toolcourt/sdk";
import { addressProblem, type ConnectionInput, clientNeeds, type Reach } from "./connection.ts";
import { inHome, type Toolcourt } from "./home.ts";
import { onePagePdf } from "./one-page-pdf.ts";
import { type Environment, type Finished, valueOf } from "./parts.ts";

// The services that drafts are taken from. Both only read, and drafts go to a store that is gone
// afterwards.

export const searchNeeds = [...clientNeeds, "SEARCH", "SEARCH_INDEX"] as const;
export const scanNeeds = [...clientNeeds, "DOCUMENT_INTELLIGENCE"] as const;

export interface SourcesDeps {
  readonly environment: Environment;
  readonly toolcourt: Toolcourt;
  readonly connection: ConnectionInput;
}

/** What a connection to one of the services is for. */
export function reachOf(environment: Environment, name: "SEARCH" | "DOCUMENT_INTELLIGENCE"): Reach {
  const resource =
    name === "SEARCH" ? "https://search.azure.com" : "https://cognitiveservices.azure.com";
  return { resource, flags: ["--origin", originIn(environment, name)] };
}

/** Searches the index for one word, and counts the documents. */
export async function runSearch(deps: SourcesDeps): Promise<Finished> {
  const { environment } = deps;
  const fields = fieldsIn(valueOf(environment, "SEARCH_FIELDS"));
  const problem =
    addressProblem(environment, "SEARCH") ??
    (fields === undefined
      ? "TOOLCOURT_AZURE_SEARCH_FIELDS: expected id=…,definition=…."
      : undefined);
  if (problem !== undefined) return { lines: [problem], failed: true };
  const source = { kind: "azure-search", index: valueOf(environment, "SEARCH_INDEX"), fields };
  const word = valueOf(environment, "SEARCH_WORD") ?? "openapi";
  const home = homeOf(originIn(environment, "SEARCH"), source);
  return inHome({ ...home, connection: deps.connection }, deps.toolcourt, async (at) => {
    const args = ["drafts", "find", word, "--source", "live", "--json"];
    const { code, output, errors } = await deps.toolcourt(args, at);
    if (code !== 0) return { lines: [errors], failed: true };
    const rows = listIn(output, "/rows");
    const documents = rows.filter((row) => typeof valueAt(row, "/operations") === "number");
    const counts = `${rows.length} rows, ${documents.length} of them documents`;
    return { lines: [`find: ${counts}`], failed: rows.length === 0 };
  });
}

/** Has a page analyzed that describes one operation, and expects its draft. */
export async function runScan(deps: SourcesDeps): Promise<Finished> {
  const { environment, toolcourt, connection } = deps;
  const problem = addressProblem(environment, "DOCUMENT_INTELLIGENCE");
  if (problem !== undefined) return { lines: [problem], failed: true };
  const source = { kind: "document-intelligence" };
  const home = homeOf(originIn(environment, "DOCUMENT_INTELLIGENCE"), source);
  const files = { "api.pdf": onePagePdf(["GET /orders", "Lists all orders of the shop."]) };
  return inHome({ ...home, files, connection }, toolcourt, async (at) => {
    const args = ["drafts", "import", "api.pdf", "--source", "live", "--into", "live", "--json"];
    const { code, output, errors } = await toolcourt(args, at);
    const drafts = listIn(output, "/drafts");
    const lines = [...(errors === "" ? [] : [errors]), `import: ${drafts.length} drafts`];
    return { lines, failed: code !== 0 };
  });
}

function homeOf(origin: string, source: object): { readonly config: string } {
  const isHere = origin.startsWith("http://127.0.0.1:");
  const rule = { origin, methods: ["GET", "POST"], via: "direct" };
  const config = {
    toolbox: { http: [{ name: "live", drafts: true }] },
    drafts: { sources: [{ name: "live", endpoint: origin, connection: "azure", ...source }] },
    egress: { allow: [{ ...rule, ...(isHere && { addresses: "loopback" }) }] },
  };
  return { config: JSON.stringify(config) };
}

function originIn(environment: Environment, name: string): string {
  return URL.parse(valueOf(environment, name) ?? "")?.origin ?? "";
}

/** Reads `id=key,definition=openapi`. Undefined if a part has another form. */
function fieldsIn(text = "id=id,definition=definition"): JsonObject | undefined {
  const pairs = text.split(",").map((pair) => /^\s*(\w+)\s*=\s*(\w+)\s*$/.exec(pair));
  const read = pairs.flatMap((pair): [string, string][] => {
    const [, name = "", field = ""] = pair ?? [];
    return pair === null ? [] : [[name, field]];
  });
  return read.length === pairs.length ? Object.fromEntries(read) : undefined;
}

function listIn(text: string, pointer: string): readonly JsonValue[] {
  try {
    const found = valueAt(parseJson(text), pointer);
    return isJsonArray(found) ? found : [];
  } catch {
    return [];
  }
}
