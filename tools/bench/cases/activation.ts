import { stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../test/support/paths.ts';
import { type Figure, figure, median } from '../benchmark.ts';
import { activationMs, withBothExtensions } from '../support/bothExtensions.ts';

/** The maximum size of the main bundle. */
const maxKilobytes = 120;

const reloads = 7;
/** The maximum additional activation time, compared with an empty extension. */
const maxMs = 12;

/**
 * The code that VS Code loads into every window: its size, and the time that VS Code takes to load and activate it.
 */
export default async function* activation(): AsyncGenerator<Figure> {
  const [main, session] = [builtBundle('extension'), builtBundle('session')];
  yield figure({
    name: 'activation-bytes',
    ours: (await stat(main)).size / 1000,
    reference: maxKilobytes,
    goal: 1,
    unit: 'kB',
    runs: 1,
    note: `the main bundle, compared with its goal; the session, which loads on first use, has ${Math.round((await stat(session)).size / 1000)} kB`,
  });
  const inHost = await hostMs();
  yield figure({
    name: 'activation-host',
    ...inHost,
    unit: 'ms',
    runs: reloads,
    note:
      'load and activation in the extension host as reported by VS Code, compared with an empty extension: ' +
      `${inHost.ours - inHost.reference} ms more, of at most ${maxMs}`,
  });
}

function builtBundle(name: string): string {
  return path.join(root, `dist/${name}.cjs`);
}

/** Measures both extensions in one window, which is reloaded repeatedly. */
async function hostMs(): Promise<Pick<Figure, 'ours' | 'reference'>> {
  const times: { ours: number; empty: number }[] = [];
  await withBothExtensions('activation', async (workbench) => {
    for (let run = 0; run < reloads; run += 1) {
      await workbench.reload();
      times.push(await activationMs(workbench));
    }
  });
  return { ours: median(times.map(({ ours }) => ours)), reference: median(times.map(({ empty }) => empty)) };
}
