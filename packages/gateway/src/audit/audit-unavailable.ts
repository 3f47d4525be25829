const messages = {
  failed: "The store failed.",
  late: "The store gave no answer in time.",
  full: "Too many entries wait for the store.",
  closed: "The audit log is closed.",
};

/** Why an entry is not in the log. Nothing that depends on the entry may go on. */
export class AuditUnavailable extends Error {
  override readonly name = "AuditUnavailable";
  readonly because: keyof typeof messages;

  constructor(because: keyof typeof messages, options?: ErrorOptions) {
    super(messages[because], options);
    this.because = because;
  }
}
