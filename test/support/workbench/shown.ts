import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { eventually } from '../eventually.ts';
import { patienceMs } from '../vscode/page.ts';
import { scaled } from '../run/slowness.ts';
import type { EventOf, ShownEvent } from './shownEvent.ts';

/** A place in the record: the number of events before it. */
export type Mark = number;

type Kind = ShownEvent['kind'];

/**
 * Everything that the extension has shown since the window was opened, in order, as recorded by the observer in its
 * host.
 */
export class Shown {
  readonly #file: string;
  readonly #events: ShownEvent[] = [];
  #offset: number;
  #testStart: Mark = 0;

  /** @param file the file that the observer appends to; its current content is from earlier windows */
  constructor(file: string) {
    this.#file = file;
    this.#offset = sizeOf(file);
  }

  /** The position in the record at which later events begin. */
  mark(): Mark {
    this.#update();
    return this.#events.length;
  }

  /** The events after a mark. */
  since(mark: Mark): readonly ShownEvent[] {
    this.#update();
    return this.#events.slice(mark);
  }

  /** Begins a test: by default, only events from now on count. */
  beginTest(): void {
    this.#testStart = this.mark();
  }

  /** Waits for an event of a kind after a mark, by default the beginning of the test. */
  async event<K extends Kind>(
    kind: K,
    accept: (event: EventOf<K>) => boolean,
    since: Mark = this.#testStart,
  ): Promise<EventOf<K>> {
    const find = (): EventOf<K> | undefined => this.all(kind, since).find(accept);
    try {
      const found = await eventually(find, (event) => event !== undefined, scaled(patienceMs));
      if (found !== undefined) return found;
    } catch {
      // The error is reported below, with the events.
    }
    throw new Error(`No matching ${kind} was shown. Last events:\n${this.tail(12).join('\n')}`);
  }

  /** The events of a kind since a mark. */
  all<K extends Kind>(kind: K, since: Mark = 0): EventOf<K>[] {
    return this.since(since).filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** Waits until a row had this description, even briefly. Rows in a hidden view don't count. */
  async row(label: string, description: RegExp, since?: Mark): Promise<EventOf<'row'>> {
    return this.event('row', (row) => row.label === label && description.test(row.description), since);
  }

  /** Waits until a view's badge had a number; 0 means none. */
  async badge(value: number, since?: Mark): Promise<void> {
    await this.event('badge', (badge) => badge.value === value, since);
  }

  /** Waits until the status bar item had a text. */
  async status(text: RegExp, since?: Mark): Promise<EventOf<'status'>> {
    return this.event('status', (item) => text.test(item.text), since);
  }

  /** Waits until a message was shown above the rows of a view. */
  async message(text: RegExp, since?: Mark): Promise<void> {
    await this.event('message', (message) => text.test(message.text), since);
  }

  /** Waits until a progress notification had a text in its title or message. */
  async progress(text: RegExp, since?: Mark): Promise<void> {
    await this.event(
      'progress',
      ({ place, title, text: more }) => place === 'notification' && (text.test(title) || text.test(more)),
      since,
    );
  }

  /** The last events, one per line. */
  tail(count: number): string[] {
    return this.since(Math.max(0, this.mark() - count)).map((event) => JSON.stringify(event));
  }

  #update(): void {
    if (!existsSync(this.#file)) return;
    const handle = openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - this.#offset));
      const length = readSync(handle, bytes, 0, bytes.length, this.#offset);
      // An incomplete line is left for the next read.
      const end = bytes.subarray(0, length).lastIndexOf('\n') + 1;
      this.#offset += end;
      const lines = bytes.subarray(0, end).toString().split('\n');
      this.#events.push(...lines.filter((line) => line !== '').map((line): ShownEvent => JSON.parse(line)));
    } finally {
      closeSync(handle);
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
