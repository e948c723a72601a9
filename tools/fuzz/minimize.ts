import { dissect } from './structures/dissect.ts';

/** True if bytes still cause the fault. */
export type CausesFault = (bytes: Buffer) => Promise<boolean>;

const maxAttempts = 120;

/**
 * A smaller file with the same fault. It is found within this many attempts, by removing parts of its format and then
 * bytes, larger pieces first (delta debugging, by Zeller).
 */
export async function minimized(bytes: Buffer, shows: CausesFault): Promise<Buffer> {
  const search = new Search(bytes, shows);
  await withoutParts(search);
  await withoutPieces(search);
  return search.smallest;
}

class Search {
  #attempts = maxAttempts;
  readonly #shows: CausesFault;
  #smallest: Buffer;

  constructor(bytes: Buffer, shows: CausesFault) {
    this.#smallest = bytes;
    this.#shows = shows;
  }

  get smallest(): Buffer {
    return this.#smallest;
  }

  get isOver(): boolean {
    return this.#attempts === 0;
  }

  /** Continues with these bytes if they are fewer and show the same fault. */
  async take(bytes: Buffer): Promise<boolean> {
    if (this.isOver || bytes.length === 0 || bytes.length >= this.#smallest.length) return false;
    this.#attempts -= 1;
    if (!(await this.#shows(bytes))) return false;
    this.#smallest = bytes;
    return true;
  }
}

async function withoutParts(search: Search): Promise<void> {
  const dissection = dissect(search.smallest);
  let parts = dissection?.parts ?? [];
  for (const part of parts) {
    const rest = parts.filter((each) => each !== part);
    if (dissection && (await search.take(dissection.assemble(rest)))) parts = rest;
  }
}

async function withoutPieces(search: Search): Promise<void> {
  for (let length = Math.ceil(search.smallest.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < search.smallest.length && !search.isOver;) {
      const { smallest } = search;
      const rest = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + length)]);
      if (!(await search.take(rest))) at += length;
    }
  }
}
