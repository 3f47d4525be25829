type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Returns the object without the keys whose value is undefined: a merge must not erase a default. */
export function defined<T extends object>(value: T): Defined<T> {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only undefined values went
  return Object.fromEntries(entries) as Defined<T>;
}
