import { resolve } from "node:path";
import { type Environment, valueOf } from "./parts.ts";

/** What the ARM part needs. The secret or the file proves the client. */
export const armNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  ["CLIENT_SECRET", "FEDERATED_TOKEN_FILE"],
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
  const address = valueOf(environment, "APIM_URL");
  // Plain HTTP would expose the token in transit.
  const isSafe = address === undefined || /^(?:https:|http:\/\/127\.0\.0\.1[:/])/.test(address);
  const expected = "TOOLCOURT_AZURE_APIM_URL: expected an address that begins with https://.";
  return isSafe && (address === undefined || URL.canParse(address)) ? undefined : expected;
}

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
    // The command runs in another folder.
    const file = ["--token-file", resolve(value("FEDERATED_TOKEN_FILE"))];
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
