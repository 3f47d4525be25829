import { type CloudAnswer, failure } from "./answer.ts";

/** Stands in vendor messages. It must never reach a caller. */
export const principalId = "5f6c1c7a-41f5-4c6b-8a39-2f7f9d3a9e01";

/** Stands in vendor messages, too. */
export const requestId = "0d4b6a52-9a27-4a56-9d5c-5f0e2b8c7d11";

/** A denial of Azure Resource Manager. It names the principal. */
export function authorizationFailed(action: string, scope: string): CloudAnswer {
  return failure(
    403,
    "AuthorizationFailed",
    `The client '${principalId}' with object id '${principalId}' does not have authorization to perform action '${action}' over scope '${scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
  );
}

/** The failures that Azure answers, by name. Codes and status are those of its services. */
export const failures = {
  "graph-denied": {
    status: 403,
    body: {
      error: {
        code: "AccessDenied",
        message: `Please provide below info when asking for support: correlationId = ${requestId}.`,
        details: [
          {
            code: "AccessDenied",
            message: "Access is denied to the requested resource.",
          },
        ],
      },
    },
  },
  "graph-no-subscription": {
    status: 400,
    body: {
      error: {
        code: "BadRequest",
        message: `Please provide below info when asking for support: correlationId = ${requestId}.`,
        details: [
          {
            code: "NoValidSubscriptionsInQueryRequest",
            message: "There must be at least one subscription that is eligible. Given: ''.",
          },
        ],
      },
    },
  },
  // Cost Management answers a missing role with 401, like an expired token.
  "cost-denied": failure(
    401,
    "RBACAccessDenied",
    `The client does not have authorization to perform action. Request ID: ${requestId}`,
  ),
  "subscription-missing": failure(
    404,
    "SubscriptionNotFound",
    "The subscription could not be found.",
  ),
  unauthenticated: {
    status: 401,
    headers: { "www-authenticate": 'Bearer authorization_uri="https://login.windows.net/"' },
    body: {
      error: {
        code: "AuthenticationFailed",
        message: "Authentication failed. The 'Authorization' header is missing.",
      },
    },
  },
  expired: {
    status: 401,
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    body: {
      error: { code: "ExpiredAuthenticationToken", message: "The access token has expired." },
    },
  },
  "invalid-token": failure(401, "InvalidAuthenticationToken", "The access token is invalid."),
  // Continuous access evaluation demands claims that the token lacks.
  "claims-challenge": {
    status: 401,
    headers: {
      "www-authenticate": `Bearer realm="", authorization_uri="https://login.windows.net/", error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZX19fQ=="`,
    },
    body: {
      error: {
        code: "InvalidAuthenticationToken",
        message: `The token of ${principalId} was issued before its rights changed.`,
      },
    },
  },
  "wrong-tenant": failure(
    401,
    "InvalidAuthenticationTokenTenant",
    `The access token is from the wrong issuer 'https://sts.windows.net/${principalId}/'.`,
  ),
  "subscription-invalid": failure(400, "InvalidSubscriptionId", "The subscription id is invalid."),
  policy: failure(403, "RequestDisallowedByPolicy", `Disallowed by policy. ${requestId}`),
  disabled: failure(409, "ReadOnlyDisabledSubscription", "The subscription is disabled."),
  "deny-assignment": failure(
    403,
    "DenyAssignmentAuthorizationFailed",
    `The client '${principalId}' has a deny assignment.`,
  ),
  unregistered: failure(
    409,
    "MissingSubscriptionRegistration",
    "The subscription is not registered to use the namespace.",
  ),
  // Resource Graph counts by user. Its own header has the longer wait.
  "graph-throttled": {
    status: 429,
    headers: {
      "retry-after": "3",
      "x-ms-user-quota-remaining": "0",
      "x-ms-user-quota-resets-after": "00:00:21",
    },
    body: { error: { code: "RateLimiting", message: "Please provide below info." } },
  },
  "throttled-503": {
    status: 503,
    headers: { "retry-after": "19" },
    body: { error: { code: "ServerBusy", message: "The server is busy." } },
  },
  unavailable: failure(503, "ServiceUnavailable", "The service is unavailable."),
  throttled: {
    status: 429,
    headers: { "retry-after": "17" },
    body: { error: { code: "TooManyRequests", message: "The request was throttled." } },
  },
  // The wait stands in a header of its own, and `Retry-After` is missing.
  "cost-throttled": {
    status: 429,
    headers: {
      "x-ms-ratelimit-microsoft.costmanagement-clienttype-retry-after": "9",
      "x-ms-ratelimit-remaining-microsoft.costmanagement-clienttype-requests": "DefaultQuota:0",
      "x-ms-ratelimit-microsoft.costmanagement-qpu-remaining": "QueriesPerHour:577",
    },
    body: { error: { code: "429", message: "Too many requests. Please retry." } },
  },
} as const satisfies Readonly<Record<string, CloudAnswer>>;
