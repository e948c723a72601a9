import type { Locator } from 'playwright-core';

const unnamed =
  /^\s*- '?(?:button|checkbox|dialog|link|listbox|menuitem|option|tab|textbox|tree|treeitem)(?:'?:|'?$| \[)/;

/** Elements in a part of the window that a screen reader can't name. */
export async function unnamedIn(part: Locator): Promise<string[]> {
  return (await part.ariaSnapshot()).split('\n').filter((line) => unnamed.test(line));
}

/** The accessible names of all elements with a role in a part of the window, from top to bottom. */
export async function namesIn(part: Locator, role: 'button' | 'option' | 'treeitem'): Promise<string[]> {
  const lines = (await part.ariaSnapshot()).split('\n');
  return lines.flatMap((line) => new RegExp(`- '?${role} "((?:[^"\\\\]|\\\\.)*)"`).exec(line)?.[1] ?? []);
}

/** True if all matches are visible without scrolling the window, which VS Code never scrolls. */
export async function isOnScreen(things: Locator): Promise<boolean> {
  const { width = 0, height = 0 } = things.page().viewportSize() ?? {};
  const boxes = await Promise.all((await things.all()).map((thing) => thing.boundingBox()));
  return boxes.every(
    (box) =>
      box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
  );
}
