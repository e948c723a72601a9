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

  /** Opens the focused element's menu, and selects an entry. */
  async chooseFromMenu(label: string, key: 'ContextMenu' | 'Shift+F10' = 'ContextMenu'): Promise<void> {
    await this.press(key);
    await this.page.locator('.monaco-menu').waitFor();
    // Names also contain keys, and states such as checked.
    await this.moveTo(new RegExp(`^${label}(?![\\p{L}\\p{N}])`, 'u'), 'ArrowDown');
    await this.press('Enter');
  }
}
