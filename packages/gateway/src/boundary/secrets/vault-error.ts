/**
 * Reasons why something could not be sealed, opened or started. Each message is ours and holds no
 * value.
 */
const messages = {
  "key-malformed":
    "A key-encryption key is written as its version, a colon and 32 bytes in base64.",
  "key-missing": "There is no key-encryption key, or nothing is in its place.",
  "key-unreadable": "What should hold the key-encryption key cannot be read as a file.",
  "key-readable": "Others can read the file of the key-encryption key. Set its mode to 0600.",
  "key-version-twice": "Two key-encryption keys have the same version.",
  "key-all-standby": "Every key-encryption key stands by; one has to write.",
  "key-wrong": "The key-encryption key is not the one that this store was written with.",
  "key-version-unknown":
    "What is stored needs a key-encryption key that is not among the given ones.",
  "key-check-missing":
    "Data keys are stored under a key-encryption key whose check value is gone; nothing is started.",
  "key-not-writable":
    "The key-encryption key comes from where it cannot be written. Add a key of a higher version there, have every gateway read both, and rotate again.",
  "key-lost":
    "Credentials are stored under a key-encryption key that is gone. Put it back: a new one could not open them.",
  "keyring-unusable": "The keyring of the system cannot be used.",
  "key-in-use": "Data keys are still stored under this key-encryption key.",
  "data-key-missing": "The data key of what is stored is gone.",
  "sealed-damaged": "What is stored cannot be opened: it was changed, moved or cut.",
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
