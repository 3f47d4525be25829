import type { ItemRequest, Request } from "./reference.ts";

/** A condition about tools: its text, and its meaning for the reference. */
export interface Condition {
  readonly text: string;
  readonly holds: (request: Request) => boolean | "failed";
}

const isNumber = (value: unknown): value is number => typeof value === "number";

export const conditions: readonly Condition[] = [
  { text: "true", holds: () => true },
  {
    text: "args.amount < 10",
    holds: ({ args: { amount } }) => (isNumber(amount) ? amount < 10 : "failed"),
  },
  { text: "has(args.amount) && args.amount < 10.0", holds: smallAmount },
  { text: 'principal.id == "ada"', holds: ({ principal }) => principal.id === "ada" },
  {
    text: 'principal.tenant == "acme"',
    holds: ({ principal: { tenant } }) => (tenant === undefined ? "failed" : tenant === "acme"),
  },
  {
    text: '"keeper" in principal.scopes || tool.effect == "read"',
    holds: ({ principal, tool }) => principal.scopes.includes("keeper") || tool.effect === "read",
  },
  {
    text: 'args.city.startsWith("G")',
    holds: ({ args: { city } }) => (typeof city === "string" ? city.startsWith("G") : "failed"),
  },
  {
    text: "args.city.safeMatches('^G.*a$')",
    holds: ({ args: { city } }) =>
      typeof city === "string"
        ? city.startsWith("G") && city.endsWith("a") && city.length > 1
        : "failed",
  },
  {
    text: "args.list.all(x, x < 3.0)",
    holds: ({ args: { list } }) =>
      Array.isArray(list) ? list.every((each) => isNumber(each) && each < 3) : "failed",
  },
  {
    text: 'size(contract.permissions) > 0 && tool.server == "one"',
    holds: ({ tool }) => tool.permissions.length > 0 && tool.server === "one",
  },
  {
    text: 'principal.kind == "user" && !has(connection.name)',
    holds: ({ principal }) => (principal.kind ?? "user") === "user",
  },
  {
    text: 'has(tool.category) && tool.category == "query"',
    holds: ({ tool }) => tool.category === "query",
  },
];

/** A condition about resources and prompts. */
export interface ItemCondition {
  readonly text: string;
  readonly holdsFor: (asked: ItemRequest) => boolean | "failed";
}

export const itemConditions: readonly ItemCondition[] = [
  {
    text: 'request.method == "resources/read"',
    holdsFor: ({ method }) => method === "resources/read",
  },
  {
    text: 'has(request.uri) && request.uri.startsWith("a:")',
    holdsFor: ({ kind, name }) => kind === "resource" && name.startsWith("a:"),
  },
  {
    text: 'request.prompt == "a:1"',
    holdsFor: ({ kind, name }) => (kind === "prompt" ? name === "a:1" : "failed"),
  },
  {
    text: "args.amount < 10",
    holdsFor: ({ args: { amount } }) => (isNumber(amount) ? amount < 10 : "failed"),
  },
  { text: "has(args.amount) && args.amount < 10.0", holdsFor: smallAmount },
  {
    text: 'principal.tenant == "acme"',
    holdsFor: ({ principal: { tenant } }) => (tenant === undefined ? "failed" : tenant === "acme"),
  },
  {
    text: 'request.server == "one" || tool.effect == "read"',
    holdsFor: ({ server }) => server === "one" || "failed",
  },
  { text: "size(contract.permissions) == 0", holdsFor: () => "failed" },
];

function smallAmount({ args }: Pick<Request, "args">): boolean | "failed" {
  const { amount } = args;
  if (amount === undefined) return false;
  return isNumber(amount) ? amount < 10 : "failed";
}
