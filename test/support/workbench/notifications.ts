import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** How long one attempt at a click on a message may take, in ms: it moves, and closes itself after some seconds. */
const attemptMs = 2000;

/** The messages at the bottom right, and modal dialogs. */
export class Notifications {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get all(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The notification whose message contains or matches `text`. */
  saying(text: string | RegExp): Locator {
    const message = this.page.locator('.notification-list-item-message', { hasText: text });
    return this.all.filter({ has: message });
  }

  /** Waits for a notification and returns its whole message. */
  async read(text: string | RegExp): Promise<string> {
    return this.saying(text).locator('.notification-list-item-message').innerText();
  }

  /** The messages on screen now. */
  async messages(): Promise<string[]> {
    return this.all.locator('.notification-list-item-message').allInnerTexts();
  }

  /** Clicks a button of the notification that says `text`, again if that was lost since the notification moved. */
  async click(text: string | RegExp, button: string): Promise<void> {
    const target = this.saying(text).getByRole('button', { name: button, exact: true });
    await target.waitFor();
    let isClicked = false;
    const click = async (): Promise<boolean> => {
      const element = await target.elementHandle({ timeout: attemptMs });
      await element?.click({ timeout: attemptMs });
      isClicked = true;
      await element?.waitForElementState('hidden', { timeout: attemptMs });
      return true;
    };
    await eventually(
      () => click().catch(async () => isClicked && (await target.count()) === 0),
      (isDone) => isDone,
    );
  }

  /** Closes the notification that says `text`, once it is there, unless it closes itself before. */
  async dismiss(text: string | RegExp): Promise<void> {
    const item = this.saying(text);
    await item.waitFor({ state: 'attached' });
    const close = async (): Promise<number> => {
      await item.hover({ timeout: attemptMs });
      await item.locator('.codicon-notifications-clear').click({ timeout: attemptMs });
      return item.count();
    };
    await eventually(
      () => close().catch(() => item.count()),
      (left) => left === 0,
    );
  }

  /** Answers a modal dialog. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }
}
