/** An argument that fits its schema and cannot be sent all the same. Says what was expected, never the value. */
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
