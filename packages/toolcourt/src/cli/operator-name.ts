/** Looks up the local user. Throws if the user has only a number. */
export type WhoRuns = () => { readonly username: string };

/** Returns the operator's name for decisions. In a container a user may have only a uid. */
export function operatorName(whoRuns: WhoRuns, uid: number | undefined): string {
  try {
    return `operator:${whoRuns().username}`;
  } catch {
    return `operator:uid ${uid ?? "unknown"}`;
  }
}
