import { parseJson, valueAt } from "@toolcourt/sdk";
import { addressProblem, tokenUrlIn } from "./connection.ts";
import { inHome, type Toolcourt } from "./home.ts";
import { type Environment, type Finished, valueOf } from "./parts.ts";

export const cosmosNeeds = [
  "TENANT_ID",
  "CLIENT_ID",
  "CLIENT_SECRET",
  "COSMOS",
  "COSMOS_DATABASE",
] as const;

export interface CosmosDeps {
  readonly environment: Environment;
  readonly toolcourt: Toolcourt;
  /** Grants the tokens. Default: Microsoft Entra ID. */
  readonly tokenUrl?: string;
  /** A certificate to trust at the account. Default: the system's. */
  readonly ca?: string;
}

/**
 * Keeps one result in the account, and reads it again. The role of the gateway cannot delete
 * results, so the account forgets it by its time to live: a day after the minute of `retain_for`.
 */
export async function runCosmos(deps: CosmosDeps): Promise<Finished> {
  const { environment, toolcourt, ca } = deps;
  const problem = addressProblem(environment, "COSMOS");
  if (problem !== undefined) return { lines: [problem], failed: true };
  const home = {
    config: JSON.stringify(configOf(deps)),
    files: ca === undefined ? {} : { "ca.pem": ca },
    environment: { LIVE_CLIENT_SECRET: valueOf(environment, "CLIENT_SECRET") ?? "" },
  };
  return inHome(home, toolcourt, async (at) => {
    const called = await toolcourt(["call", "hello", "--args", '{"name":"Cosmos"}'], at);
    if (called.code !== 0) return { lines: [called.errors || called.output], failed: true };
    const listed = await toolcourt(["results", "list", "--tool", "hello", "--json"], at);
    const id = newestIn(listed.output);
    if (id === undefined) return { lines: [listed.errors, "list: no result"], failed: true };
    const shown = await toolcourt(["results", "show", id], at);
    const lines = [
      "keep: one result, which the account forgets after a day",
      `show: exit ${shown.code}`,
    ];
    return { lines, failed: shown.code !== 0 };
  });
}

const workspaceTools = ["hello", "read_repo_file", "write_memory_entry"];

function configOf({ environment, tokenUrl = tokenUrlIn(environment), ca }: CosmosDeps): object {
  return {
    toolbox: { local: ["workspace"], tools: workspaceTools.map((name) => ({ name })) },
    stores: {
      cosmos: {
        account: URL.parse(valueOf(environment, "COSMOS") ?? "")?.origin,
        database: valueOf(environment, "COSMOS_DATABASE"),
        // Only results: connections would be listed among those of the operator.
        holds: ["results"],
        connection: {
          token_url: tokenUrl,
          client_id: valueOf(environment, "CLIENT_ID"),
          client_secret: "${LIVE_CLIENT_SECRET}",
        },
      },
    },
    results: { retain: ["hello"], retain_for: "PT60S", required: true },
    ...(ca !== undefined && { egress: { ca_file: "ca.pem" } }),
  };
}

function newestIn(text: string): string | undefined {
  try {
    const id = valueAt(parseJson(text), "/0/callId");
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}
