import type { VendorError } from "./vendor-errors.ts";
import { principalId } from "./vendor-errors.ts";

/** Appears in answers and must never leave the gateway. */
export const requestId = "a4f1f9d2-3b1c-4f0e-8a57-1c2d3e4f5a6b";

const support = `Please provide below info when asking for support: correlationId = ${requestId}.`;
const denied = (action: string): string =>
  `The client '${principalId}' with object id '${principalId}' does not have authorization to perform action '${action}' over scope '/subscriptions/${requestId}' or the scope is invalid.`;

function failure(status: number, code: string, message = support): VendorError {
  return { status, body: { error: { code, message } } };
}

/** Failures of a cloud's management services. No two services use the same form. */
export const cloudErrors = {
  "action-denied": failure(
    403,
    "AuthorizationFailed",
    denied("Microsoft.Resources/subscriptions/resources/read"),
  ),
  "graph-denied": {
    status: 403,
    body: {
      error: { code: "AccessDenied", message: support, details: [{ code: "AccessDenied" }] },
    },
  },
  "cost-denied": failure(
    401,
    "RBACAccessDenied",
    `The client does not have authorization to perform action. Request ID: ${requestId}`,
  ),
  "deny-assignment": failure(
    403,
    "DenyAssignmentAuthorizationFailed",
    denied("Microsoft.Resources/subscriptions/resources/read"),
  ),
  "no-valid-subscription": {
    status: 400,
    body: {
      error: {
        code: "BadRequest",
        message: support,
        details: [
          { code: "NoValidSubscriptionsInQueryRequest", message: `Given: '${requestId}'.` },
        ],
      },
    },
  },
  "subscription-missing": failure(404, "SubscriptionNotFound"),
  "subscription-invalid": failure(400, "InvalidSubscriptionId"),
  policy: failure(403, "RequestDisallowedByPolicy"),
  disabled: failure(403, "ReadOnlyDisabledSubscription"),
  "disabled-409": failure(409, "ReadOnlyDisabledSubscription"),
  "unknown-403": failure(403, "ForbiddenForAReasonOfItsOwn"),
  "wrong-tenant": failure(
    401,
    "InvalidAuthenticationTokenTenant",
    `The access token is from the wrong issuer 'https://sts.example.com/${principalId}/'.`,
  ),
  expired: failure(401, "ExpiredAuthenticationToken"),
  "invalid-token": failure(401, "InvalidAuthenticationToken"),
  "continuous-access": {
    status: 401,
    headers: {
      "www-authenticate": `Bearer realm="", error="insufficient_claims", claims="${principalId}"`,
    },
    body: { error: { code: "InvalidAuthenticationToken", message: support } },
  },
  unauthenticated: failure(401, "AuthenticationFailed"),
  "not-registered": failure(409, "MissingSubscriptionRegistration"),
  "cost-throttled": {
    status: 429,
    headers: {
      "x-ms-ratelimit-microsoft.costmanagement-clienttype-retry-after": "9",
      "x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after": "2",
    },
    body: { error: { code: "429", message: "Too many requests. Please retry." } },
  },
  "graph-throttled": {
    status: 429,
    headers: {
      "x-ms-user-quota-remaining": "0",
      "x-ms-user-quota-resets-after": "00:00:05",
      "retry-after": "3",
    },
    body: { error: { code: "RateLimiting", message: support } },
  },
  "throttled-503": {
    status: 503,
    headers: { "retry-after": "7" },
    body: { error: { code: "ServerBusy", message: support } },
  },
  failed: {
    status: 503,
    headers: { "x-ms-user-quota-remaining": "12", "x-ms-user-quota-resets-after": "00:00:05" },
    body: { error: { code: "ServiceUnavailable", message: support } },
  },
  missing: failure(404, "ResourceNotFound"),
} as const satisfies Readonly<Record<string, VendorError>>;

/** What these answers mean, as a tool file declares it. */
export const cloudAnswers = `answers:
  codes:
    NoValidSubscriptionsInQueryRequest: not-visible
    SubscriptionNotFound: not-visible
    InvalidSubscriptionId: not-visible
    RequestDisallowedByPolicy: policy
    ReadOnlyDisabledSubscription: disabled
    DenyAssignmentAuthorizationFailed: deny-assignment
    InvalidAuthenticationTokenTenant: { outside: tenantId }
    MissingSubscriptionRegistration:
      rejected: The provider is not registered in this subscription.
  quota: { remaining: x-ms-user-quota-remaining, resets_after: x-ms-user-quota-resets-after }
  partial: { x-ms-tenant-subscription-limit-hit: "true" }
`;
