const localEnd = /[\p{L}\p{N}.!#$%*+^_~'-]{1,64}$/u;
const hostStart = /^(?:[\p{L}\p{N}\p{M}-]{1,63}\.){1,20}[\p{L}\p{N}-]{2,63}/u;
const maxHost = 253;
const maxAddresses = 1_024;

/** Yields every e-mail address in a word, whatever stands around it. */
export function* addressesIn(word: string): Generator<string> {
  let at = word.indexOf("@");
  for (let count = 0; at !== -1 && count < maxAddresses; count += 1) {
    const address = addressAt(word, at);
    if (address !== undefined) yield address;
    at = word.indexOf("@", at + 1);
  }
}

function addressAt(word: string, at: number): string | undefined {
  const local = localEnd.exec(word.slice(Math.max(0, at - 64), at))?.[0].replace(/^['.]+/, "");
  const host = hostStart.exec(word.slice(at + 1, at + 1 + maxHost))?.[0];
  const isOne = local !== undefined && local !== "" && host !== undefined;
  return isOne ? `${local}@${host}` : undefined;
}
