/**
 * Runs `build` with a stack to register resources on. If it throws, all registered resources are
 * released in reverse order. If it returns, the caller owns them through the returned object.
 */
export async function openAll<T extends object>(
  build: (stack: AsyncDisposableStack) => Promise<T>,
): Promise<T & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const built = await build(stack);
  const owned = stack.move();
  return Object.assign(built, { [Symbol.asyncDispose]: () => owned.disposeAsync() });
}
