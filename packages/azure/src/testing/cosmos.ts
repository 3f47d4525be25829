import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import {
  CosmosItems,
  fault,
  type ItemAnswer,
  type ItemOperation,
  type ItemRules,
  maxBytes,
  type Partition,
  readOperation,
  textOf,
} from "./cosmos-items.ts";
import { type CosmosQuery, matching, projected, readQuery } from "./cosmos-query.ts";

export interface CosmosRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface CosmosAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
}

export interface CosmosOptions extends ItemRules {
  /** Default: Strong. */
  readonly consistency?: string;
  /** Whether a token is valid. Default: each is. */
  readonly accepts?: (token: string) => boolean;
}

/** Answers before an operation is looked at, once each: a status and a wait. */
export interface Trouble {
  readonly status: number;
  readonly retryAfterMs?: number;
}

/** A Cosmos account of one database, which keeps the promises that the stores build on. */
export interface CosmosFixture {
  readonly answer: (request: CosmosRequest) => CosmosAnswer;
  readonly items: CosmosItems;
  /** Method and path of each request. */
  readonly seen: readonly string[];
  /** The next requests fail like this, in order. */
  readonly troubles: Trouble[];
}

const charge = "1.5";
const database = /^\/dbs\/([^/]+)\/colls\/([^/]+)(?:\/(docs|pkranges)(?:\/([^/]+))?)?$/;

/**
 * Speaks what `@azure/cosmos` speaks, for the requests of the stores. It knows the forms of queries
 * that they send and answers 400 to all others.
 */
export function createCosmos(options: CosmosOptions): CosmosFixture {
  const items = new CosmosItems(options);
  const seen: string[] = [];
  const troubles: Trouble[] = [];
  const plans = new Map<string, CosmosQuery>();
  const context = { options, items, plans };
  return {
    items,
    seen,
    troubles,
    answer: (request) => {
      seen.push(`${request.method} ${request.path}`);
      const trouble = troubles.shift();
      if (trouble !== undefined) return troubled(trouble);
      const { status, headers = {}, body } = answerTo(request, context);
      const text = body === undefined ? "" : JSON.stringify(body);
      return { status, headers: { ...usual, ...headers }, body: text };
    },
  };
}

const usual = {
  "content-type": "application/json",
  "x-ms-request-charge": charge,
  "x-ms-session-token": "0:-1#1",
};

interface Context {
  readonly options: CosmosOptions;
  readonly items: CosmosItems;
  readonly plans: Map<string, CosmosQuery>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

function troubled({ status, retryAfterMs }: Trouble): CosmosAnswer {
  const wait = retryAfterMs === undefined ? {} : { "x-ms-retry-after-ms": String(retryAfterMs) };
  const body = JSON.stringify({ code: String(status), message: "The fixture was told to fail." });
  return { status, headers: { ...usual, ...wait }, body };
}

function answerTo(request: CosmosRequest, context: Context): Answer {
  const { options } = context;
  if (!hasToken(request, options)) return fault(401, "Unauthorized");
  const path = request.path.replace(/\/$/, "");
  if (path === "") return { status: 200, body: accountOf(options) };

  const [, , container = "", kind, rawId] = database.exec(path) ?? [];
  const shape = options.containers[container];
  if (shape === undefined) return fault(404, "NotFound");
  if (kind === undefined) return { status: 200, body: definitionOf(container, shape.partitionKey) };
  if (kind === "pkranges") return { status: 200, body: ranges };
  return answerAbout(request, { container, rawId }, context);
}

/** Whether a request carries a valid token of Entra. Account keys are not accepted. */
function hasToken({ headers }: CosmosRequest, { accepts = () => true }: CosmosOptions): boolean {
  const authorization = decodeURIComponent(headers["authorization"] ?? "");
  const [, token] = /^type=aad&ver=1\.0&sig=(.+)$/.exec(authorization) ?? [];
  return token !== undefined && accepts(token);
}

interface About {
  readonly container: string;
  /** Undefined for the items of a container. */
  readonly rawId: string | undefined;
}

function answerAbout(request: CosmosRequest, about: About, context: Context): Answer {
  const { headers } = request;
  const { container, rawId } = about;
  const value = partitionOf(headers);
  if (isTrue(headers["x-ms-cosmos-is-query-plan-request"])) return planned(request, context);
  if (isTrue(headers["x-ms-documentdb-isquery"])) {
    return queried(request, { container, value }, context);
  }
  const partition = { container, value: value ?? "" };
  if (isTrue(headers["x-ms-cosmos-is-batch-request"])) return batched(request, partition, context);

  const operation = itemOperation(request, rawId);
  if (operation === undefined) return fault(405, "MethodNotAllowed");
  return withEtag(context.items.run(partition, operation));
}

function itemOperation(request: CosmosRequest, rawId?: string): ItemOperation | undefined {
  const type = operationOf[request.method];
  const parsed = request.body === "" ? undefined : parseJson(request.body);
  const body = isJsonObject(parsed) ? parsed : undefined;
  const id = rawId && decodeURIComponent(rawId);
  return type && { type, id, body, ifMatch: request.headers["if-match"] };
}

const operationOf: Readonly<Record<string, ItemOperation["type"] | undefined>> = {
  GET: "Read",
  POST: "Create",
  PUT: "Replace",
  DELETE: "Delete",
};

function isTrue(header: string | undefined): boolean {
  return header?.toLowerCase() === "true";
}

function partitionOf(headers: CosmosRequest["headers"]): string | undefined {
  const header = headers["x-ms-documentdb-partitionkey"];
  const parsed = header === undefined ? undefined : parseJson(header);
  const first = isJsonArray(parsed) ? parsed[0] : undefined;
  return typeof first === "string" ? first : undefined;
}

function withEtag(answer: ItemAnswer): Answer {
  const etag = answer.body?.["_etag"];
  return typeof etag === "string" ? { ...answer, headers: { etag } } : answer;
}

function accountOf({ consistency = "Strong" }: CosmosOptions): JsonObject {
  return {
    id: "fixture",
    userConsistencyPolicy: { defaultConsistencyLevel: consistency },
    // Another host, which the stores must never follow.
    writableLocations: [
      { name: "Elsewhere", databaseAccountEndpoint: "https://elsewhere.invalid" },
    ],
    readableLocations: [
      { name: "Elsewhere", databaseAccountEndpoint: "https://elsewhere.invalid" },
    ],
  };
}

function definitionOf(container: string, partitionKey: string): JsonObject {
  const key = { paths: [`/${partitionKey}`], kind: "Hash", version: 2 };
  return { id: container, _rid: container, partitionKey: key, indexingPolicy: {} };
}

const ranges: JsonObject = {
  PartitionKeyRanges: [
    { id: "0", minInclusive: "", maxExclusive: "FF", _rid: "r", status: "online", parents: [] },
  ],
  _count: 1,
};

/** Tells the SDK how to merge the ranges. Its rewritten query is a name for the original. */
function planned({ body }: CosmosRequest, { plans }: Context): Answer {
  const query = readQuery(parseJson(body));
  if (query === undefined) return fault(400, "BadRequest");
  const rewrittenQuery = `SELECT '${plans.size}'`;
  plans.set(rewrittenQuery, query);
  const queryInfo = {
    distinctType: "None",
    orderBy: query.order.map(({ descends }) => (descends ? "Descending" : "Ascending")),
    orderByExpressions: query.order.map(({ field }) => `c.${field}`),
    groupByExpressions: [],
    groupByAliases: [],
    aggregates: [],
    groupByAliasToAggregateType: {},
    rewrittenQuery,
    hasSelectValue: false,
  };
  const all = { min: "", max: "FF", isMinInclusive: true, isMaxInclusive: false };
  const plan = { partitionedQueryExecutionInfoVersion: 2, queryInfo, queryRanges: [all] };
  return { status: 200, body: plan };
}

/** The client asks for a plan on these words. */
const needsPlan: Answer = {
  status: 400,
  headers: { "x-ms-substatus": "1004" },
  body: { code: "BadRequest", message: "Cross partition query only supports aggregates." },
};

interface Scope {
  readonly container: string;
  /** Undefined across partitions. */
  readonly value: string | undefined;
}

function queried(request: CosmosRequest, scope: Scope, context: Context): Answer {
  const { items, plans, options } = context;
  if (!options.may(scope.container, "query")) return fault(403, "Forbidden");
  const spec = parseJson(request.body);
  const plan = plans.get(isJsonObject(spec) ? textOf(spec["query"]) : "");
  if (plan === undefined && scope.value === undefined) return needsPlan;
  const query = plan ?? readQuery(spec);
  if (query === undefined) return fault(400, "BadRequest");
  const rows = matching(query, items.all(scope.container, scope.value));
  return pageOf(rows, request, plan === undefined ? { ...query, order: [] } : query);
}

/** One page of rows. Those of an ordered plan carry the values to merge by. */
function pageOf(
  rows: readonly JsonObject[],
  { headers }: CosmosRequest,
  query: CosmosQuery,
): Answer {
  const from = Number(headers["x-ms-continuation"] ?? 0);
  const asked = Number(headers["x-ms-max-item-count"] ?? -1);
  const to = from + (asked > 0 ? asked : 100);
  const page = rows.slice(from, to);
  const wrap = (item: JsonObject): JsonObject => ({
    _rid: item["_rid"] ?? "",
    orderByItems: query.order.map(({ field }) => ({ item: item[field] ?? null })),
    payload: projected(query, item),
  });
  const isMerged = query.order.length > 0;
  const documents = page.map((item) => (isMerged ? wrap(item) : projected(query, item)));
  return {
    status: 200,
    headers: to < rows.length ? { "x-ms-continuation": String(to) } : {},
    body: { _rid: "rid", Documents: documents, _count: page.length },
  };
}

function batched(request: CosmosRequest, partition: Partition, { items }: Context): Answer {
  if (Buffer.byteLength(request.body) > maxBytes) return fault(413, "RequestEntityTooLarge");
  const parsed = parseJson(request.body);
  const operations = isJsonArray(parsed) ? parsed.map(readOperation) : [undefined];
  const known = operations.filter((each) => each !== undefined);
  if (known.length < operations.length) return fault(400, "BadRequest");
  const answers = items.batch(partition, known);
  const isDone = answers.every(({ status }) => status < 400);
  const body = answers.map(({ status, body: resourceBody }) => ({
    statusCode: status,
    requestCharge: Number(charge),
    ...(isDone && resourceBody && { eTag: resourceBody["_etag"] ?? "", resourceBody }),
  }));
  return { status: isDone ? 200 : 207, body };
}
