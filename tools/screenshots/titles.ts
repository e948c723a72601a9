import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** The titles in package.json of the commands, menus, and views that a picture can show, by id. */
export function contributedTitles(): ReadonlyMap<string, string> {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8'));
  const texts: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));
  const text = (value: string): string => texts[value.replaceAll('%', '')] ?? value;
  const titles = new Map<string, string>();
  for (const { command, title } of contributes.commands) titles.set(command, text(title));
  for (const { id, label } of contributes.submenus) titles.set(id, text(label));
  for (const { id, title } of contributes.viewsContainers.activitybar) titles.set(id, text(title));
  for (const { id, name } of Object.values<{ id: string; name: string }[]>(contributes.views).flat()) {
    titles.set(id, text(name));
  }
  return titles;
}

/** The parts of the screen where VS Code shows only titles from package.json. */
const places = [
  // A row's menu also has entries of VS Code, some with the same names as ours.
  '.monaco-menu .action-item:has(.submenu-indicator) .action-label',
  '.monaco-menu .monaco-submenu .action-label',
  '.sidebar .composite.title .action-label',
  '.sidebar .composite.title h2',
  '.sidebar .custom-view-tree-node-item .action-label',
].join(', ');

/** Lists the titles on screen, from texts and from the names of icons. */
export async function shownTitles(page: Page): Promise<string[]> {
  const shown = await page.locator(places).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getAttribute('aria-label') || element.textContent)
      // An icon's name ends with its key, and a container's name with its view.
      .flatMap((name) => [name, ...name.split(': ')].map((part) => part.replace(/ \([^)]*\)$/, '').trim())),
  );
  return [...new Set(contributedTitles().values())].filter((title) => shown.includes(title));
}
