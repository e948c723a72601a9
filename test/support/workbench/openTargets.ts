import type { Workbench } from './workbench.ts';

/** Asks in the Explorer for what the rows can become, and waits for the list. */
export async function openTargets(
  { page, explorer, quickInput }: Workbench,
  ...names: [string, ...string[]]
): Promise<void> {
  await page.keyboard.press('Control+Shift+E');
  await explorer.choose(names, 'Convert & Compress', 'Convert To…');
  await quickInput.rows.first().waitFor();
}
