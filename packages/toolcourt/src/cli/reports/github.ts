import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";

export interface GithubAnnotation {
  readonly level: string;
  readonly file: string;
  /** Default: the whole file. */
  readonly position?: { readonly line: number; readonly column: number };
  readonly title: string;
  readonly message: string;
}

/** Writes GitHub Actions workflow commands, one a finding, and a line with the total. */
export function githubCommands(annotations: readonly GithubAnnotation[], total: string): string {
  return [...annotations.map(commandOf), total].join("\n");
}

function commandOf({ level, file, position, title, message }: GithubAnnotation): string {
  const at = position === undefined ? "" : `,line=${position.line},col=${position.column}`;
  return `::${level} file=${property(file)}${at},title=${property(title)}::${data(message)}`;
}

function data(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
