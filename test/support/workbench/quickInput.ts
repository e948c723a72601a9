import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { formatTitle } from '../../../src/vscode/text/names.ts';
import { eventually } from '../eventually.ts';
import { rowCalled, rowTexts, type RowText } from './text.ts';

/** A moved focus has settled once this many checks in a row, 100 ms apart, have found it on the same row. */
const checksAfterMove = 8;

/** The box at the top of the window: quick picks, input boxes, the palette, and on a server the file dialog. */
export class QuickInput {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get widget(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  get input(): Locator {
    return this.widget.locator('.quick-input-box input');
  }

  get rows(): Locator {
    return this.widget.locator('.quick-input-list .monaco-list-row');
  }

  /** The rows of an open quick pick, once it has any. */
  async read(): Promise<RowText[]> {
    await this.rows.first().waitFor();
    return rowTexts(this.rows);
  }

  async title(): Promise<string> {
    return (await this.widget.isVisible()) ? this.widget.locator('.quick-input-title').innerText() : '';
  }

  /** Waits until it is open with this title. */
  async titled(title: string | RegExp): Promise<void> {
    await eventually(
      () => this.title(),
      (shown) => (typeof title === 'string' ? shown === title : title.test(shown)),
    );
  }

  /** The prompt or the validation message under the input. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  /** Waits until the message contains or matches a text. */
  async says(text: string | RegExp): Promise<void> {
    await this.message.filter({ hasText: text }).waitFor();
  }

  /** Waits until it is closed. */
  async closed(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** Replaces the text of the input. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Picks the row called `label`. */
  async choose(label: string): Promise<void> {
    await rowCalled(this.rows, label).click();
  }

  /**
   * Picks the row called `label` from a long list by keyboard, because rows that are still being laid out move away
   * from a mouse.
   */
  async pick(label: string): Promise<void> {
    await this.rows.first().waitFor();
    await this.type(label);
    await this.enter(label);
  }

  /** Moves to the row called `label` by keyboard, and picks it. */
  async enter(label: string): Promise<void> {
    const focused = rowCalled(this.widget.locator('.quick-input-list .monaco-list-row.focused'), label);
    // The extension draws the rows again after the first character, which moves the focus back to the first match.
    let [checks, needed] = [0, 1];
    await eventually(
      async () => {
        if ((await focused.count()) > 0) checks += 1;
        else {
          [checks, needed] = [0, checksAfterMove];
          await this.input.press('ArrowDown');
        }
        return checks;
      },
      (count) => count >= needed,
    );
    await this.input.press('Enter');
  }

  /** Picks a format from the list of targets. */
  async pickFormat(format: string): Promise<void> {
    await this.pick(formatTitle(format));
  }

  /** Types `text` and presses Enter. */
  async submit(text: string): Promise<void> {
    await this.type(text);
    await this.input.press('Enter');
  }

  /** Answers a file dialog, which replaces the input with its folder's path once it lists the files. */
  async submitFile(file: string): Promise<void> {
    await rowCalled(this.rows, path.basename(file)).waitFor();
    await this.submit(file);
  }

  /** Types `text` into a password input, and presses Enter. */
  async submitPassword(text: string): Promise<void> {
    const input = this.widget.locator('.quick-input-box input[type="password"]');
    await input.fill(text);
    await input.press('Enter');
  }

  /** Clicks a button of the title bar or beside the input. */
  async click(button: string): Promise<void> {
    await this.widget.locator(`.action-label[aria-label="${button}"]`).click();
  }

  /** Clicks the back arrow, whose name also contains its key. */
  async goBack(): Promise<void> {
    await this.widget.locator('.quick-input-left-action-bar .action-label').click();
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
  }
}
