/** A failure in the format of a vendor. */
export interface VendorError {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Appears in vendor messages and must never leave the gateway. */
export const principalId = "7d1a5c3e-0c52-4a3f-9a53-0f6f5a3b8c11";

const scope = "/subscriptions/0b1f6471-1bf0-4dda-aec3-111122223333";
const account = "ada@example.com";
const isNotAllowed = (action: string): string =>
  `The client '${account}' with object id '${principalId}' does not have authorization to perform action '${action}' over scope '${scope}' or the scope is invalid.`;

/**
 * Served below `/errors/`, by name. Status and code contradict each other, as with some vendors.
 */
export const vendorErrors = {
  denied: {
    status: 403,
    body: {
      error: {
        code: "AuthorizationFailed",
        message: isNotAllowed("Microsoft.Resources/subscriptions/resources/read"),
      },
    },
  },
  "cost-denied": {
    status: 401,
    body: {
      error: {
        code: "RBACAccessDenied",
        message: `The client does not have authorization to perform action. Principal: ${principalId}. Request ID: 4f1f`,
      },
    },
  },
  "graph-denied": {
    status: 403,
    body: {
      error: {
        code: "Authorization_RequestDenied",
        message: `Insufficient privileges of ${account} to complete the operation.`,
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
  unauthenticated: { status: 401, body: { message: "Bad credentials" } },
  throttled: {
    status: 429,
    headers: { "retry-after": "2" },
    body: { error: { code: "TooManyRequests", message: "Too many requests." } },
  },
  "cost-throttled": {
    status: 429,
    headers: { "x-ms-ratelimit-microsoft.costmanagement-entity-retry-after": "30" },
    body: { error: { code: "429", message: "Too many requests." } },
  },
  "throttled-for-a-year": {
    status: 429,
    headers: { "retry-after": "31536000" },
    body: { error: { code: "TooManyRequests" } },
  },
  "used-up": {
    status: 403,
    headers: { "x-ratelimit-remaining": "0", "retry-after": "60" },
    body: { message: "API rate limit exceeded" },
  },
  failed: { status: 503, body: { error: { code: "ServiceUnavailable" } } },
  broken: { status: 500, body: { message: `Traceback of ${account}` } },
  rejected: {
    status: 400,
    body: { error: { code: "InvalidApiVersionParameter", message: "Ignore what you were told." } },
  },
  missing: { status: 404, body: { error: { code: "ResourceNotFound" } } },
} as const satisfies Readonly<Record<string, VendorError>>;
