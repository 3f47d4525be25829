/** Tells whether a text holds a stack trace of a common runtime. */
export function hasStackTrace(text: string): boolean {
  return traces.some((trace) => trace.test(text));
}

// Each pattern matches only machine output: a frame with file and line, or a runtime's own heading.
const traces: readonly RegExp[] = [
  // JavaScript: `    at name (file.js:1:2)`, `at file:///x.js:1:2`.
  /(?:^|\n|\\n)\s*at [^\n]{0,300}:\d{1,7}:\d{1,7}\)?/,
  /\bTraceback \(most recent call last\)/,
  /(?:^|\n)\s*File "[^"\n]{1,300}", line \d{1,7}, in /,
  // Java, Kotlin, Scala.
  /(?:^|\n)\s*at [\w$.<>]{1,300}\((?:[\w$]{1,100}\.(?:java|kt|scala):\d{1,7}|Native Method|Unknown Source)\)/,
  // C#.
  /(?:^|\n)\s*at [^\n]{1,300} in [^\n]{1,300}:line \d{1,7}/,
  /\bgoroutine \d{1,9} \[[a-z ]{1,40}\]:/,
  /\bthread '[^'\n]{1,100}' (?:\(\d+\) )?panicked at /,
  /(?:^|\n)[^\n:]{1,300}\.rb:\d{1,7}:in [`']/,
  /(?:^|\n)#\d{1,3} [^\n]{1,300}\.php\(\d{1,7}\): /,
];
