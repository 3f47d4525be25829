/** What the machine says of whoever runs a command. Throws where it knows the number and no name. */
export type WhoRuns = () => { readonly username: string };

/** Under which name somebody decides. In a container a user may have a number and nothing else. */
export function operatorName(whoRuns: WhoRuns, uid: number | undefined): string {
  try {
    return `operator:${whoRuns().username}`;
  } catch {
    return `operator:uid ${uid ?? "unknown"}`;
  }
}
