import { version } from "@toolcourt/contracts/internal/kernel/version";
import type { JsonObject } from "@toolcourt/sdk";
import { adminPath } from "../elsewhere.ts";
import { isForPlain } from "./me.ts";
import type { AdminPart } from "./part.ts";
import { routeShapes } from "./route-shapes.ts";
import { type AdminRoute, adminRoutes } from "./route-table.ts";
import { keyed, type RouteShape } from "./schemas.ts";

/** The path of the API's own description. Public: never renamed, never reused. */
export const openApiRoutes = [{ method: "GET", path: `${adminPath}openapi.json` }] as const;

/** Describes the admin API to programs. Every sender may read it. */
export const openApiPart: AdminPart = {
  isAbout: (request) => isForPlain(request, openApiRoutes),
  answer: async () => openApiDocument(),
};

/** Returns the OpenAPI document of the table of routes. */
function openApiDocument(): JsonObject {
  const described = adminRoutes.flatMap((route) => {
    const shape = routeShapes[keyOf(route)];
    return shape === undefined ? [] : [{ ...route, ...shape }];
  });
  const paths = Map.groupBy(described, ({ path }) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Toolcourt admin API",
      version,
      description:
        "For people and programs that look after a gateway. Streams are described in docs/admin-api.md.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, routes]) => [
        path,
        Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A key, or a token of an issuer in server.auth.",
        },
      },
      schemas: { Refusal: refusal },
    },
  };
}

type DescribedRoute = AdminRoute & RouteShape;

function operation(route: DescribedRoute): JsonObject {
  const { method, path, does, query = {}, body = nothing, gives } = route;
  return {
    operationId: operationIdOf(route),
    summary: does,
    description: descriptionOf(route),
    parameters: [
      ...namesIn(path).map((name) => parameter(name, "path", { type: "string" })),
      ...Object.entries(query).map(([name, schema]) => parameter(name, "query", schema)),
    ],
    ...(method === "POST" && { requestBody: { required: true, ...jsonOf(body) } }),
    responses: {
      "200": { description: "Done.", ...jsonOf(keyed(gives)) },
      default: { description: "Refused.", ...jsonOf({ $ref: "#/components/schemas/Refusal" }) },
    },
  };
}

function descriptionOf({ does, permissions, command }: AdminRoute): string {
  const needs = `Needs the permission ${permissions.join(" or ")}.`;
  const twin = `On the command line: \`${command ?? ""}\`.`;
  return [
    `${does}.`,
    ...(permissions.length === 0 ? [] : [needs]),
    ...(command === undefined ? [] : [twin]),
  ].join(" ");
}

const nothing: JsonObject = { type: "object", properties: {}, additionalProperties: false };

function jsonOf(schema: JsonObject): JsonObject {
  return { content: { "application/json": { schema } } };
}

function parameter(name: string, place: "path" | "query", schema: JsonObject): JsonObject {
  return { name, in: place, required: place === "path", schema };
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The key of a route in `routeShapes`. */
function keyOf({ method, path }: AdminRoute): string {
  return `${method} ${path.slice(adminPath.length)}`;
}

/** Such as `getApprovalsId` or `postApprovalsIdApprove`. */
function operationIdOf(route: AdminRoute): string {
  const words = keyOf(route)
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== "");
  return words
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    )
    .join("");
}

const refusal: JsonObject = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", description: "A code of the error catalog." },
        class: { type: "string" },
        retryable: { type: "boolean" },
        message: { type: "string" },
        evidence: { type: "object" },
        next: { type: "string", description: "The command to run next." },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};
