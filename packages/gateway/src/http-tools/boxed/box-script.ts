import type { Program } from "../../upstreams/stdio/child.ts";

/** What a box shows of this machine, all of it read-only. */
export interface ShownPaths {
  readonly folders: readonly string[];
  /** Copied, because they lie beside files that the box must not show. */
  readonly copies: readonly string[];
}

export interface BoxPlan {
  readonly shown: ShownPaths;
  /** An empty folder, the place of the box in its own mount namespace. */
  readonly place: string;
  /** The program that runs, and its arguments. Node is shown as one file. */
  readonly node: string;
  readonly options: readonly string[];
  /** The module that runs in the box, as a file of ours. */
  readonly runner: string;
  /** The module of the tools. */
  readonly file: string;
  /** The program that makes the namespaces. Default: that of util-linux. */
  readonly unshare?: string | undefined;
}

/** The libraries of the system, which every box shows. */
export const systemFolders = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"];

/**
 * Builds the box in new namespaces: a root of its own with read-only views, no network, no other
 * process. Overlays make the views, because a socket seen through one is not connected to anything.
 * Then every capability is dropped and Node replaces the shell. Descriptors 3 and 4 lead to us. The
 * environment is set once more, because Node adds a variable of its own to that of every child.
 */
const script = `set -eu
box=$1 node=$2 runner=$3 inside=$4; shift 4
root=$box/root
mount -t tmpfs -o size=16m,mode=755 toolcourt-box "$box"
mkdir "$box/none" "$box/views" "$root" "$root/dev" "$root/tmp"
view() { (cd "$1" && mount -t overlay toolcourt-box -o "lowerdir=.:$box/none" "$2"); }
show() {
  if [ -L "$1" ]; then mkdir -p "$root\${1%/*}"; ln -s "$(readlink "$1")" "$root$1"
  elif [ -d "$1" ]; then mkdir -p "$root$1"; view "$1" "$root$1"
  fi
}
program() {
  mkdir "$box/views/$2"; view "\${1%/*}" "$box/views/$2"
  : > "$root/$2"; mount --bind "$box/views/$2/\${1##*/}" "$root/$2"
}
for each in ${systemFolders.join(" ")}; do show "$each"; done
program "$node" node
program "$(readlink -f "$(command -v setpriv)")" setpriv
cp "$runner" "$root$inside"
while [ "$1" != -- ]; do
  case $1 in
    +*) path=\${1#+}; mkdir -p "$root\${path%/*}"; cp "$path" "$root$path" ;;
    *) show "$1" ;;
  esac
  shift
done
shift
: > "$root/dev/null"; mount --bind /dev/null "$root/dev/null"
echo 1000 > /proc/self/oom_score_adj
exec env -i PATH="$PATH" TOOLCOURT_CHILD="$TOOLCOURT_CHILD" \\
  prlimit --nproc=128 --core=0 chroot "$root" \\
  /setpriv --no-new-privs --bounding-set=-all --inh-caps=-all \\
  /node "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1
`;

const namespaces = [
  "--user",
  "--map-root-user",
  "--net",
  "--mount",
  "--pid",
  "--ipc",
  "--uts",
  "--fork",
  "--kill-child",
  "--",
];
const systemPath = "/usr/sbin:/usr/bin:/sbin:/bin";

/** Returns the program that starts a box. */
export function boxProgram({
  shown,
  place,
  node,
  options,
  runner,
  file,
  unshare = "/usr/bin/unshare",
}: BoxPlan): Program {
  const inside = runner.endsWith(".ts") ? "/runner.mts" : "/runner.mjs";
  const copies = shown.copies.map((path) => `+${path}`);
  return {
    path: unshare,
    args: [
      ...namespaces,
      "/bin/sh",
      "-c",
      script,
      "box",
      place,
      node,
      runner,
      inside,
      ...shown.folders,
      ...copies,
      "--",
      ...options,
      inside,
      file,
    ],
    env: { PATH: systemPath },
    cwd: "/",
  };
}
