import type { Locator, Page } from 'playwright-core';

/** The panel for reviewing the changes of a refactoring. */
export class RefactorPreview {
  private readonly page: Page;
  private readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.locator('.bulk-edit-panel');
  }

  /** Waits for the panel, collapses all files, and returns their number, which the opened editor shows. */
  async fileCount(): Promise<number> {
    await this.panel.locator('.monaco-list-row .label-name').first().click();
    await this.page.keyboard.press('Control+ArrowLeft');
    const tab = this.page.locator('.tab[aria-label^="Refactor Preview"]');
    return Number(/\((\d+) files\)/.exec((await tab.getAttribute('aria-label')) ?? '')?.[1]);
  }

  /** True if a file's row is checked. */
  async isTicked(file: string): Promise<boolean> {
    return (await this.boxOf(file)).isChecked();
  }

  /** Checks or unchecks a file with all its changes. */
  async toggle(file: string): Promise<void> {
    await (await this.boxOf(file)).click();
  }

  async apply(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Apply', exact: true }).click();
  }

  /** Moves down the rows by keyboard, which scrolls, until the row of a file is reached. */
  private async boxOf(file: string): Promise<Locator> {
    await this.panel.locator('.monaco-list').focus();
    for (let index = 0; ; index += 1) {
      await this.page.keyboard.press(index === 0 ? 'Home' : 'ArrowDown');
      const row = this.panel.locator(`.monaco-list-row.focused[data-index="${index}"]`);
      if ((await row.locator('.label-name').innerText()) === file) return row.getByRole('checkbox');
    }
  }
}
