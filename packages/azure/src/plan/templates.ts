import { type Tier, tiers } from "../access/tiers.ts";
import { cosmosActionPrefix, cosmosContainers } from "../cosmos/containers.ts";

/** A template of Azure Resource Manager. */
export type Template = Readonly<Record<string, unknown>>;

interface Role {
  readonly summary: string;
  readonly actions: readonly string[];
}

/** A role for each tier. That of the inventory reads everything, and so has the others' actions too. */
export const roles: Readonly<Record<Tier, Role>> = {
  inventory: {
    summary: "Lists subscriptions, providers and resources.",
    // Resource Graph shows only resources that the identity may read.
    actions: ["*/read"],
  },
  cost: {
    summary: "Queries costs, and reads advice on costs.",
    actions: [
      "Microsoft.CostManagement/query/action",
      "Microsoft.CostManagement/query/read",
      "Microsoft.Advisor/recommendations/read",
    ],
  },
  security: {
    summary: "Reads assessments, the secure score and policy states.",
    actions: [
      "Microsoft.Security/assessments/read",
      "Microsoft.Security/secureScores/read",
      "Microsoft.Security/secureScoreControls/read",
      "Microsoft.PolicyInsights/policyStates/queryResults/read",
      "Microsoft.PolicyInsights/policyStates/queryResults/action",
      "Microsoft.PolicyInsights/policyStates/summarize/read",
      "Microsoft.PolicyInsights/policyStates/summarize/action",
    ],
  },
};

const principalId = {
  type: "string",
  metadata: { description: "The object id of the service principal that gets the roles." },
};
const given = "[parameters('principalId')]";

/**
 * Returns the template of the roles for discovery, for a deployment at a subscription. Nothing is
 * created here.
 *
 * @example
 * ```ts
 * console.log(JSON.stringify(discoveryTemplate(["cost"]), null, 2));
 * ```
 */
export function discoveryTemplate(wanted: readonly Tier[] = tiers): Template {
  return {
    $schema:
      "https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    parameters: { principalId },
    resources: wanted.flatMap(rolesOf),
  };
}

function rolesOf(tier: Tier): readonly Template[] {
  const { summary, actions } = roles[tier];
  const name = `guid(subscription().id, 'toolcourt-${tier}')`;
  const definition = `subscriptionResourceId('Microsoft.Authorization/roleDefinitions', ${name})`;
  return [
    {
      type: "Microsoft.Authorization/roleDefinitions",
      apiVersion: "2022-04-01",
      name: `[${name}]`,
      properties: {
        // Unique in the whole tenant, which may have several subscriptions.
        roleName: `[concat('Toolcourt ${tier} ', subscription().subscriptionId)]`,
        description: summary,
        type: "CustomRole",
        assignableScopes: ["[subscription().id]"],
        permissions: [{ actions, notActions: [] }],
      },
    },
    {
      type: "Microsoft.Authorization/roleAssignments",
      apiVersion: "2022-04-01",
      name: `[guid(subscription().id, parameters('principalId'), 'toolcourt-${tier}')]`,
      dependsOn: [`[${definition}]`],
      properties: {
        roleDefinitionId: `[${definition}]`,
        principalId: given,
        principalType: "ServicePrincipal",
      },
    },
  ];
}

const cosmosVersion = "2024-05-15";
const account = "parameters('account')";
const database = "parameters('database')";

/**
 * Returns the template of the Cosmos DB account with its containers and data roles, for a
 * deployment at a resource group. Nothing is created here.
 *
 * @example
 * ```ts
 * console.log(JSON.stringify(cosmosTemplate(), null, 2));
 * ```
 */
export function cosmosTemplate(): Template {
  return {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    parameters: {
      principalId,
      account: { type: "string", metadata: { description: "The name of the account." } },
      database: { type: "string", defaultValue: "toolcourt" },
    },
    resources: [accountResource, databaseResource, ...cosmosContainers.flatMap(containerOf)],
  };
}

const accountResource: Template = {
  type: "Microsoft.DocumentDB/databaseAccounts",
  apiVersion: cosmosVersion,
  name: `[${account}]`,
  location: "[resourceGroup().location]",
  kind: "GlobalDocumentDB",
  properties: {
    databaseAccountOfferType: "Standard",
    // Account keys would open everything to their holder.
    disableLocalAuth: true,
    // A revoked connection must be revoked for all gateways at once.
    consistencyPolicy: { defaultConsistencyLevel: "Strong" },
    locations: [{ locationName: "[resourceGroup().location]", failoverPriority: 0 }],
  },
};

const databaseResource: Template = {
  type: "Microsoft.DocumentDB/databaseAccounts/sqlDatabases",
  apiVersion: cosmosVersion,
  name: `[format('{0}/{1}', ${account}, ${database})]`,
  dependsOn: [`[resourceId('Microsoft.DocumentDB/databaseAccounts', ${account})]`],
  properties: { resource: { id: `[${database}]` } },
};

function containerOf({
  name,
  partitionKey,
  expires,
  actions,
}: (typeof cosmosContainers)[number]): readonly Template[] {
  const accountId = `resourceId('Microsoft.DocumentDB/databaseAccounts', ${account})`;
  const scope = `[format('{0}/dbs/{1}/colls/${name}', ${accountId}, ${database})]`;
  const role = `guid(${accountId}, 'toolcourt-${name}')`;
  const roleId = `resourceId('Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions', ${account}, ${role})`;
  const metadata = "Microsoft.DocumentDB/databaseAccounts/readMetadata";
  return [
    {
      type: "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers",
      apiVersion: cosmosVersion,
      name: `[format('{0}/{1}/${name}', ${account}, ${database})]`,
      dependsOn: [
        `[resourceId('Microsoft.DocumentDB/databaseAccounts/sqlDatabases', ${account}, ${database})]`,
      ],
      properties: {
        resource: {
          id: name,
          partitionKey: { paths: [partitionKey], kind: "Hash" },
          // -1: items may have a time to live of their own, and have none by default.
          ...(expires && { defaultTtl: -1 }),
        },
      },
    },
    {
      type: "Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions",
      apiVersion: cosmosVersion,
      name: `[format('{0}/{1}', ${account}, ${role})]`,
      dependsOn: [`[${accountId}]`],
      properties: {
        roleName: `Toolcourt ${name}`,
        type: "CustomRole",
        assignableScopes: [scope],
        permissions: [
          { dataActions: [metadata, ...actions.map((each) => `${cosmosActionPrefix}${each}`)] },
        ],
      },
    },
    {
      type: "Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments",
      apiVersion: cosmosVersion,
      name: `[format('{0}/{1}', ${account}, guid(${accountId}, parameters('principalId'), '${name}'))]`,
      dependsOn: [`[${roleId}]`],
      properties: { roleDefinitionId: `[${roleId}]`, principalId: given, scope },
    },
  ];
}
