import type { Workbench } from '../../test/support/workbench/workbench.ts';
import { Film } from './film.ts';
import { showPhoto } from './scenes.ts';

/** Films the conversion of a photograph to WebP: a right-click, a few letters, and the result beside the photo. */
export async function filmGesture(workbench: Workbench, folder: string, file: string): Promise<void> {
  const { page, explorer, quickInput, notifications } = workbench;
  await page.setViewportSize({ width: 960, height: 560 });
  await showPhoto(workbench);
  const film = new Film(page, folder);
  await film.show(1);
  await film.moveTo(explorer.row('coffee.jpg'));
  await explorer.choose(['coffee.jpg']);
  await film.show(0.4);
  const items = page.locator('.monaco-menu .action-menu-item');
  const submenu = items.filter({ hasText: 'Convert & Compress' });
  await film.moveTo(submenu);
  const convert = page.locator('.monaco-submenu .action-menu-item').filter({ hasText: 'Convert To…' });
  await convert.waitFor();
  await film.moveTo(convert);
  await film.show(0.8);
  // The submenu may close while a slow machine takes the pictures.
  if (!(await convert.isVisible())) await submenu.hover();
  await convert.click();
  await quickInput.rows.first().waitFor();
  await film.show(1);
  for (const typed of ['w', 'we', 'web', 'webp']) {
    await quickInput.type(typed);
    await film.show(0.2);
  }
  await film.show(0.8);
  await quickInput.input.press('Enter');
  await notifications.saying(/Saved coffee\.webp/).waitFor();
  await explorer.row('coffee.webp').waitFor();
  await film.show(3);
  await film.save(file);
}
