/** The origin of a value. */
export type Origin =
  | { readonly kind: "file"; readonly file: string; readonly line: number; readonly column: number }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "default" };
