import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { chooseFromOpenMenu, closeMenus, openMenu, openMenuLabels } from './menu.ts';
import { rowCalled, rowTexts } from './text.ts';

/** The file tree of the open folder. */
export class Explorer {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get rows(): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row');
  }

  row(name: string): Locator {
    return rowCalled(this.rows, name);
  }

  /** Shows the tree instead of another view. */
  async show(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+E');
    await this.rows.first().waitFor();
  }

  /** Opens or closes a folder. */
  async toggle(folder: string): Promise<void> {
    await this.row(folder).locator('.monaco-tl-twistie').click();
  }

  /** Selects only these rows. On the way, the first file opens in a preview editor. */
  async select(first: string, ...others: string[]): Promise<void> {
    await eventually(
      async () => {
        await this.row(first).click();
        for (const name of others) await this.row(name).click({ modifiers: ['Control'] });
        return this.selected();
      },
      // A file that appears at that moment moves the rows, so that a click misses.
      (selected) => isSame(selected, [first, ...others]),
    );
  }

  /**
   * Right-clicks the last of `names`, after selecting all if there are several, and selects `labels`; submenus stay
   * open.
   */
  async choose(names: readonly [string, ...string[]], ...labels: string[]): Promise<void> {
    await this.openMenu(names);
    await chooseFromOpenMenu(this.page, ...labels);
  }

  /** The context menu of `names`, inside `submenus`. */
  async menuLabels(names: readonly [string, ...string[]], ...submenus: string[]): Promise<string[]> {
    await this.openMenu(names);
    return openMenuLabels(this.page, ...submenus);
  }

  /** A right-click that misses only selects the row that it hits. */
  private async openMenu(names: readonly [string, ...string[]]): Promise<void> {
    await eventually(
      async () => {
        await closeMenus(this.page);
        // The menu of one of several selected files is for all of them.
        if (names.length > 1 || (await this.selected()).length > 1) await this.select(...names);
        const last = names.at(-1) ?? names[0];
        await openMenu(this.row(last), () => this.scrollTo(last));
        return this.selected();
      },
      (selected) => names.length === 1 || isSame(selected, names),
    );
  }

  /** Turns the wheel until this row is on screen: the tree only contains the rows that are. */
  private async scrollTo(name: string): Promise<void> {
    await this.rows.first().hover();
    for (const distance of [0, -10_000, ...Array<number>(40).fill(200)]) {
      await this.page.mouse.wheel(0, distance);
      await this.page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      });
      if ((await this.row(name).count()) > 0) return;
    }
  }

  private async selected(): Promise<string[]> {
    const rows = await rowTexts(this.page.locator('.explorer-folders-view .monaco-list-row.selected'));
    return rows.map(({ label }) => label);
  }
}

function isSame(selected: readonly string[], names: readonly string[]): boolean {
  return selected.length === names.length && new Set([...selected, ...names]).size === names.length;
}
