/** Returns the address of a server's page. */
export function serverPath(name: string): string {
  return `/servers/${encodeURIComponent(name)}`;
}
