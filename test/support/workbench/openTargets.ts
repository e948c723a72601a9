import type { Workbench } from './workbench.ts';

/** Opens the list of targets for rows in the Explorer, and waits for it. */
export async function openTargets(
  { page, explorer, quickInput }: Workbench,
  ...names: [string, ...string[]]
): Promise<void> {
  await page.keyboard.press('Control+Shift+E');
  await explorer.choose(names, 'Convert & Compress', 'Convert To…');
  await quickInput.rows.first().waitFor();
}
