import type { Locator, Page } from 'playwright-core';
import { exactly } from './text.ts';

/** A menu ignores clicks for this long after it opened, so that the click that opened it chooses nothing. */
const settleMs = 200;

const enabledItems = '.monaco-menu .action-item:not(.disabled) .action-menu-item';

/** Chooses from the context menu of `target`; all labels but the last open a submenu. */
export async function chooseFromMenu(target: Locator, ...labels: string[]): Promise<void> {
  const page = target.page();
  await target.click({ button: 'right' });
  for (const label of labels) {
    const item = page.locator(enabledItems).filter({
      has: page.locator('.action-label', { hasText: exactly(label) }),
    });
    await item.waitFor();
    await page.waitForTimeout(settleMs);
    await item.click();
  }
}

/** The labels that the context menu of `target` offers, after opening the submenus called `submenus`. */
export async function menuLabels(target: Locator, ...submenus: string[]): Promise<string[]> {
  const page = target.page();
  await chooseFromMenu(target, ...submenus);
  const items = page.locator('.monaco-menu').nth(submenus.length).locator(enabledItemsInside);
  await items.first().waitFor();
  const labels = await items.allTextContents();
  await closeMenus(page);
  return labels;
}

const enabledItemsInside = '.action-item:not(.disabled) .action-menu-item .action-label:not(.separator)';

async function closeMenus(page: Page): Promise<void> {
  while ((await page.locator('.monaco-menu').count()) > 0) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(settleMs);
  }
}
