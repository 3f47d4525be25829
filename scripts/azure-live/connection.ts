import { type Environment, valueOf } from "./parts.ts";

/** What the ARM part needs. The secret or the file proves the client. */
export const armNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  ["CLIENT_SECRET", "FEDERATED_TOKEN_FILE"],
  "SUBSCRIPTION_ID",
] as const;

/** Returns the flags of `connections add`. A secret goes over standard input. */
export function connectionOf(environment: Environment) {
  const value = (name: string): string => valueOf(environment, name) ?? "";
  const tenant = value("TENANT_ID").toLowerCase();
  const secret = valueOf(environment, "CLIENT_SECRET");
  const flags = [
    ...["--client-id", value("CLIENT_ID"), "--origin", "https://management.azure.com"],
    // Any subscription: otherwise the connection could not list them.
    ...["--level", `tenantId=${tenant}`, "--level", "subscriptionId=any"],
    ...["--tier", "inventory", "--tier", "cost", "--tier", "security"],
  ];
  if (secret === undefined) {
    const vouched = ["--kind", "client-assertion", "--token-file", value("FEDERATED_TOKEN_FILE")];
    return {
      flags: [...vouched, "--provider", "entra", "--provider-tenant", tenant, ...flags],
      input: "",
    };
  }
  const tokens = `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`;
  const granted = [
    "--kind",
    "client-credentials",
    "--client-secret",
    "-",
    "--client-proof",
    "post",
  ];
  const scope = ["--scope", "https://management.azure.com/.default"];
  return { flags: [...granted, "--token-url", tokens, ...scope, ...flags], input: `${secret}\n` };
}
