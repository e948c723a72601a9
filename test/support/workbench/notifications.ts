import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { scaled } from '../run/slowness.ts';
import type { Mark, Shown } from './shown.ts';
import type { EventOf } from './shownEvent.ts';

/** The time limit for one attempt to click a message, in ms. Messages move, and close on their own after some seconds. */
const attemptMs = (): number => scaled(2000);

type Message = EventOf<'notification'>;

/** The messages at the bottom right, and modal dialogs. */
export class Notifications {
  private readonly page: Page;
  private readonly shown: Shown;
  /** The messages that were read, by id: equal texts later are another message. */
  private readonly seen = new Set<string>();

  constructor(page: Page, shown: Shown) {
    this.page = page;
    this.shown = shown;
  }

  /** The messages on screen, which disappear after some seconds. */
  get all(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The message on screen that contains or matches `text`. */
  saying(text: string | RegExp): Locator {
    return this.all.filter({ has: this.page.locator(messageText, { hasText: text }) });
  }

  /** Waits for a message that the test hasn't read yet, visible or not, and returns its text. */
  async read(text: string | RegExp, since?: Mark): Promise<string> {
    return lineOf(await this.next(text, since));
  }

  /** The titles of the buttons of a message, read or not. */
  async buttonsOf(text: string | RegExp): Promise<readonly string[]> {
    return (await this.shown.event('notification', (each) => says(lineOf(each), text))).buttons;
  }

  /** The messages that the extension has shown since a mark, visible or not. */
  messages(since: Mark = 0): string[] {
    return this.shown.all('notification', since).map(lineOf);
  }

  /**
   * Opens the list of all messages that weren't closed, and returns the one with `text`, which doesn't disappear there.
   * The click takes at most `timeout` ms, by default the page's.
   */
  async open(text: string | RegExp, timeout?: number): Promise<Locator> {
    const center = this.page.locator('.notifications-center');
    if (!(await center.isVisible())) {
      await this.page
        .locator('.statusbar [id="status.notifications"]')
        .click({ ...(timeout && { timeout }) });
    }
    const message = this.page.locator(messageText, { hasText: text });
    return center.locator('.notification-list-item').filter({ has: message }).first();
  }

  /** Clicks a button of the last open message with `text`, on screen or in the list of all. */
  async click(text: string | RegExp, button: string): Promise<void> {
    const id = await eventually(
      () => this.idsOf(text).findLast((each) => !this.isOver(each)),
      (found) => found !== undefined,
    );
    await this.untilOver(id, async () => {
      const item = (await this.find(text)).getByRole('button', { name: button, exact: true });
      await item.click({ timeout: attemptMs() });
    });
    const answer = this.shown.all('answer').find((each) => each.id === id);
    if (answer && answer.button !== button)
      throw new Error(`The notification closed before “${button}” was selected`);
  }

  /** Closes the last message with `text` once it was shown, unless it is closed already. */
  async dismiss(text: string | RegExp): Promise<void> {
    const id = await eventually(
      () => this.idsOf(text).at(-1),
      (found) => found !== undefined,
    );
    await this.untilOver(id, async () => {
      const item = await this.find(text);
      await item.hover({ timeout: attemptMs() });
      await item.locator('.codicon-notifications-clear').click({ timeout: attemptMs() });
    });
  }

  /** Answers a modal dialog. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  private async next(text: string | RegExp, since: Mark | undefined): Promise<Message> {
    const message = await this.shown.event(
      'notification',
      (each) => !this.seen.has(each.id) && says(lineOf(each), text),
      since,
    );
    this.seen.add(message.id);
    return message;
  }

  /** The messages or progress notifications with `text`. */
  private idsOf(text: string | RegExp): string[] {
    const messages = this.shown.all('notification').filter((each) => says(lineOf(each), text));
    const progress = this.shown.all('progress').filter(({ title }) => says(title, text));
    return (messages.length > 0 ? messages : progress).map(({ id }) => id);
  }

  private isOver(id: string): boolean {
    return [...this.shown.all('answer'), ...this.shown.all('progressEnd')].some((end) => end.id === id);
  }

  /** Retries until the extension has received the click, because the target moves and disappears after some seconds. */
  private async untilOver(id: string | undefined, attempt: () => Promise<void>): Promise<void> {
    const isOver = (): boolean => id !== undefined && this.isOver(id);
    await eventually(async () => {
      if (isOver()) return true;
      await attempt().catch(() => {});
      return eventually(isOver, Boolean, attemptMs()).catch(() => false);
    }, Boolean);
    const hide = this.page.locator('.notifications-center .codicon-notifications-hide');
    // The mouse couldn't reach the button behind a dialog that the click has opened.
    if (await hide.isVisible()) await hide.dispatchEvent('click');
  }

  /** The message on screen, or in the list of all open messages, behind the bell. */
  private async find(text: string | RegExp): Promise<Locator> {
    const toast = this.saying(text);
    return (await toast.first().isVisible()) ? toast.first() : this.open(text, attemptMs());
  }
}

const messageText = '.notification-list-item-message';

/** VS Code shows a message in one line. */
function lineOf({ text }: Message): string {
  return text.replaceAll(/[\r\n]+/g, ' ').trim();
}

function says(line: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? line.includes(text) : text.test(line);
}
