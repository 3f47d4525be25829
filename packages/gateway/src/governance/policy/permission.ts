/** A permission as a role may have it: `*` stands for a whole part, never for a piece of one. */
export const grantForm = /^([\w./-]+|\*):([\w.-]+|\*)$/;

/** Whether what a role grants covers a permission that a contract asks for. */
export function covers(grant: string, permission: string): boolean {
  if (grant === permission) return true;
  const granted = partsOf(grant);
  const asked = partsOf(permission);
  if (granted === undefined || asked === undefined) return false;
  return granted.every((part, index) => part === "*" || part === asked[index]);
}

// A contract that asks for `*` asks for something that has no name, and is given it by nobody.
function partsOf(permission: string): readonly [string, string] | undefined {
  const [, resource, action] = grantForm.exec(permission) ?? [];
  return resource === undefined || action === undefined ? undefined : [resource, action];
}
