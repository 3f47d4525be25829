/** Returns whether an item occurs more often than in the other list. */
export function hasMore(some: readonly string[], others: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return some.some((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}
