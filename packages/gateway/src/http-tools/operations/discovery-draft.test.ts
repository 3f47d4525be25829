import { isJsonObject } from "@toolcourt/sdk";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { draftOfOperation, schemaOf } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";
import { operationJson } from "../drafts/draft.ts";
import { judgeDraft } from "../drafts/judge-draft.ts";
import { readDraft } from "../drafts/read-draft.ts";
import { forDiscovery } from "./discovery-draft.ts";

const listed = draftOfOperation(
  {
    operationId: "list_widgets",
    description: "Lists the widgets of a resource group, with their names.",
    parameters: ["subscriptionId", "resourceGroupName", "widgetName"].map((name) => ({
      name,
      in: "path",
      required: true,
      description: "A part of the path.",
      schema: { type: "string" },
    })),
    responses: {
      200: {
        content: { "application/json": { schema: { $ref: "#/components/schemas/List" } } },
      },
    },
    "x-ms-pageable": { nextLinkName: "nextLink" },
  },
  {
    path: "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/widgets/{widgetName}",
    document: {
      components: {
        schemas: {
          List: {
            type: "object",
            description: "The widgets.",
            properties: {
              value: {
                type: "array",
                description: "All.",
                items: { $ref: "#/components/schemas/One" },
              },
            },
          },
          One: { type: "object", description: "One.", properties: { id: { type: "string" } } },
        },
      },
    },
  },
);

describe("forDiscovery", () => {
  it("adds the mandatory fields, and takes the levels of the path from the scope", () => {
    const draft = forDiscovery(listed, "inventory");

    const { properties, required } = schemaOf(draft, "inputSchema");
    expect(Object.keys(isJsonObject(properties) ? properties : {})).toEqual([
      "connection_id",
      "scope",
      "tier",
      "correlation_id",
      "session_id",
      "path",
    ]);
    expect(required).toEqual([
      "connection_id",
      "scope",
      "tier",
      "correlation_id",
      "session_id",
      "path",
    ]);
    expect(properties).toMatchObject({
      scope: { required: ["tenantId", "subscriptionId", "resourceGroup"] },
      tier: { enum: ["inventory"] },
      path: { required: ["widgetName"] },
    });
    expect(draft.operation.parameters.map(({ name, from }) => [name, from])).toEqual([
      ["subscriptionId", "/scope/subscriptionId"],
      ["resourceGroupName", "/scope/resourceGroup"],
      ["widgetName", undefined],
    ]);
    expect(draft.operation).toMatchObject({
      connection: {
        scope: {
          tenantId: "/scope/tenantId",
          subscriptionId: "/scope/subscriptionId",
          resourceGroup: "/scope/resourceGroup",
        },
        optional: ["resourceGroup"],
        ignoreCase: ["tenantId", "subscriptionId", "resourceGroup"],
        tier: "/tier",
      },
      discovery: { stage: "inventory" },
    });
  });

  it("wraps the output beside the metadata, which says how much was read", () => {
    const output = schemaOf(forDiscovery(listed, "inventory"), "outputSchema");

    expect(output).toMatchObject({ required: ["data", "metadata"], $defs: { One: {} } });
    expect(JSON.stringify(output)).not.toContain('"paging"');
  });

  it("adds them once", () => {
    const once = forDiscovery(listed, "cost");

    expect(forDiscovery(once, "cost")).toEqual(once);
  });

  it("names the tenant if the path has no level", () => {
    const plain = draftOfOperation({ operationId: "list_all" }, { path: "/subscriptions" });

    expect(forDiscovery(plain, "inventory").operation.connection).toEqual({
      scope: { tenantId: "/scope/tenantId" },
      ignoreCase: ["tenantId"],
      tier: "/tier",
    });
  });

  it("makes a draft that can be stored, and that the rules of discovery accept", () => {
    const draft = forDiscovery(listed, "inventory");
    const { tool, operation } = draft;

    const judged = judgeDraft(draft, "cloud", {
      profilesOf: () => ["core", "cloud-discovery"],
      clock: createFakeClock(),
    });

    expect(readDraft({ tool, operation: operationJson(operation) })).toMatchObject({
      kind: "draft",
    });
    expect(judged.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});
