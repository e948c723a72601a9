import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations found by axe-core. It bypasses the page's policy, which allows no other script. */
export async function violationsIn(page: Frame | Page): Promise<string[]> {
  await page.evaluate(axe);
  const results: { violations: { id: string; nodes: { html: string }[] }[] } =
    await page.evaluate('axe.run(document)');
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
