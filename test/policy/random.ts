import * as fc from "fast-check";
import { type Condition, conditions, type ItemCondition, itemConditions } from "./conditions.ts";
import type { ItemRequest, Limit, Policy, Request, Statement, Subject } from "./reference.ts";

// Few names, so that statements and requests often match.

const ids = ["ada", "grace", "key:1"] as const;
const tenants = ["acme", "evil"] as const;
const kinds = ["local", "user", "system"] as const;
const roles = ["reader", "writer", "keeper"] as const;
const scopes = ["tools.read", "tools.write"] as const;
const teams = ["a", "b"] as const;
const permissions = ["cards:read", "cards:write", "decks:read"] as const;
const grants = [...permissions, "cards:*", "*:read", "*:*"] as const;
const effects = ["read", "write", "destroy"] as const;
const tags = ["crm", "pii"] as const;
const categories = ["query", "mutation"] as const;
const servers = ["one", "two"] as const;
const names = ["get_a", "get_b", "del_a"] as const;
const patterns = [
  "*",
  "get_*",
  "get_a",
  "*_a",
  "one/*",
  "two/get_b",
  "*/del_a",
  "o*e/*t_*",
  "one__get_a",
];

const uris = ["a:1", "a:/b/2", "c:1"] as const;
const itemPatterns = ["*", "one/*", "two/a:*", "*/c:1", "one/a:/b/*", "o*/*1"];

const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const any = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });

const claim = fc.oneof(fc.constantFrom(...teams), some(teams));

const subject: fc.Arbitrary<Subject> = fc
  .record(
    {
      principals: some([...ids, "*"]),
      kinds: some(kinds),
      tenants: some(tenants),
      scopes: some(scopes),
      claims: fc.record({ team: claim }),
      roles: some(roles),
    },
    { requiredKeys: ["roles"] },
  )
  .map((entry) => (Object.keys(entry).length === 1 ? { ...entry, principals: ["*"] } : entry));

const who = fc.oneof(
  fc.record({ principals: some([...ids, "*"]) }),
  fc.record({ roles: some(roles) }),
  fc.record({ kinds: some(kinds) }),
  fc.record({ tenants: some(tenants) }),
  fc.record({ principals: some([...ids, "*"]), roles: some(roles) }),
  fc.record({ kinds: some(kinds), tenants: some(tenants), roles: some(roles) }),
);

const which = fc.oneof(
  { weight: 3, arbitrary: fc.record({ tools: some(patterns) }) },
  fc.record({ effects: some(effects) }),
  fc.record({ tags: some(tags) }),
  fc.record({ categories: some(categories) }),
  fc.record({ tools: some(patterns), effects: some(effects) }),
  fc.record({ tools: some(patterns), tags: some(tags), categories: some(categories) }),
);

const rest = fc.record(
  {
    effect: fc.constantFrom("allow", "allow", "deny"),
    condition: fc.constantFrom(...conditions),
  },
  { requiredKeys: ["effect"] },
);

type Unnamed = Omit<Statement, "id" | "holds" | "holdsFor"> & {
  readonly condition?: Condition | ItemCondition;
};

const whichItems = fc.oneof(
  fc.record({ resources: some(itemPatterns) }),
  fc.record({ prompts: some(itemPatterns) }),
  fc.record({ resources: some(itemPatterns), prompts: some(itemPatterns) }),
);

const restOfItems = fc.record(
  {
    effect: fc.constantFrom("allow", "allow", "deny"),
    condition: fc.constantFrom(...itemConditions),
  },
  { requiredKeys: ["effect"] },
);

const statement: fc.Arbitrary<Unnamed> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(who, which, rest)
      .map(([about, of, others]) => ({ ...about, ...of, ...others })),
  },
  fc
    .tuple(who, whichItems, restOfItems)
    .map(([about, of, others]) => ({ ...about, ...of, ...others })),
);

const maxima = fc.oneof(
  fc.record({ max_retries: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ max_result_bytes: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    max_retries: fc.integer({ min: 0, max: 3 }),
    max_result_bytes: fc.integer({ min: 1, max: 4 }),
  }),
);

const limit: fc.Arbitrary<Omit<Limit, "id">> = fc
  .tuple(fc.oneof(fc.constant({}), who), fc.oneof(fc.constant({}), which), maxima)
  .map(([about, of, most]) => ({ ...about, ...of, ...most }));

/** A policy as the reference reads it, and its text for the gateway. */
export interface Written {
  readonly policy: Policy;
  readonly text: string;
}

export const written: fc.Arbitrary<Written> = fc
  .record({
    roles: fc.record({ reader: some(grants), writer: some(grants), keeper: some(grants) }),
    subjects: fc.array(subject, { maxLength: 4 }),
    statements: fc.array(statement, { maxLength: 8 }),
    limits: fc.array(limit, { maxLength: 4 }),
  })
  .map(({ roles: defined, subjects, statements, limits: unnamed }) => {
    const limits = unnamed.map((each, index) => ({ ...each, id: `l${index}` }));
    const named = statements.map((each, index) => ({ ...each, id: `s${index}` }));
    const file = {
      version: 1,
      roles: defined,
      subjects,
      statements: named.map(({ condition, ...others }) => ({
        ...others,
        ...(condition === undefined ? {} : { when: condition.text }),
      })),
      limits,
    };
    return {
      policy: {
        roles: defined,
        subjects,
        statements: named.map(({ condition, ...others }) => ({ ...others, ...condition })),
        limits,
      },
      text: `${JSON.stringify(file)}\n...\n`,
    };
  });

const args = fc.record(
  {
    amount: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant("many")),
    city: fc.constantFrom("Geneva", "Gx", "Paris", 7),
    list: fc.oneof(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }), fc.constant(5)),
  },
  { requiredKeys: [] },
);

export const request: fc.Arbitrary<Request> = fc
  .record({
    principal: fc.record(
      {
        id: fc.constantFrom(...ids),
        kind: fc.constantFrom(...kinds),
        tenant: fc.constantFrom(...tenants),
        roles: any([...roles, "ghost"]),
        scopes: any(scopes),
        permissions: any(permissions),
        claims: fc.record({ team: claim }, { requiredKeys: [] }),
      },
      { requiredKeys: ["id", "roles", "scopes", "permissions", "claims"] },
    ),
    tool: fc.record(
      {
        server: fc.constantFrom(...servers),
        name: fc.constantFrom(...names),
        isQualified: fc.boolean(),
        effect: fc.constantFrom(...effects),
        tags: any(tags),
        category: fc.constantFrom(...categories),
        permissions: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, any(permissions)),
      },
      { requiredKeys: ["server", "name", "isQualified", "effect", "tags", "permissions"] },
    ),
    args,
  })
  .map(({ principal, tool: { isQualified, ...tool }, args: given }) => ({
    principal,
    tool: { ...tool, publicName: isQualified ? `${tool.server}__${tool.name}` : tool.name },
    args: given,
  }));

export const itemRequest: fc.Arbitrary<ItemRequest> = fc
  .record({
    asked: request,
    kind: fc.constantFrom<"resource" | "prompt">("resource", "prompt"),
    server: fc.constantFrom(...servers),
    name: fc.constantFrom(...uris),
    isDynamic: fc.boolean(),
    method: fc.constantFrom("resources/read", "prompts/get", "completion/complete"),
  })
  .map(({ asked, ...item }) => ({ principal: asked.principal, args: asked.args, ...item }));
