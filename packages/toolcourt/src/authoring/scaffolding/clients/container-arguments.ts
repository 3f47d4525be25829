import { isHarmless } from "./conceal.ts";

/** Tells whether a command starts containers. */
export function startsContainers(command: string): boolean {
  return /(?:^|[\\/])(?:docker|podman)(?:\.exe)?$/i.test(command);
}

/**
 * Tells whether an argument only names an inherited variable: `-e NAME`, `-eNAME`, `--env=NAME`.
 */
export function isHandedOn(arg: string, before = ""): boolean {
  const isBehind = /^(?:-e|--env)$/.test(before) && /^[A-Za-z_]\w{0,60}$/.test(arg);
  return isBehind || /^(?:-e|--env=)[A-Za-z_]\w{0,60}$/.test(arg);
}

/** Tells whether an argument takes no value: an inherited variable, or switches such as `-it`. */
export function standsAlone(arg: string): boolean {
  return isHandedOn(arg) || /^-[itd]{1,3}$/.test(arg);
}

/** Tells whether an argument is an image, a port or user mapping, or a mount. */
export function isOfContainer(arg: string): boolean {
  return isImage(arg) || /^\d{1,5}:\d{1,5}$/.test(arg) || isMount(arg);
}

/** Requires a registry path or a version: a bare word could be anything. */
function isImage(arg: string): boolean {
  return /[/:]/.test(arg) && image.test(arg);
}

const image =
  /^(?:[a-z0-9.-]{1,60}(?::\d{1,5})?\/)?[a-z0-9._-]{1,60}(?:\/[a-z0-9._-]{1,60}){0,4}(?::v?\d[\w.-]{0,30}|:latest)?$/;

function isMount(arg: string): boolean {
  const [from = "", to = "", how = "ro", ...more] = arg.split(":");
  return isPath(from) && isPath(to) && /^[a-zA-Z,]{1,20}$/.test(how) && more.length === 0;
}

function isPath(text: string): boolean {
  return text !== "" && isHarmless("", text);
}
