import type { Locator } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { rowCalled, rowTexts } from './text.ts';
import type { Workbench } from './workbench.ts';

/** The panel in which a person looks at the changes of a refactoring before they are made. */
export class RefactorPreview {
  private readonly workbench: Workbench;
  private readonly panel: Locator;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
    this.panel = workbench.page.locator('.bulk-edit-panel');
  }

  /** The rows of files, and of the changes in those that are open. */
  get rows(): Locator {
    return this.panel.locator('.monaco-list-row');
  }

  /** The names of the files, with nothing below them: waits for the panel, and makes it as large as it can be. */
  async files(): Promise<string[]> {
    const { page } = this.workbench;
    await this.rows.first().locator('.label-name').click();
    await page.keyboard.press('Control+ArrowLeft');
    // The editor that the click opens takes the place back that the panel is given too early.
    await page.locator('.tab[aria-label^="Refactor Preview"]').waitFor();
    await this.workbench.runCommand('View: Toggle Maximized Panel');
    return eventually(
      async () => (await rowTexts(this.rows)).map(({ label }) => label),
      (labels) => labels.length > 0 && labels.every((label) => !label.includes(' ')),
    );
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
