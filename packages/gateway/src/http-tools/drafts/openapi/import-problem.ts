/**
 * Why a part of a document cannot be imported, and its pointer. Internal to the import, which
 * reports it with the operation.
 */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(reason);
    this.pointer = pointer;
  }
}
