import type { Locator, Page } from 'playwright-core';
import { rowCalled } from './text.ts';

/** The panel in which a person looks at the changes of a refactoring before they are made. */
export class RefactorPreview {
  private readonly panel: Locator;

  constructor(page: Page) {
    this.panel = page.locator('.bulk-edit-panel');
  }

  /** The rows of files, and of the changes in those that are open. */
  get rows(): Locator {
    return this.panel.locator('.monaco-list-row');
  }

  /** Whether the row of a file has its tick. */
  async isTicked(file: string): Promise<boolean> {
    return this.box(file).isChecked();
  }

  /** Sets or takes away the tick of a file, and of all changes in it. */
  async toggle(file: string): Promise<void> {
    await this.box(file).click();
  }

  async apply(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Apply', exact: true }).click();
  }

  async discard(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Discard', exact: true }).click();
  }

  private box(file: string): Locator {
    return rowCalled(this.rows, file).locator('input[type=checkbox]');
  }
}
