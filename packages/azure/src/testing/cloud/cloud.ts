import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { allows, type Permission } from "../../access/allows.ts";
import { type CloudAnswer, type CloudRequest, failure, listed, ok, pageOf } from "./answer.ts";
import { queryCosts } from "./costs.ts";
import * as data from "./data.ts";
import { authorizationFailed, failures } from "./failures.ts";
import { queryResources } from "./resource-graph.ts";

export interface CloudOptions {
  /** The number of resources. Default: 7. */
  readonly resources?: number;
  /** The items of a page, except of Resource Graph. Default: 2. */
  readonly pageSize?: number;
  /** The roles of the identity. Default: Reader and Cost Management Reader. */
  readonly permissions?: readonly Permission[];
  /** The policy states. Default: four, of which one complies. */
  readonly policyStates?: readonly JsonObject[];
  /** Replaces an answer. Default: none. */
  readonly instead?: (request: CloudRequest) => CloudAnswer | undefined;
}

/** Azure Resource Manager of one tenant, read only. */
export interface Cloud {
  readonly answer: (request: CloudRequest) => CloudAnswer;
  /** The requests since the last change. */
  readonly seen: readonly CloudRequest[];
  /** Replaces all options, and forgets the requests. */
  readonly become: (options: CloudOptions) => void;
}

const reading: readonly Permission[] = [
  { actions: ["*/read"], notActions: [] },
  { actions: ["Microsoft.CostManagement/*/read"], notActions: [] },
  { actions: ["Microsoft.CostManagement/query/action"], notActions: [] },
];

interface Known extends Required<Omit<CloudOptions, "resources">> {
  readonly resources: readonly JsonObject[];
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** The method of further pages. Default: the same. */
  readonly further?: string;
  /** The versions that our tools and Microsoft's clients send. */
  readonly versions: readonly string[];
  /** The action that the identity needs. Default: none. */
  readonly action?: string;
  /** The denial. Default: that of Azure Resource Manager. */
  readonly denial?: CloudAnswer;
  readonly answer: (request: CloudRequest, known: Known) => CloudAnswer;
}

/** Opens a cloud without a socket: a function from requests to answers. */
export function createCloud(options: CloudOptions = {}): Cloud {
  const seen: CloudRequest[] = [];
  let known = knownBy(options);
  return {
    seen,
    answer: (request) => {
      seen.push(request);
      return known.instead(request) ?? answerOf(request, known);
    },
    become: (next) => {
      known = knownBy(next);
      seen.length = 0;
    },
  };
}

function knownBy(options: CloudOptions): Known {
  const { resources = 7, pageSize = 2, permissions = reading, instead = asUsual } = options;
  const { policyStates = data.policyStates } = options;
  return { resources: data.resources(resources), pageSize, permissions, policyStates, instead };
}

function asUsual(): undefined {}

function answerOf(request: CloudRequest, known: Known): CloudAnswer {
  const { url, headers } = request;
  if (!/^Bearer \S+$/.test(headers["authorization"] ?? "")) return failures.unauthenticated;
  const route = routes.find((each) => isAsked(each, request));
  if (route === undefined) return failure(404, "InvalidResourceType", "There is no such type.");
  if (!route.versions.includes(url.searchParams.get("api-version") ?? "")) {
    return failure(400, "InvalidApiVersionParameter", "The api-version is invalid.");
  }
  if (!isVisible(url)) return failures["subscription-missing"];
  return denialOf(route, url, known) ?? route.answer(request, known);
}

/** Returns whether the path names a subscription that is there, or none. */
function isVisible({ pathname }: URL): boolean {
  const named = /^\/+subscriptions\/([^/]+)/i.exec(pathname)?.[1];
  if (named === undefined) return true;
  return data.subscriptions.some((each) => own(each, "subscriptionId") === named);
}

function denialOf(
  { action, denial }: Route,
  { pathname }: URL,
  { permissions }: Known,
): CloudAnswer | undefined {
  if (action === undefined || allows(permissions, action)) return undefined;
  return denial ?? authorizationFailed(action, pathname);
}

function isAsked(
  { method, further = method, path }: Route,
  { method: given, url }: CloudRequest,
): boolean {
  const isFurther = url.searchParams.has("$skiptoken");
  return path.test(url.pathname) && (given === method || (isFurther && given === further));
}

/** Matches a path below a subscription, in any case, as Azure Resource Manager does. */
function below(path: string): RegExp {
  return new RegExp(`^/+subscriptions/[^/]+/${path}$`, "i");
}

const score = "providers/Microsoft\\.Security/secureScores/ascScore";
const states = "providers/Microsoft\\.PolicyInsights/policyStates/latest";

const routes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/subscriptions$/i,
    versions: ["2022-12-01"],
    answer: (request, { pageSize }) => listed(data.subscriptions, { request, size: pageSize }),
  },
  {
    method: "GET",
    path: below("providers"),
    versions: ["2021-04-01"],
    action: "Microsoft.Resources/subscriptions/providers/read",
    answer: (request, { pageSize }) => listed(data.providers, { request, size: pageSize }),
  },
  {
    method: "POST",
    path: /^\/providers\/Microsoft\.ResourceGraph\/resources$/i,
    versions: ["2024-04-01"],
    action: "Microsoft.Resources/subscriptions/resources/read",
    denial: failures["graph-denied"],
    answer: (request, { resources }) => queryResources(request, resources),
  },
  {
    method: "POST",
    path: below("providers/Microsoft\\.CostManagement/query"),
    versions: ["2025-03-01", "2022-10-01"],
    action: "Microsoft.CostManagement/query/action",
    denial: failures["cost-denied"],
    answer: queryCosts,
  },
  {
    method: "GET",
    path: below("providers/Microsoft\\.Advisor/recommendations"),
    versions: ["2025-01-01", "2020-01-01"],
    action: "Microsoft.Advisor/recommendations/read",
    answer: adviceOf,
  },
  {
    method: "GET",
    path: below("providers/Microsoft\\.Security/assessments"),
    versions: ["2021-06-01"],
    action: "Microsoft.Security/assessments/read",
    answer: (request, { pageSize }) => listed(data.assessments, { request, size: pageSize }),
  },
  {
    method: "GET",
    path: below(score),
    versions: ["2020-01-01"],
    action: "Microsoft.Security/secureScores/read",
    answer: () => ok(data.secureScore),
  },
  {
    method: "GET",
    path: below(`${score}/secureScoreControls`),
    versions: ["2020-01-01"],
    action: "Microsoft.Security/secureScoreControls/read",
    answer: (request, { pageSize }) => listed(data.scoreControls, { request, size: pageSize }),
  },
  {
    method: "POST",
    path: below(`${states}/queryResults`),
    // The specification says POST, and Microsoft's client sends GET.
    further: "GET",
    versions: ["2024-10-01"],
    action: "Microsoft.PolicyInsights/policyStates/queryResults/read",
    answer: statesOf,
  },
  {
    method: "POST",
    path: below(`${states}/summarize`),
    versions: ["2024-10-01"],
    action: "Microsoft.PolicyInsights/policyStates/summarize/read",
    answer: () => ok(data.policySummary),
  },
  {
    method: "GET",
    path: below("(?:resourceGroups/[^/]+/)?providers/Microsoft\\.Authorization/permissions"),
    versions: ["2022-04-01"],
    answer: (request, { permissions, pageSize }) =>
      listed(permissions.map(permissionOf), { request, size: pageSize }),
  },
];

function permissionOf({ actions, notActions }: Permission): JsonObject {
  return {
    actions: [...actions],
    notActions: [...notActions],
    dataActions: [],
    notDataActions: [],
  };
}

function adviceOf(request: CloudRequest, { pageSize }: Known): CloudAnswer {
  const filter = request.url.searchParams.get("$filter");
  const category = /^Category eq '(\w+)'$/.exec(filter ?? "")?.[1];
  const found = data.advice.filter((each) => {
    const properties = own(each, "properties");
    return isJsonObject(properties) && own(properties, "category") === category;
  });
  return listed(filter === null ? data.advice : found, { request, size: pageSize });
}

function statesOf(request: CloudRequest, { pageSize, policyStates }: Known): CloudAnswer {
  const { searchParams, origin, pathname } = request.url;
  const filter = searchParams.get("$filter");
  const state = /^complianceState eq '(\w+)'$/.exec(filter ?? "")?.[1];
  if (filter !== null && state === undefined) return failure(400, "InvalidFilter", "Bad filter.");
  // Azure cuts the list here, and no link leads to the rest.
  const top = Number(searchParams.get("$top") ?? Infinity);
  const found = policyStates
    .filter((each) => state === undefined || own(each, "complianceState") === state)
    .slice(0, top);
  const { value, link } = pageOf(found, { request, size: pageSize });
  return ok({
    "@odata.context": `${origin}${pathname}/$metadata#latest`,
    "@odata.count": value.length,
    ...(link !== undefined && { "@odata.nextLink": link }),
    value: [...value],
  });
}
