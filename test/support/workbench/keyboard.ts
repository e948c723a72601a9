import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** A user without a mouse, who locates the focus by its screen reader text. */
export class Keyboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses keys one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** The screen reader text of the focused element: of a row, if it is in a list. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement } = document;
      const row = document.getElementById(activeElement?.getAttribute('aria-activedescendant') ?? '');
      const thing = row ?? activeElement;
      return thing?.getAttribute('aria-label') ?? thing?.textContent.trim() ?? '';
    });
  }

  /** The screen reader text of the focused list. */
  async place(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  }

  /** Waits until the element with this name has the focus. */
  async isAt(name: RegExp): Promise<void> {
    await eventually(
      () => this.focused(),
      (focused) => name.test(focused),
    );
  }

  /** Presses a key until the element with this name has the focus. */
  async moveTo(name: RegExp, key: string): Promise<void> {
    await eventually(
      async () => {
        const focused = await this.focused();
        if (!name.test(focused)) await this.press(key);
        return focused;
      },
      (focused) => name.test(focused),
    );
  }

  /** Runs a command of the palette by its full title. */
  async run(title: string): Promise<void> {
    await this.press('F1');
    const input = this.page.locator('.quick-input-widget .quick-input-box input');
    await eventually(
      async () => (await input.isVisible()) && (await input.inputValue()),
      (value) => value === '>',
    );
    await this.type(title);
    await this.moveTo(beginning(title), 'ArrowDown');
    await this.press('Enter');
    await eventually(
      async () => (await input.isVisible()) && (await input.inputValue()),
      (value) => value === false || !value.startsWith('>'),
    );
  }

  /** Opens the focused element's menu, and selects an entry. */
  async chooseFromMenu(label: string, key: 'ContextMenu' | 'Shift+F10' = 'ContextMenu'): Promise<void> {
    await this.press(key);
    await this.page.locator('.monaco-menu').waitFor();
    await this.moveTo(beginning(label), 'ArrowDown');
    await this.press('Enter');
  }
}

/** Matches names that begin with a text, up to a word boundary. */
export function beginning(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
}
