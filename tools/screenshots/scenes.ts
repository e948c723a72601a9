import { commands, type CommandId } from '../../src/manifest.ts';
import { becomes, eventually } from '../../test/support/eventually.ts';
import { testKey } from '../../test/support/service/standalone.ts';
import type { Workbench } from '../../test/support/workbench/workbench.ts';
import { readmePicture, type Theme, walkthroughPicture } from './pictures.ts';

/** A scene for a picture. Its window keeps the state of the scenes before it. */
interface Scene {
  readonly file: (theme: Theme) => string;
  readonly size: { readonly width: number; readonly height: number };
  /** The commands that lead to the scene. */
  readonly by: readonly CommandId[];
  readonly play: (workbench: Workbench, networkUrl: string) => Promise<void>;
}

const size = { width: 860, height: 480 };
const menu = 'Convert & Compress';

/** The number of equal readings after which a sum counts as final. The sum is read every tenth of a second. */
const steadyReadings = 30;

/** All scenes, in the order in which they are played. */
export const scenes: readonly Scene[] = [
  {
    file: (theme) => walkthroughPicture('convert', theme),
    // Leaves space for the submenu beside the menu.
    size: { width: 960, height: 540 },
    by: [commands.convert],
    play: async (workbench) => {
      await showPhoto(workbench);
      await workbench.explorer.choose(['coffee.jpg'], menu);
      await workbench.page.locator('.monaco-submenu').getByText('Convert To…').hover();
    },
  },
  {
    file: (theme) => walkthroughPicture('options', theme),
    size,
    by: [commands.convertWithOptions],
    play: async (workbench) => {
      const { explorer, quickInput } = workbench;
      await workbench.page.keyboard.press('Escape');
      await workbench.page.keyboard.press('Escape');
      await explorer.choose(['coffee.jpg'], menu, 'Convert With Options…');
      await quickInput.pickFormat('webp');
      await titled(workbench, /to WebP$/);
      await quickInput.pick('Width (pixels)');
      await titled(workbench, /^Width/);
      await quickInput.submit('1200');
      await titled(workbench, /to WebP$/);
    },
  },
  {
    file: (theme) => walkthroughPicture('network', theme),
    size,
    by: [commands.setUpNetwork],
    play: async (workbench, networkUrl) => {
      const { quickInput } = workbench;
      await quickInput.cancel();
      await workbench.runCommand('File Utility Network: Set Up Network…');
      await titled(workbench, /\(1\/5\)/);
      await quickInput.submit(networkUrl);
      await titled(workbench, /\(2\/5\)/);
      await quickInput.submit('');
      await titled(workbench, /\(3\/5\)/);
      await quickInput.submitPassword(testKey);
      await titled(workbench, /\(4\/5\)/);
      await quickInput.choose('Continue');
      await titled(workbench, /\(5\/5\)/);
    },
  },
  {
    file: (theme) => walkthroughPicture('compress', theme),
    size,
    by: [commands.compressSelected],
    play: async (workbench) => {
      await workbench.quickInput.cancel();
      await workbench.explorer.choose(['trip'], menu, 'Compress');
      await workbench.notifications.saying(/Compressed 3 files/).waitFor();
      await showJobs(workbench, 'trip');
      await widenSideBar(workbench);
    },
  },
  {
    file: (theme) => readmePicture('jobs', theme),
    size: { width: 1000, height: 560 },
    by: [commands.convert],
    play: async (workbench) => {
      const { explorer, notifications, quickInput } = workbench;
      await workbench.runCommand('Notifications: Clear All Notifications');
      await explorer.show();
      await explorer.choose(['cat.png'], menu, 'Compress');
      await notifications.saying(/Saved cat-compressed\.png/).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
      await explorer.choose(['coffee.jpg'], menu, 'Convert To…');
      await quickInput.pickFormat('avif');
      await notifications.saying(/Saved coffee\.avif/).waitFor();
      await showJobs(workbench, 'coffee.jpg');
    },
  },
];

/** Shows the photo beside the files, and waits until it is drawn. */
export async function showPhoto({ explorer, page }: Workbench): Promise<void> {
  await explorer.row('coffee.jpg').click();
  const photo = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame').locator('img');
  await becomes(
    () => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
    true,
  );
}

async function titled({ quickInput }: Workbench, title: RegExp): Promise<void> {
  await eventually(
    async () => ((await quickInput.widget.isVisible()) ? quickInput.title() : ''),
    (shown) => title.test(shown),
  );
}

/** Shows the list of jobs, with all files below their batch. */
async function showJobs(workbench: Workbench, newest: string): Promise<void> {
  const jobs = workbench.viewContainer(menu);
  await jobs.open();
  await jobs.row(newest).waitFor();
  const batch = jobs.row('trip');
  if ((await batch.getAttribute('aria-expanded')) === 'false') await batch.click();
  await jobs.row('espresso.png').waitFor();
  // The savings are summed up shortly after the last file is done.
  let [message, steadyFor] = ['', 0];
  await eventually(
    async () => {
      const shown = await jobs.message();
      steadyFor = shown === message ? steadyFor + 1 : 0;
      message = shown;
      return steadyFor;
    },
    (readings) => readings > steadyReadings,
  );
}

/** Drags the edge of the side bar so that no text is cut off. */
async function widenSideBar({ page }: Workbench): Promise<void> {
  const box = await page.locator('.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar isn’t visible');
  const edge = box.x + box.width + 2;
  await page.mouse.move(edge, 300);
  await page.mouse.down();
  await page.mouse.move(edge + 100, 300, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(edge + 300, 300);
  await page.locator('.monaco-sash').and(page.locator('.hover, .active')).waitFor({ state: 'hidden' });
}
