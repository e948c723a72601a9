import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { rowCalled } from './text.ts';

/** Fewer rows than are on screen at once. */
const scrollPixels = 60;

/** The panel in which a person looks at the changes of a refactoring before they are made. */
export class RefactorPreview {
  private readonly page: Page;
  private readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.locator('.bulk-edit-panel');
  }

  /** The rows of files, and of the changes in those that are open, as far as they are on screen. */
  get rows(): Locator {
    return this.panel.locator('.monaco-list-row');
  }

  /** Waits for the panel, closes the rows of all files, and says how many files there are: the editor that opens tells. */
  async fileCount(): Promise<number> {
    await this.rows.first().locator('.label-name').click();
    await this.page.keyboard.press('Control+ArrowLeft');
    const tab = this.page.locator('.tab[aria-label^="Refactor Preview"]');
    return Number(/\((\d+) files\)/.exec((await tab.getAttribute('aria-label')) ?? '')?.[1]);
  }

  /** Whether the row of a file has its tick. */
  async isTicked(file: string): Promise<boolean> {
    return (await this.boxOf(file)).isChecked();
  }

  /** Sets or takes away the tick of a file, and of all changes in it. */
  async toggle(file: string): Promise<void> {
    await (await this.boxOf(file)).click();
  }

  async apply(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Apply', exact: true }).click();
  }

  async discard(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Discard', exact: true }).click();
  }

  /** Scrolls to the row of a file, from the first one on. */
  private async boxOf(file: string): Promise<Locator> {
    const box = rowCalled(this.rows, file).locator('input[type=checkbox]');
    await this.panel.locator('.monaco-list').hover();
    await this.page.mouse.wheel(0, -10_000);
    await eventually(
      async () => {
        if (await box.isVisible()) return true;
        await this.page.mouse.wheel(0, scrollPixels);
        return false;
      },
      (isShown) => isShown,
    );
    return box;
  }
}
