import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import sharp from 'sharp';
import { commands } from '../../src/manifest.ts';
import { withLock } from '../../test/support/lock.ts';
import { cache } from '../../test/support/paths.ts';
import { buildOnce } from '../../test/support/run/build.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { StandaloneService } from '../../test/support/service/standalone.ts';
import { decoderNeeds, ensureSystemPackages } from '../../test/support/systemPackages.ts';
import { ensureServerAndBrowser } from '../../test/support/vscode/provide.ts';
import { install } from '../../test/support/workbench/install.ts';
import { extensionsVariable, Workbench } from '../../test/support/workbench/workbench.ts';
import { filmGesture } from './gesture.ts';
import { filmFile, indexFile, type Theme, themes } from './pictures.ts';
import { scenes } from './scenes.ts';
import { contributedTitles, shownTitles } from './titles.ts';

const index: Record<string, string[]> = {};

/** A window without distractions for screenshots. */
async function openWindow(theme: Theme): Promise<Workbench> {
  const settings = {
    'workbench.colorTheme': themes[theme],
    'workbench.reduceMotion': 'on',
    // Shows the options form, which the scene of the options needs.
    'fileUtilityNetwork.livePreview': false,
    // A hover would cover the scene and show local paths.
    'workbench.hover.delay': 3_600_000,
    'workbench.layoutControl.enabled': false,
    'workbench.editor.empty.hint': 'hidden',
    'window.title': '${rootName}',
    'window.menuBarVisibility': 'hidden',
    'breadcrumbs.enabled': false,
    'remote.autoForwardPorts': false,
  };
  return Workbench.open({ name: `screenshots-${theme}`, settings });
}

/** Saves a picture, with as few colors as possible if it ships, and records its titles. */
async function take({ page }: Workbench, file: string, by: readonly string[]): Promise<void> {
  const titles = contributedTitles();
  const led = by.flatMap((command) => titles.get(command) ?? []);
  index[file] = [...new Set([...led, ...(await shownTitles(page))])];
  await mkdir(path.dirname(file), { recursive: true });
  const picture = await page.screenshot({ animations: 'disabled' });
  const colors = file.startsWith('media/') ? { quality: 45, dither: 0 } : { quality: 100, dither: 1 };
  await sharp(picture)
    .png({ palette: true, ...colors, effort: 10 })
    .toFile(file);
  console.log(file);
}

async function takeAll(theme: Theme, networkUrl: string): Promise<void> {
  const workbench = await openWindow(theme);
  try {
    for (const { file, size, by, play } of scenes) {
      await workbench.page.setViewportSize(size);
      await play(workbench, networkUrl);
      await take(workbench, file(theme), by);
    }
  } finally {
    await workbench.close();
  }
}

async function film(): Promise<void> {
  const workbench = await openWindow('dark');
  try {
    await filmGesture(workbench, path.join(runFolder(), 'film'), filmFile);
    index[filmFile] = [contributedTitles().get(commands.convert) ?? ''];
    console.log(filmFile);
  } finally {
    await workbench.close();
  }
}

/** Retakes the pictures of the README and the walkthrough with the packaged extension. */
async function main(): Promise<void> {
  const extensions = await install(path.join(cache, 'screenshots'));
  process.env[extensionsVariable] = extensions;
  const service = await StandaloneService.start(['--plan', 'free']);
  try {
    await takeAll('light', service.api.baseUrl);
    await takeAll('dark', service.api.baseUrl);
    await film();
  } finally {
    await service.stop();
    await rm(extensions, { recursive: true, force: true });
  }
  const sorted = Object.fromEntries(Object.entries(index).toSorted(([a], [b]) => a.localeCompare(b)));
  const { code } = await format(indexFile, JSON.stringify(sorted), { printWidth: 110 });
  await writeFile(indexFile, code);
}

await ensureSystemPackages(decoderNeeds);
await ensureServerAndBrowser();
await inRunFolder(async () => {
  await buildOnce();
  await withLock('ui', main);
});
