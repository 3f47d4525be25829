import type { FieldOrigin, Reach, Role, Sensitivity } from "@toolcourt/sdk";

/** What a contract says of an argument, by its steps. The array is reused: do not keep it. */
export interface ArgumentFlow {
  readonly role: Role;
  readonly kind: string | undefined;
  readonly isGuessed: boolean;
}

export interface ResultFlow {
  readonly origin: FieldOrigin;
  readonly kind: string | undefined;
  readonly sensitivity: Sensitivity | undefined;
  readonly isDeclared: boolean;
}

/** What a contract says of where values come from and go to. */
export interface Flow {
  readonly reach: Reach;
  readonly argumentAt: (segments: readonly string[]) => ArgumentFlow | undefined;
  readonly resultAt: (segments: readonly string[]) => ResultFlow;
  /**
   * Tells whether the contract names the last step, as a property of a schema. A step that it does
   * not name is data: it is remembered as a value, and no pointer shows it. Default: plain words
   * are named.
   */
  readonly isNamed?: (side: Side, segments: readonly string[]) => boolean;
}

export type Side = "arguments" | "result";
