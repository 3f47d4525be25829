import { spawnSync } from "node:child_process";
import { stderr } from "node:process";

/**
 * Reports whether this machine has the namespaces of a box. Without them, tests in a box are skipped
 * by name, and the refusal is tested instead.
 */
export function boxesOf(): { readonly inBox: boolean; readonly whereForbidden: boolean } {
  const mount =
    "mount -t tmpfs box /mnt && mkdir /mnt/a /mnt/b /mnt/c && mount -t overlay box -o lowerdir=/mnt/a:/mnt/b /mnt/c";
  const options = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--"];
  const { status } = spawnSync("/usr/bin/unshare", [...options, "/bin/sh", "-c", mount]);
  if (status !== 0)
    stderr.write("Skipped: tests in a box, because namespaces are forbidden here.\n");
  return { inBox: status === 0, whereForbidden: status !== 0 };
}
