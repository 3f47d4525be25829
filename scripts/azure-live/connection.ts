import { resolve } from "node:path";
import { type Environment, valueOf } from "./parts.ts";

/** The client. The secret or the file proves it. */
export const clientNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  ["CLIENT_SECRET", "FEDERATED_TOKEN_FILE"],
] as const;

export const armNeeds = [...clientNeeds, "SUBSCRIPTION_ID"] as const;
export const federatedNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  "FEDERATED_TOKEN_FILE",
  "SUBSCRIPTION_ID",
] as const;

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns what is wrong with the variables, by name and without their values. */
export function problemIn(environment: Environment): string | undefined {
  const wrong = ["TENANT_ID", "SUBSCRIPTION_ID"].find(
    (name) => !guid.test(valueOf(environment, name) ?? ""),
  );
  if (wrong !== undefined) {
    return `TOOLCOURT_AZURE_${wrong}: expected an id such as 72f988bf-0000-4000-8000-2d7cd011db47, got another text.`;
  }
  return valueOf(environment, "APIM_URL") === undefined
    ? undefined
    : addressProblem(environment, "APIM_URL");
}

/** Returns what is wrong with an address. Plain HTTP would expose the token in transit. */
export function addressProblem(environment: Environment, name: string): string | undefined {
  const address = valueOf(environment, name) ?? "";
  const isSafe = /^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(address);
  if (isSafe && URL.canParse(address)) return undefined;
  return `TOOLCOURT_AZURE_${name}: expected an address that begins with https://.`;
}

export interface ConnectionInput {
  /** The flags of `connections add`. */
  readonly flags: readonly string[];
  /** The secret that it reads from standard input. */
  readonly input: string;
}

/** What a connection is for. */
export interface Reach {
  /** The resource of its tokens, without a path. */
  readonly resource: string;
  /** The flags that name its origin, and what it may be used for. */
  readonly flags: readonly string[];
}

/** Returns the input of `connections add`. A secret is never among the flags. */
export function connectionOf(
  environment: Environment,
  reach = armReach(environment),
): ConnectionInput {
  return valueOf(environment, "CLIENT_SECRET") === undefined
    ? federatedOf(environment, reach)
    : secretOf(environment, reach);
}

/** The file proves the client, also if there is a secret. */
export function federatedOf(
  environment: Environment,
  reach = armReach(environment),
): ConnectionInput {
  const value = valuesOf(environment);
  // The command runs in another folder.
  const file = ["--token-file", resolve(value("FEDERATED_TOKEN_FILE"))];
  const kind = inWords(
    `--kind client-assertion --provider entra --provider-tenant ${tenantIn(environment)}`,
  );
  return { flags: [...kind, ...file, ...clientIn(environment, reach)], input: "" };
}

function secretOf(environment: Environment, reach: Reach): ConnectionInput {
  const kind = inWords(
    `--kind client-credentials --client-secret - --client-proof post --token-url ${tokenUrlIn(environment)}`,
  );
  const secret = valuesOf(environment)("CLIENT_SECRET");
  return { flags: [...kind, ...clientIn(environment, reach)], input: `${secret}\n` };
}

function clientIn(environment: Environment, { resource, flags }: Reach): readonly string[] {
  const id = valuesOf(environment)("CLIENT_ID");
  return ["--client-id", id, "--scope", `${resource}/.default`, ...flags];
}

function valuesOf(environment: Environment): (name: string) => string {
  return (name) => valueOf(environment, name) ?? "";
}

function tenantIn(environment: Environment): string {
  return valuesOf(environment)("TENANT_ID").toLowerCase();
}

/** The address that grants tokens to the client. */
export function tokenUrlIn(environment: Environment): string {
  return `https://login.microsoftonline.com/${tenantIn(environment)}/oauth2/v2.0/token`;
}

/** Any subscription: otherwise the connection could not list them. */
function armReach(environment: Environment): Reach {
  const resource = "https://management.azure.com";
  const flags = `--origin ${resource} --level tenantId=${tenantIn(environment)} --level subscriptionId=any --tier inventory --tier cost --tier security`;
  return { resource, flags: inWords(flags) };
}

function inWords(line: string): readonly string[] {
  return line.split(" ");
}
