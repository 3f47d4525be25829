/** Form of a permission in a role. `*` matches a whole part, never a piece of one. */
export const grantForm = /^([\w./-]+|\*):([\w.-]+|\*)$/;

/** Tells whether a role's grant covers a permission that a contract requires. */
export function covers(grant: string, permission: string): boolean {
  if (grant === permission) return true;
  const granted = partsOf(grant);
  const asked = partsOf(permission);
  if (granted === undefined || asked === undefined) return false;
  return granted.every((part, index) => part === "*" || part === asked[index]);
}

// A permission not in `resource:action` form, such as a bare `*`, has no parts. No wildcard grant
// covers it.
function partsOf(permission: string): readonly [string, string] | undefined {
  const [, resource, action] = grantForm.exec(permission) ?? [];
  return resource === undefined || action === undefined ? undefined : [resource, action];
}
