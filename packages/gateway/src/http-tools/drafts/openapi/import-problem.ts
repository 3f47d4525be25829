/**
 * Why something in a document cannot be imported, and where it stands. Thrown and caught inside the
 * import, which names it beside the operation; nobody else sees it.
 */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(reason);
    this.pointer = pointer;
  }
}
