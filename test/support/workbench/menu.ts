import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { exactly } from './text.ts';

/** A menu ignores clicks for this long after it opened, so that the opening click selects nothing. */
export const settleMs = 200;
/** The time in which a row that is on screen can be clicked. */
const hitMs = 10_000;

const enabledItem = '.action-item:not(.disabled) .action-menu-item';

/** Selects from the context menu of the row `target`; all labels except the last open a submenu. */
export async function chooseFromMenu(target: Locator, ...labels: string[]): Promise<void> {
  await openMenu(target);
  await chooseFromOpenMenu(target.page(), ...labels);
}

/** Selects from a context menu that is already open. */
export async function chooseFromOpenMenu(page: Page, ...labels: string[]): Promise<void> {
  for (const label of labels) {
    const item = page.locator(`.monaco-menu ${enabledItem}`).filter({
      has: page.locator('.action-label', { hasText: exactly(label) }),
    });
    await item.waitFor();
    await page.waitForTimeout(settleMs);
    await item.click();
  }
}

/**
 * Opens the menu of a row, after `reveal` has scrolled to it. Rows move while a tree is laid out, so the row may leave
 * the screen, or a neighbor's menu may open. The focused row is the one that was hit.
 */
export async function openMenu(target: Locator, reveal?: () => Promise<void>): Promise<void> {
  await eventually(
    async () => {
      await closeMenus(target.page());
      await reveal?.();
      const isHit = await target.click({ button: 'right', timeout: hitMs }).then(
        () => true,
        () => false,
      );
      return isHit && (await target.and(target.page().locator('.focused')).count()) > 0;
    },
    (isOpen) => isOpen,
  );
}

/** The labels in the context menu of `target`, after opening these `submenus`. */
export async function menuLabels(target: Locator, ...submenus: string[]): Promise<string[]> {
  await openMenu(target);
  return openMenuLabels(target.page(), ...submenus);
}

/** The labels in a context menu that is already open. The menu is closed afterwards. */
export async function openMenuLabels(page: Page, ...submenus: string[]): Promise<string[]> {
  await chooseFromOpenMenu(page, ...submenus);
  const items = page
    .locator('.monaco-menu')
    .nth(submenus.length)
    .locator(`${enabledItem} .action-label:not(.separator)`);
  await items.first().waitFor();
  const labels = await items.allTextContents();
  await closeMenus(page);
  return labels;
}

export async function closeMenus(page: Page): Promise<void> {
  while ((await page.locator('.monaco-menu').count()) > 0) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(settleMs);
  }
}
