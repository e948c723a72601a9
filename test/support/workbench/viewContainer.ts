import type { Locator, Page } from 'playwright-core';
import { becomes, eventually } from '../eventually.ts';
import { chooseFromMenu, menuLabels } from './menu.ts';
import { matches, rowCalled, rowTexts } from './text.ts';

/** The time to wait for an icon that only appears under the mouse, before the mouse is moved there again. */
const hoverMs = 1000;

/** The rows of all trees except the Explorer's. */
export const treeRows = '.tree-explorer-viewlet-tree-view .monaco-list-row';

/** A container of the activity bar and the trees inside. */
export class ViewContainer {
  private readonly page: Page;
  private readonly title: string;

  constructor(page: Page, title: string) {
    this.page = page;
    this.title = title;
  }

  private get icon(): Locator {
    return this.page.locator(`.activitybar .action-item:has(a[aria-label^="${this.title}"])`);
  }

  get rows(): Locator {
    return this.page.locator(treeRows);
  }

  row(label: string): Locator {
    return rowCalled(this.rows, label);
  }

  /** Shows the container. Clicking the icon of the visible one would hide it. */
  async open(): Promise<void> {
    await this.icon.waitFor();
    if ((await this.icon.getAttribute('aria-expanded')) !== 'true') await this.icon.click();
  }

  /** Selects only these rows. A batch that is clicked first opens or closes. */
  async select(first: string, ...others: string[]): Promise<void> {
    await this.row(first).click();
    for (const name of others) await this.row(name).click({ modifiers: ['Control'] });
  }

  /** Drags something with the mouse over the icon, which shows the container, and then to a row. */
  async drop(dragged: Locator, row: string): Promise<void> {
    const { mouse } = this.page;
    await dragged.hover();
    await mouse.down();
    const moveTo = async (target: Locator): Promise<void> => {
      const box = await target.boundingBox();
      if (box === null) throw new Error('The drop target isn’t visible');
      await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
    };
    await moveTo(this.icon);
    await this.row(row).waitFor();
    // A drop has no effect before the tree has accepted the drag.
    await eventually(
      async () => {
        await moveTo(this.row(row));
        return this.rows.and(this.page.locator('.drop-target')).count();
      },
      (accepted) => accepted > 0,
    );
    await mouse.up();
  }

  /** Drops files from another computer's desktop on a row, in the format of browsers. */
  async dropFromDesktop(row: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
    const given = Object.entries(files).map(([name, bytes]) => ({ name, base64: bytes.toString('base64') }));
    const data = await this.page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
        transfer.items.add(new File([bytes], name));
      }
      return transfer;
    }, given);
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.row(row).dispatchEvent(type, { dataTransfer: data });
    }
  }

  /** Waits until the icon has this number; none if it is empty. */
  async hasBadge(expected: string): Promise<void> {
    const badge = this.icon.locator('.badge-content');
    await becomes(async () => ((await badge.isVisible()) ? badge.innerText() : ''), expected);
  }

  /** Waits until these are the rows. */
  async shows(...labels: readonly string[]): Promise<void> {
    await eventually(
      async () => (await rowTexts(this.rows)).map(({ label }) => label),
      (shown) => shown.join() === labels.join(),
    );
  }

  /** Shows the container, and waits until a row has this description. */
  async describes(label: string, description: RegExp): Promise<void> {
    await this.open();
    await eventually(
      () => rowTexts(this.rows),
      (rows) => rows.some((row) => row.label === label && description.test(row.description)),
    );
  }

  /** Waits until the message above the rows contains or matches the text. */
  async says(text: string | RegExp): Promise<void> {
    await eventually(
      () => this.message(),
      (message) => matches(message, text),
    );
  }

  /** The message above the rows; empty if there is none. */
  async message(): Promise<string> {
    const message = this.page.locator('.tree-explorer-viewlet-tree-view .message');
    return (await message.isVisible()) ? message.innerText() : '';
  }

  /** Chooses from the context menu of a tree row. */
  async choose(row: string, ...labels: string[]): Promise<void> {
    await chooseFromMenu(this.row(row), ...labels);
  }

  /** The context menu of a tree row. */
  async menuLabels(row: string): Promise<string[]> {
    return menuLabels(this.row(row));
  }

  /** Clicks an icon in the title of the container, which is also that of its only view. */
  async clickTitle(action: string): Promise<void> {
    await this.page.locator(`.sidebar .composite.title .action-label[aria-label^="${action}"]`).click();
  }

  /** Clicks an icon that a tree row shows under the mouse. */
  async clickInline(row: string, action: string): Promise<void> {
    const button = this.row(row).locator(`.actions .action-label[aria-label^="${action}"]`);
    await eventually(
      async () => {
        // Rows move under the mouse while the message above them changes.
        await this.row(row).hover();
        return button.click({ timeout: hoverMs }).then(
          () => true,
          () => false,
        );
      },
      (isClicked) => isClicked,
    );
  }
}
