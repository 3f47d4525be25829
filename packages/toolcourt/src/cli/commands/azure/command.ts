import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type OpenedConnections,
  openOperatorConnections,
} from "@toolcourt/gateway/internal/compose/operator-connections";
import { type ClosedInput, defineActionsCommand } from "../../actions.ts";
import {
  type Command,
  configFlag,
  type ExitCode,
  jsonFlag,
  textFlag,
  usage,
} from "../../command.ts";
import { openForCommand } from "../../open-for-command.ts";
import { findRead } from "../connections/stored.ts";
import {
  type CheckedConnection,
  type CheckedTier,
  checkTiers,
  isLacking,
  isWholeCheck,
} from "./check.ts";
import { createLoadAzure, type LoadAzure } from "./load-azure.ts";

const flags = {
  config: configFlag,
  json: jsonFlag,
  tenant: textFlag("name", "The tenant that the connection belongs to, of several here"),
} as const;

type AzureInput = ClosedInput<typeof flags, OpenedConnections>;

export function createAzureCommand(load: LoadAzure): Command {
  return defineActionsCommand({
    flags,
    notes: [
      "Actions: check <connection>, plan [discovery|cosmos].",
      "check shows which tiers the identity of a connection really has, by subscription.",
      "plan prints a template of Azure Resource Manager with its roles. Nothing is created.",
      "Exit 0: done. Exit 1: a declared tier is missing, or not all was checked. Exit 2: could not be done.",
    ],
    open: openOperatorConnections,
    actions: {
      check: { needs: "Name the connection.", runClosed: (input) => check(input, load) },
      plan: { runClosed: (input) => plan(input, load) },
    },
  });
}

async function check(input: AzureInput, load: LoadAzure): Promise<ExitCode> {
  const { values, context } = input;
  const azure = await load();
  const connection = await readStored(input);
  const opening = {
    config: values.config,
    frozen: false,
    minLevel: "warning",
    showsOutcomes: true,
    forOperator: true,
  } as const;
  await using configured = await openForCommand(opening, context);
  const { gateway } = configured;
  if (!gateway.registry.current().tools.has("check-access")) {
    throw usage(
      'There is no tool check-access: add a set with `tools: "@toolcourt/azure/tools.yaml"` to `toolbox.http`.',
    );
  }
  const checked = await checkTiers({ azure, connection, gateway, context });
  const name = printable(connection.stored.name);
  context.terminal.out(
    values.json ? printableJson({ connection: name, ...checked }) : textOf(name, checked),
  );
  return isWholeCheck(checked) ? 0 : 1;
}

/** Closes the store before the gateway opens it. */
async function readStored({ values, what, open }: AzureInput) {
  await using opened = await open();
  return await findRead({ values, what, opened });
}

function textOf(name: string, { scopes, gap }: CheckedConnection): string {
  const lines = scopes.flatMap(({ scope, tiers, problem }) => [
    `${name} in the subscription ${printable(scope.subscriptionId)}:`,
    ...(problem === undefined ? tiers.map(lineOf) : [`  ${problem}`]),
  ]);
  return [...lines, ...(gap === undefined ? [] : [gap])].join("\n");
}

function lineOf(checked: CheckedTier): string {
  const { tier, isDeclared, isHeld, role } = checked;
  const held = isHeld ? "the identity has it" : "the identity lacks it";
  const declared = isDeclared ? "" : ", and the connection does not declare it";
  const advice = isLacking(checked) ? `; assign the role ${role}` : "";
  return `  ${tier.padEnd(9)}  ${held}${declared}${advice}`;
}

async function plan({ what, context }: AzureInput, load: LoadAzure): Promise<ExitCode> {
  const { discoveryTemplate, cosmosTemplate } = await load();
  const templates = new Map([
    ["", discoveryTemplate],
    ["discovery", discoveryTemplate],
    ["cosmos", cosmosTemplate],
  ]);
  const template = templates.get(what);
  if (template === undefined) {
    throw usage(`There is no plan ${printable(what)}; there are discovery and cosmos.`);
  }
  context.terminal.out(JSON.stringify(template(), null, 2));
  return 0;
}

export const command = createAzureCommand(createLoadAzure((name) => import(name)));
