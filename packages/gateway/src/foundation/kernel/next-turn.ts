/** Lets whatever waits have its turn before work that takes long goes on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
