/**
 * Lets `instanceof` recognize the errors of other copies of this package. A gateway and a tool may
 * each have installed one.
 */
export function knowOtherCopies(error: abstract new (...given: never) => Error, key: string): void {
  const mark = Symbol.for(key);
  Object.defineProperty(error.prototype, mark, { value: true });
  Object.defineProperty(error, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      // A class of the user that extends it has instances of its own only.
      if (this !== error) return Function.prototype[Symbol.hasInstance].call(this, value);
      return value instanceof Error && mark in value;
    },
  });
}
