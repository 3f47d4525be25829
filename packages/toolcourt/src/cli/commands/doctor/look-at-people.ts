import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type KeyWishes,
  openOperatorKeys,
} from "@toolcourt/gateway/internal/compose/operator-keys";
import { readPolicyOnce } from "@toolcourt/gateway/internal/compose/read-policy-once";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import { count, shellWord, timeText } from "../../style.ts";
import { notLookedAt, ok, problemOf, type Row, type Setup } from "./row.ts";

const dayMs = 86_400_000;
const soonMs = 14 * dayMs;

/** Judges the policy, and the keys by it. */
export async function lookAtPeople(setup: Setup): Promise<readonly Row[]> {
  const { rows, policy } = await lookAtPolicy(setup);
  return [...rows, ...(await lookAtKeys(setup, policy))];
}

interface LookedAt {
  readonly rows: readonly Row[];
  /** Undefined if there is none, or if it cannot be used. */
  readonly policy?: Policy;
}

async function lookAtPolicy({ config, configFile, context }: Setup): Promise<LookedAt> {
  const check = "policy";
  const named = config.authority.policy;
  if (named === undefined) {
    const text = "There is no policy, so no key and no token may call anything.";
    const next = "toolcourt policy --help";
    if (config.auth !== undefined) return { rows: [{ check, state: "warning", text, next }] };
    return {
      rows: [ok(check, "There is no policy. Callers on this machine may call everything.")],
    };
  }
  const next =
    named.from === "file"
      ? `toolcourt policy test ${shellWord(printable(named.file))}`
      : "toolcourt policy versions";
  try {
    const state = await readPolicyOnce(config, configFile, context);
    if (state?.kind !== "usable") {
      const text = `Every call is refused: ${state?.problems.join("; ")}`;
      return { rows: [{ check, state: "problem", text, next }] };
    }
    const { policy } = state;
    const read = ok(check, `It is valid and has ${count(policy.statements.length, "statement")}.`);
    return {
      rows: [read, ...idleRows(policy, setupNames(config)), ...egressRows(policy, config)],
      policy,
    };
  } catch (error) {
    return { rows: [problemOf(check, error)] };
  }
}

function setupNames({ toolbox }: Setup["config"]): ReadonlySet<string> {
  return new Set(["local", ...toolbox.servers.map(({ name }) => name)]);
}

/** Finds statements all of whose tools are at servers that are not configured. */
function idleRows({ statements }: Policy, names: ReadonlySet<string>): readonly Row[] {
  const isAbsent = (tool: string): boolean => {
    const [, server] = /^([^/*]+)\//.exec(tool) ?? [];
    return server !== undefined && !names.has(server);
  };
  return statements.flatMap(({ entry: { id, tools = [] } }): readonly Row[] => {
    if (tools.length === 0 || !tools.every(isAbsent)) return [];
    const text = `The statement ${id} can never match: no server of its tools is configured.`;
    return [{ check: "policy", state: "warning", text, next: "toolcourt servers" }];
  });
}

/** Finds sets of HTTP tools whose origin the policy does not grant. */
function egressRows({ egress }: Policy, { toolbox }: Setup["config"]): readonly Row[] {
  if (egress === undefined) return [];
  const granted = new Set(egress.map(({ origin }) => origin));
  return toolbox.servers.flatMap(({ name, transport }): readonly Row[] => {
    const base = transport.kind === "http_tools" ? transport.base : undefined;
    if (base === undefined || granted.has(base.origin)) return [];
    const text = `${printable(name)} cannot be reached: the policy does not grant ${base.origin} in its egress.`;
    return [
      { check: "egress", state: "problem", text, next: "toolcourt explain-error egress-refused" },
    ];
  });
}

async function lookAtKeys(
  { config, configFile, context }: Setup,
  policy: Policy | undefined,
): Promise<readonly Row[]> {
  const check = "keys";
  if (config.auth === undefined) {
    return [notLookedAt(check, "Callers need no key: there is no server.auth.")];
  }
  try {
    await using opened = await openOperatorKeys(configFile, context);
    const keys = await opened.read();
    const rows = keys.flatMap((key) => keyRows(key, { now: context.clock.now(), policy }));
    return rows.length > 0 ? rows : [ok(check, `${count(keys.length, "key")}, none ends soon.`)];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return [problemOf(check, error)];
  }
}

interface Judging {
  readonly now: number;
  readonly policy: Policy | undefined;
}

function keyRows({ name, expiresAt, roles }: KeyWishes, { now, policy }: Judging): readonly Row[] {
  const [check, state, shown] = ["keys", "warning", printable(name)] as const;
  const rows: Row[] = [];
  if (expiresAt !== undefined && expiresAt <= now) {
    const text = `The key ${shown} expired at ${timeText(expiresAt)} and is refused.`;
    rows.push({ check, state, text, next: `toolcourt keys revoke ${shellWord(shown)}` });
  } else if (expiresAt !== undefined && expiresAt - now < soonMs) {
    const text = `The key ${shown} ends at ${timeText(expiresAt)}, within 14 days. Make its successor.`;
    rows.push({ check, state, text, next: `toolcourt keys new ${shellWord(`${shown}-2`)}` });
  }
  const unknown = roles.filter((role) => policy !== undefined && !policy.roleNames.includes(role));
  if (unknown.length > 0) {
    const text = `The key ${shown} has roles that the policy does not define: ${printable(unknown.join(", "))}.`;
    rows.push({ check, state, text, next: "toolcourt keys list" });
  }
  return rows;
}
