export const severities = ["error", "warning", "off"] as const;
export type Severity = (typeof severities)[number];

export const profileNames = [
  "core",
  "workspace",
  "cloud-discovery",
  "agent-hints",
  "registry",
] as const;
/** A named set of rules with severities. */
export type ProfileName = (typeof profileNames)[number];

/** The same severity in every profile: for what no kind of tool may do. */
export function everywhere(severity: Severity): Readonly<Record<ProfileName, Severity>> {
  return {
    core: severity,
    workspace: severity,
    "cloud-discovery": severity,
    "agent-hints": severity,
    registry: severity,
  };
}

/** Several profiles together are as strict as the strictest of them. */
export function strictest(given: readonly (Severity | undefined)[]): Severity {
  return severities.find((severity) => given.includes(severity)) ?? "off";
}
