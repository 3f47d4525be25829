import { chmod, rm, writeFile } from "node:fs/promises";
import { openServing } from "../../../packages/testing/src/serving.ts";
import type { Figure, ProofContext } from "../promise.ts";
import type { SealedRig } from "./rig.ts";

/** A faulty key, and the error the operator must see. */
interface WrongKey {
  readonly title: string;
  readonly spoil: (rig: SealedRig, right: string) => Promise<void> | void;
  /** SQL that undoes a change to the store. The file is restored in any case. Default: none. */
  readonly mend?: string;
  readonly says: RegExp;
}

const another = Buffer.alloc(32, 7).toString("base64");

const wrongKeys: readonly WrongKey[] = [
  {
    title: "another key of the same version",
    spoil: ({ keyFile }) => writeFile(keyFile, `1:${another}\n`),
    says: /is not the one that this store was written with/,
  },
  {
    title: "a key of another version",
    spoil: ({ keyFile }) => writeFile(keyFile, `2:${another}\n`),
    says: /needs a key-encryption key that was not given/,
  },
  {
    title: "another key beside a newer one",
    spoil: ({ keyFile }, right) => writeFile(keyFile, `1:${another}\n2:${right.slice(2)}`),
    says: /is not the one that this store was written with/,
  },
  {
    title: "no key",
    spoil: ({ keyFile }) => rm(keyFile),
    says: /key-encryption key/,
  },
  {
    title: "a file without a key",
    spoil: ({ keyFile }) => writeFile(keyFile, "\n"),
    says: /The key-encryption key is missing/,
  },
  {
    title: "a key that others can read",
    spoil: ({ keyFile }) => chmod(keyFile, 0o644),
    says: /Set its mode to 0600/,
  },
  {
    title: "the check value removed",
    spoil: (rig) =>
      change(rig, "CREATE TABLE kept AS SELECT * FROM key_checks; DELETE FROM key_checks"),
    mend: "INSERT INTO key_checks SELECT * FROM kept; DROP TABLE kept",
    says: /whose check value is gone/,
  },
  {
    title: "a data key said to be wrapped by another",
    spoil: (rig) =>
      change(
        rig,
        "UPDATE keys SET wrapped_by = 9 WHERE connection = (SELECT min(connection) FROM keys)",
      ),
    mend: "UPDATE keys SET wrapped_by = 1",
    says: /needs a key-encryption key that was not given/,
  },
];

/** Starts a gateway with each wrong key. */
export async function countStarts(
  rig: SealedRig,
  note: ProofContext["note"],
): Promise<readonly Figure[]> {
  const right = await rig.folder.read(".toolcourt/vault.key");
  let refusals = 0;
  for (const { title, spoil, mend, says } of wrongKeys) {
    await spoil(rig, right);
    const complaint = await complaintOf(rig.folder.path);
    await writeFile(rig.keyFile, right, { mode: 0o600 });
    await chmod(rig.keyFile, 0o600);
    if (mend !== undefined) change(rig, mend);
    if (says.test(complaint)) refusals += 1;
    else note(`${title}: ${complaint}`);
  }
  return [
    { label: "keys that were wrong, missing or open to others", value: wrongKeys.length },
    {
      label: "with which no gateway started and it said why",
      value: refusals,
      must: { is: wrongKeys.length },
    },
  ];
}

/** Returns why it did not start. */
async function complaintOf(folder: string): Promise<string> {
  try {
    await (await openServing(folder))[Symbol.asyncDispose]();
    return "it started";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

function change({ openStore }: SealedRig, statements: string): void {
  using store = openStore();
  store.exec(statements);
}
