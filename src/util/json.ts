/** Deeper than any answer or schema, and far from where a walk by recursion overflows the stack. */
const maxJsonDepth = 100;

/** A reviver for `JSON.parse`, with the `source` that TypeScript's types lack: the text of a value. */
export type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;
const parse: (text: string, revive?: Revive) => unknown = JSON.parse;

/** Parses untrusted JSON. Returns `undefined` if it isn't JSON or is nested too deeply for the code that walks it later. */
export function parseJson(text: string, revive?: Revive): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Counts the brackets outside of strings. */
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

/** The index of a string's closing quote, given its opening one; at or past the end of the text if it isn't closed. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}

/**
 * Parses JSON like `parseJson`, but drops the fields that can't be read: those nested too deeply, and invalid ones such
 * as `NaN`. For a text that ends early or becomes unreadable, returns the part before if `mayEndEarly`, else
 * `undefined`.
 */
export function parseTolerantly(text: string, revive: Revive, mayEndEarly: boolean): unknown {
  const exact = parseJson(text, revive);
  if (exact !== undefined) return exact;
  const reader = new TolerantReader(text, revive);
  const value = reader.read();
  return reader.isWhole || mayEndEarly ? value : undefined;
}

const space = /\s*/y;
/** A number, a word, or an invalid value. */
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

  /** Reads items up to the closing bracket; a trailing comma is allowed. */
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
    // At the end of the text, the value may be cut off.
    return this.#at < this.#text.length ? parseJson(source, this.#revive) : undefined;
  }

  /** Skips to the matching closing bracket. */
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

  /** The next character that is no white space. */
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
