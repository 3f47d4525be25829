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

/** Returns the same severity for every profile, for rules that apply to every kind of tool. */
export function everywhere(severity: Severity): Readonly<Record<ProfileName, Severity>> {
  return {
    core: severity,
    workspace: severity,
    "cloud-discovery": severity,
    "agent-hints": severity,
    registry: severity,
  };
}

/** Returns the strictest severity. Combined profiles are as strict as their strictest member. */
export function strictest(given: readonly (Severity | undefined)[]): Severity {
  return severities.find((severity) => given.includes(severity)) ?? "off";
}
