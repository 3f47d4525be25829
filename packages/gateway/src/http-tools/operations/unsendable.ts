/**
 * An argument that is valid by its schema but cannot be sent. States the expectation, never the
 * value.
 */
export class Unsendable extends Error {
  override readonly name = "Unsendable";
  readonly parameter: string;
  readonly expected: string;

  constructor(parameter: string, expected: string) {
    super(`Expected ${expected}.`);
    this.parameter = parameter;
    this.expected = expected;
  }
}
