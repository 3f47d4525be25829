import { type Environment, valueOf } from "./parts.ts";

/** What the ARM part needs. The secret or the file proves the client. */
export const armNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  ["CLIENT_SECRET", "FEDERATED_TOKEN_FILE"],
  "SUBSCRIPTION_ID",
] as const;

export interface ConnectionInput {
  /** The flags of `connections add`. */
  readonly flags: readonly string[];
  /** The secret that it reads from standard input. */
  readonly input: string;
}

/** Returns the input of `connections add`. A secret is never among the flags. */
export function connectionOf(environment: Environment): ConnectionInput {
  const value = (name: string): string => valueOf(environment, name) ?? "";
  const tenant = value("TENANT_ID").toLowerCase();
  const secret = valueOf(environment, "CLIENT_SECRET");
  const common = ["--client-id", value("CLIENT_ID"), ...inWords(reachOf(tenant))];
  if (secret === undefined) {
    const file = ["--token-file", value("FEDERATED_TOKEN_FILE")];
    const kind = inWords(`--kind client-assertion --provider entra --provider-tenant ${tenant}`);
    return { flags: [...kind, ...file, ...common], input: "" };
  }
  const kind = inWords(
    `--kind client-credentials --client-secret - --client-proof post --token-url https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token --scope https://management.azure.com/.default`,
  );
  return { flags: [...kind, ...common], input: `${secret}\n` };
}

/** Any subscription: otherwise the connection could not list them. */
function reachOf(tenant: string): string {
  return `--origin https://management.azure.com --level tenantId=${tenant} --level subscriptionId=any --tier inventory --tier cost --tier security`;
}

function inWords(line: string): readonly string[] {
  return line.split(" ");
}
