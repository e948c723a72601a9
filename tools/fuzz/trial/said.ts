const maxLength = 160;

/**
 * One line for what a worker printed: the error, and the first of our own functions that it came through. Numbers, which
 * differ from file to file, are left out.
 */
export function lineOf(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^\w*(?:Error|Exception)\b/.test(line)) ?? lines[0] ?? '';
  const places = lines.flatMap((line) => /^at (?:async )?([\w.#<>$ ]+) \(.*$/.exec(line)?.[1] ?? []);
  const place = places.find((name) => !/^(?:Object|Array|Map|Set|node:)/.test(name));
  const plain = error.replaceAll(/["'`“].*["'`”]/g, '…').replaceAll(/-?\d+(?:\.\d+)?/g, 'N');
  return `${plain.slice(0, maxLength)}${place === undefined ? '' : ` in ${place}`}`;
}
