/**
 * Reasons why something could not be sealed, opened or started. Each message is ours and holds no
 * value.
 */
const messages = {
  "key-malformed":
    "A key-encryption key is written as its version, a colon and 32 bytes in base64.",
  "key-missing": "The key-encryption key is missing.",
  "key-unreadable": "The file of the key-encryption key cannot be read.",
  "key-readable": "Others can read the file of the key-encryption key. Set its mode to 0600.",
  "key-version-twice": "Two key-encryption keys have the same version.",
  "key-all-standby": "Every key-encryption key is on standby; one must write.",
  "key-wrong": "The key-encryption key is not the one that this store was written with.",
  "key-version-unknown": "Stored data needs a key-encryption key that was not given.",
  "key-check-missing":
    "Data keys are stored under a key-encryption key whose check value is gone; nothing is started.",
  "key-not-writable":
    "The source of the key-encryption key is read-only. Add a key of a higher version there, let every gateway read both, and rotate again.",
  "key-lost":
    "Credentials are stored under a key-encryption key that is gone. Put it back: a new one could not open them.",
  "keyring-unusable": "The system keyring is unavailable.",
  "key-in-use": "Data keys are still stored under this key-encryption key.",
  "data-key-missing": "The data key of stored data is missing.",
  "sealed-damaged": "Stored data cannot be opened: it was changed, moved or truncated.",
} as const;

export type VaultProblem = keyof typeof messages;

/**
 * The only error of this folder. It is created fresh without a cause, so no foreign text travels in
 * it.
 */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly problem: VaultProblem;
  readonly keyVersion: number | undefined;

  constructor(problem: VaultProblem, keyVersion?: number) {
    const version = keyVersion === undefined ? "" : ` (version ${keyVersion})`;
    super(`${messages[problem]}${version}`);
    this.problem = problem;
    this.keyVersion = keyVersion;
  }
}
