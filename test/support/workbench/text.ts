import type { Locator } from 'playwright-core';

/** Matches an element whose whole text is `text`, for `hasText`. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}

/** True if a text contains or matches another. */
export function matches(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}

/** The row's name, and its dimmed description. */
export interface RowText {
  label: string;
  description: string;
}

/** The texts of the visible rows, from top to bottom. VS Code renders no others. */
export async function rowTexts(rows: Locator): Promise<RowText[]> {
  return rows.evaluateAll((elements) =>
    elements
      .map((element) => ({
        top: element.getBoundingClientRect().top,
        label: element.querySelector('.label-name')?.textContent.trim() ?? '',
        description: element.querySelector('.label-description')?.textContent ?? '',
      }))
      .toSorted((a, b) => a.top - b.top)
      .map(({ label, description }) => ({ label, description })),
  );
}

/** The row whose name is exactly `label`. */
export function rowCalled(rows: Locator, label: string): Locator {
  return rows.filter({ has: rows.page().locator('.label-name', { hasText: exactly(label) }) });
}
