import { existsSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { scaled } from '../run/slowness.ts';
import { patienceMs } from '../vscode/page.ts';
import type { EventOf, ShownEvent } from './shownEvent.ts';
import { matches } from './text.ts';

type Kind = ShownEvent['kind'];

/** The time limit for one attempt to click a message, in ms. Messages move, and close on their own after some seconds. */
const attemptMs = (): number => scaled(2000);

const messageText = '.notification-list-item-message';

/** The messages at the bottom right, and modal dialogs. */
export class Notifications {
  readonly #page: Page;
  readonly #file: string;
  /** Everything that the extension has shown, even if it is gone from the screen. */
  readonly #events: ShownEvent[] = [];
  #offset = 0;
  /** The number of events before the current test. */
  #testStart = 0;
  /** The messages that were read, by id: equal texts later are another message. */
  readonly #seen = new Set<string>();

  /** @param file the file in which the observer records what the extension shows */
  constructor(page: Page, file: string) {
    this.#page = page;
    this.#file = file;
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  /** The message on screen that contains or matches `text`, which disappears after some seconds. */
  saying(text: string | RegExp): Locator {
    const all = this.#page.locator('.notifications-toasts .notification-list-item');
    return all.filter({ has: this.#page.locator(messageText, { hasText: text }) });
  }

  /** Begins a test, which only reads messages from now on. */
  beginTest(): void {
    this.#update();
    this.#testStart = this.#events.length;
  }

  /** The last events of the record, one per line. */
  tail(count: number): string[] {
    this.#update();
    return this.#events.slice(-count).map((event) => JSON.stringify(event));
  }

  /** Waits for a message that the test hasn't read yet, visible or not, and returns its text. */
  async read(text: string | RegExp): Promise<string> {
    const message = await this.#event(
      'notification',
      (each) => !this.#seen.has(each.id) && matches(lineOf(each), text),
    );
    this.#seen.add(message.id);
    return lineOf(message);
  }

  /** Waits until a progress notification had a text in its title. */
  async progress(text: RegExp): Promise<void> {
    await this.#event('progress', ({ title }) => text.test(title));
  }

  /** Waits until a message was closed by this button. */
  async answered(button: string): Promise<void> {
    await this.#event('answer', (answer) => answer.button === button);
  }

  /** All messages that the extension has shown, visible or not. */
  messages(): string[] {
    return this.#all('notification').map(lineOf);
  }

  /**
   * Opens the list of all messages that weren't closed, and returns the one with `text`, which doesn't disappear there.
   * The click takes at most `timeout` ms, by default the page's.
   */
  async open(text: string | RegExp, timeout?: number): Promise<Locator> {
    const center = this.#page.locator('.notifications-center');
    if (!(await center.isVisible())) {
      await this.#page
        .locator('.statusbar [id="status.notifications"]')
        .click({ ...(timeout && { timeout }) });
    }
    const message = this.#page.locator(messageText, { hasText: text });
    return center.locator('.notification-list-item').filter({ has: message }).first();
  }

  /** Clicks a button of the last open message with `text`, on screen or in the list of all. */
  async click(text: string | RegExp, button: string): Promise<void> {
    const id = await eventually(
      () => this.#idsOf(text).findLast((each) => !this.#isOver(each)),
      (found) => found !== undefined,
    );
    await this.#untilOver(id, async () => {
      const item = (await this.#find(text)).getByRole('button', { name: button, exact: true });
      await item.click({ timeout: attemptMs() });
    });
    const answer = this.#all('answer').find((each) => each.id === id);
    if (answer && answer.button !== button)
      throw new Error(`The notification closed before “${button}” was selected`);
  }

  /** Closes the last message with `text` once it was shown, unless it is closed already. */
  async dismiss(text: string | RegExp): Promise<void> {
    const id = await eventually(
      () => this.#idsOf(text).at(-1),
      (found) => found !== undefined,
    );
    await this.#untilOver(id, async () => {
      const item = await this.#find(text);
      await item.hover({ timeout: attemptMs() });
      await item.locator('.codicon-notifications-clear').click({ timeout: attemptMs() });
    });
  }

  /** Waits for a modal dialog, and returns its whole text. */
  async asks(text: string | RegExp): Promise<string> {
    return eventually(
      () => this.dialog.innerText(),
      (shown) => matches(shown, text),
    );
  }

  /** Answers a modal dialog. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  #update(): void {
    const bytes = existsSync(this.#file) ? readFileSync(this.#file).subarray(this.#offset) : Buffer.alloc(0);
    // An incomplete line is left for the next read.
    const end = bytes.lastIndexOf('\n') + 1;
    this.#offset += end;
    const lines = bytes.subarray(0, end).toString().split('\n').slice(0, -1);
    this.#events.push(...lines.map((line): ShownEvent => JSON.parse(line)));
  }

  #all<K extends Kind>(kind: K, since = 0): EventOf<K>[] {
    this.#update();
    return this.#events.slice(since).filter((event): event is EventOf<K> => event.kind === kind);
  }

  /** Waits for an event of the current test. */
  async #event<K extends Kind>(kind: K, accept: (event: EventOf<K>) => boolean): Promise<EventOf<K>> {
    const find = (): EventOf<K> | undefined => this.#all(kind, this.#testStart).find(accept);
    const isFound = (event: EventOf<K> | undefined): boolean => event !== undefined;
    const found = await eventually(find, isFound, scaled(patienceMs)).catch(() => undefined);
    if (found !== undefined) return found;
    throw new Error(`No matching ${kind} was shown. Last events:\n${this.tail(12).join('\n')}`);
  }

  /** The messages or progress notifications with `text`. */
  #idsOf(text: string | RegExp): string[] {
    const messages = this.#all('notification').filter((each) => matches(lineOf(each), text));
    const progress = this.#all('progress').filter(({ title }) => matches(title, text));
    return (messages.length > 0 ? messages : progress).map(({ id }) => id);
  }

  #isOver(id: string): boolean {
    return [...this.#all('answer'), ...this.#all('progressEnd')].some((end) => end.id === id);
  }

  /** Retries until the extension has received the click, because the target moves and disappears after some seconds. */
  async #untilOver(id: string | undefined, attempt: () => Promise<void>): Promise<void> {
    const isOver = (): boolean => id !== undefined && this.#isOver(id);
    await eventually(async () => {
      if (isOver()) return true;
      await attempt().catch(() => {});
      return eventually(isOver, Boolean, attemptMs()).catch(() => false);
    }, Boolean);
    const hide = this.#page.locator('.notifications-center .codicon-notifications-hide');
    // The mouse couldn't reach the button behind a dialog that the click has opened.
    if (await hide.isVisible()) await hide.dispatchEvent('click');
  }

  /** The message on screen, or in the list of all open messages, behind the bell. */
  async #find(text: string | RegExp): Promise<Locator> {
    const toast = this.saying(text);
    return (await toast.first().isVisible()) ? toast.first() : this.open(text, attemptMs());
  }
}

/** VS Code shows a message in one line. */
function lineOf({ text }: EventOf<'notification'>): string {
  return text.replaceAll(/[\r\n]+/g, ' ').trim();
}
