import type { JsonObject } from "@toolcourt/sdk";

/** The tenant and the subscription of the fixture cloud. */
export const tenantId = "72f988bf-0000-4000-8000-2d7cd011db47";
export const subscriptionId = "0b1f6471-1bf0-4dda-aec3-111122223333";

const scope = `/subscriptions/${subscriptionId}`;

export const subscriptions: readonly JsonObject[] = [
  subscription(subscriptionId, "Production", "Enabled"),
  subscription("1c2a7582-2cf1-4eeb-9fd4-222233334444", "Playground", "Enabled"),
  subscription("2d3b8693-3da2-4ffc-8ae5-333344445555", "Archive", "Disabled"),
];

function subscription(id: string, displayName: string, state: string): JsonObject {
  return {
    id: `/subscriptions/${id}`,
    authorizationSource: "RoleBased",
    subscriptionId: id,
    tenantId,
    displayName,
    state,
    subscriptionPolicies: { locationPlacementId: "Public_2014-09-01", spendingLimit: "Off" },
  };
}

export const providers: readonly JsonObject[] = [
  provider("Microsoft.Compute", "Registered"),
  provider("Microsoft.Storage", "Registered"),
  provider("Microsoft.Web", "NotRegistered"),
];

function provider(namespace: string, registrationState: string): JsonObject {
  return {
    id: `${scope}/providers/${namespace}`,
    namespace,
    registrationState,
    registrationPolicy: "RegistrationRequired",
    resourceTypes: [{ resourceType: "operations", locations: [], apiVersions: ["2024-03-01"] }],
  };
}

const kinds = [
  ["microsoft.compute/virtualmachines", "virtualMachines", "vm"],
  ["microsoft.storage/storageaccounts", "storageAccounts", "st"],
  ["microsoft.network/virtualnetworks", "virtualNetworks", "vnet"],
] as const;
const locations = ["westeurope", "northeurope"] as const;
const groups = ["shop", "data", "net"] as const;

/** Resources with the columns of Resource Graph. Each has its own id. */
export function resources(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, (_each, index) => resource(index));
}

function resource(index: number): JsonObject {
  const [type, part, prefix] = kinds[index % kinds.length] ?? kinds[0];
  const resourceGroup = groups[index % groups.length] ?? "";
  const name = `${prefix}${String(index).padStart(5, "0")}`;
  const [namespace] = type.split("/");
  return {
    id: `${scope}/resourceGroups/${resourceGroup}/providers/${namespace}/${part}/${name}`,
    name,
    type,
    location: locations[index % locations.length] ?? "",
    resourceGroup,
    subscriptionId,
    kind: prefix === "st" ? "StorageV2" : "",
    tags: index % 2 === 0 ? { stage: "test", owner: "platform" } : null,
  };
}

const machine = `${scope}/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/vm00000`;
const account = `${scope}/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/st00001`;

export const assessments: readonly JsonObject[] = [
  assessment(machine, "21300918-b2e3-0346-785f-c77ff57d243b", { code: "Healthy" }),
  assessment(machine, "3bcd234d-c9c7-c2a2-89e0-c01f419c1a8a", {
    code: "Unhealthy",
    cause: "DiskNotEncrypted",
    description: "The disk is not encrypted.",
  }),
  assessment(account, "51fd8bb1-0db4-bbf1-7e2b-cfcba7eb66a6", {
    code: "NotApplicable",
    cause: "OffByPolicy",
    description: "The policy is off.",
  }),
];

function assessment(resourceId: string, name: string, status: JsonObject): JsonObject {
  return {
    id: `${resourceId}/providers/Microsoft.Security/assessments/${name}`,
    name,
    type: "Microsoft.Security/assessments",
    properties: {
      displayName: "Virtual machines should encrypt their disks",
      resourceDetails: { source: "Azure", id: resourceId },
      status,
    },
  };
}

const score = `${scope}/providers/Microsoft.Security/secureScores/ascScore`;

export const secureScore: JsonObject = {
  id: score,
  name: "ascScore",
  type: "Microsoft.Security/secureScores",
  properties: {
    displayName: "ASC score",
    score: { max: 56, current: 38.84, percentage: 0.6936 },
    weight: 881,
  },
};

export const scoreControls: readonly JsonObject[] = [
  control("a9909064-42b4-4d34-8143-275477afe18b", "Protect applications", { max: 10, current: 4 }),
  control("61702b76-1fab-41f2-bcbc-50b7870dcf38", "Apply updates", { max: 0, current: 0 }),
];

function control(name: string, displayName: string, points: { max: number; current: number }) {
  const { max, current } = points;
  return {
    id: `${score}/secureScoreControls/${name}`,
    name,
    type: "Microsoft.Security/secureScores/secureScoreControls",
    properties: {
      displayName,
      healthyResourceCount: 4,
      unhealthyResourceCount: 6,
      notApplicableResourceCount: 1,
      score: { max, current, percentage: max === 0 ? 0 : current / max },
      weight: 10,
    },
  };
}

export const advice: readonly JsonObject[] = [
  recommendation("Cost", "3f1b2c4d", "Resize the virtual machine."),
  recommendation("Cost", "4a2c3d5e", "Buy a reservation."),
  recommendation("Security", "5b3d4e6f", "Encrypt the disk."),
];

function recommendation(category: string, name: string, solution: string): JsonObject {
  return {
    id: `${machine}/providers/Microsoft.Advisor/recommendations/${name}`,
    name,
    type: "Microsoft.Advisor/recommendations",
    properties: {
      category,
      impact: "Medium",
      impactedField: "Microsoft.Compute/virtualMachines",
      impactedValue: "vm00000",
      lastUpdated: "2026-07-01T03:00:00Z",
      recommendationTypeId: "e10b1381-5f0a-47ff-8c7b-37bd13d7c974",
      shortDescription: { problem: "The virtual machine is hardly used.", solution },
      resourceMetadata: { resourceId: machine, source: machine },
    },
  };
}

const assignment = `${scope}/providers/microsoft.authorization/policyassignments`;
const definition = "/providers/microsoft.authorization/policydefinitions";

export const policyStates: readonly JsonObject[] = [
  policyState(machine, "disks", "NonCompliant"),
  policyState(account, "disks", "NonCompliant"),
  policyState(machine, "tags", "NonCompliant"),
  policyState(account, "tags", "Compliant"),
];

function policyState(resourceId: string, policy: string, complianceState: string): JsonObject {
  return {
    "@odata.id": null,
    timestamp: "2026-07-02T06:00:00.000Z",
    resourceId,
    policyAssignmentId: `${assignment}/${policy}`,
    policyDefinitionId: `${definition}/${policy}`,
    subscriptionId,
    complianceState,
    isCompliant: complianceState === "Compliant",
  };
}

export const policySummary: JsonObject = {
  "@odata.count": 1,
  value: [
    {
      "@odata.id": null,
      results: { queryResultsUri: scope, nonCompliantResources: 2, nonCompliantPolicies: 2 },
      policyAssignments: [assigned("disks", 2), assigned("tags", 1)],
    },
  ],
};

function assigned(policy: string, nonCompliantResources: number): JsonObject {
  return {
    policyAssignmentId: `${assignment}/${policy}`,
    policySetDefinitionId: "",
    results: { queryResultsUri: scope, nonCompliantResources, nonCompliantPolicies: 1 },
    policyDefinitions: [],
  };
}
