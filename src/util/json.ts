/** Deeper than any answer or schema, and far below the depth at which recursion would overflow the stack. */
const maxJsonDepth = 100;

/** A reviver for `JSON.parse`. It also receives `source`, the text of the value, which TypeScript's types lack. */
export type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse: (text: string, revive?: Revive) => unknown = JSON.parse;

/**
 * Parses untrusted JSON. Returns `undefined` if the text isn't JSON, or is nested so deeply that recursive code could
 * fail.
 */
export function parseJson(text: string, revive?: Revive): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return parse(text, revive);
  } catch {
    return undefined;
  }
}

/** True if brackets outside strings are nested too deeply. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

/**
 * The index of a string's closing quote, given that of its opening quote. If the string isn't closed, returns the end
 * of the text or more.
 */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

/**
 * Parses JSON like `parseJson`, but drops fields that are nested too deeply, or invalid, such as `NaN`. If a text ends
 * early or becomes unreadable, returns the part before that with `mayEndEarly`, otherwise `undefined`.
 */
export function parseTolerantly(text: string, revive: Revive, mayEndEarly: boolean): unknown {
  const exact = parseJson(text, revive);
  if (exact !== undefined) return exact;
  const reader = new TolerantReader(text, revive);
  const value = reader.read();
  return reader.isWhole || mayEndEarly ? value : undefined;
}

const space = /\s*/y;
/** Matches a number, a word, or an invalid value. */
const word = /[^\s,\]}]*/y;

class TolerantReader {
  readonly #text: string;
  readonly #revive: Revive;
  #at = 0;
  #isBroken = false;

  constructor(text: string, revive: Revive) {
    this.#text = text;
    this.#revive = revive;
  }

  /** True if every bracket was closed, and nothing follows the value. */
  get isWhole(): boolean {
    this.#take(space);
    return !this.#isBroken && this.#at === this.#text.length;
  }

  read(depth = 0): unknown {
    const character = this.#next();
    if (character === '{') return depth < maxJsonDepth ? this.#object(depth) : this.#skip();
    if (character === '[') return depth < maxJsonDepth ? this.#array(depth) : this.#skip();
    return character === '"' ? this.#string() : this.#word();
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.#items('}', () => {
      const key = this.#next() === '"' ? this.#string() : undefined;
      if (typeof key !== 'string' || this.#next() !== ':') {
        this.#isBroken = true;
        return;
      }
      this.#at += 1;
      const value = this.read(depth + 1);
      if (value !== undefined) entries.push([key, value]);
    });
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown {
    const items: unknown[] = [];
    this.#items(']', () => {
      const value = this.read(depth + 1);
      if (value !== undefined) items.push(value);
    });
    return items;
  }

  /** Reads items up to the closing bracket. Allows a trailing comma. */
  #items(closer: string, readItem: () => void): void {
    this.#at += 1;
    while (this.#next() !== closer && !this.#isBroken) {
      readItem();
      if (this.#next() === ',') this.#at += 1;
      else if (this.#next() !== closer) this.#isBroken = true;
    }
    this.#at += 1;
  }

  #string(): unknown {
    const start = this.#at;
    this.#at = endOfString(this.#text, start) + 1;
    return parseJson(this.#text.slice(start, this.#at), this.#revive);
  }

  #word(): unknown {
    const source = this.#take(word);
    // A value at the end of the text may be cut off.
    return this.#at < this.#text.length ? parseJson(source, this.#revive) : undefined;
  }

  /** Skips to the bracket that closes the current one. */
  #skip(): undefined {
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '"') this.#at = endOfString(this.#text, this.#at);
      else if (character === '[' || character === '{') depth += 1;
      else if (character === ']' || character === '}') depth -= 1;
      if (depth === 0) break;
    }
    this.#at += 1;
  }

  /** The next character that isn't white space. */
  #next(): string | undefined {
    this.#take(space);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ''] = pattern.exec(this.#text) ?? [];
    this.#at += taken.length;
    return taken;
  }
}
