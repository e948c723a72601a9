import type { Workbench } from '../../../test/support/workbench/workbench.ts';
import { type Figure, figure, median } from '../benchmark.ts';
import { activationMs, menuLabels, withBothExtensions } from '../support/bothExtensions.ts';

const windows = 5;
const warmPicks = 3;
const file = 'coffee.jpg';
const maxMore = { cold: 150, warm: 20 };

interface Times {
  readonly cold: number[];
  readonly warm: number[];
}

/** The time from a click in a file's menu until the list has its rows, compared with a list with one row. */
export default async function* menuToPick(): AsyncGenerator<Figure> {
  const times = await withBothExtensions('menu-to-pick', measured);
  for (const kind of ['cold', 'warm'] as const) {
    const [ours, reference] = [median(times.ours[kind]), median(times.empty[kind])];
    yield figure({
      name: `menu-to-pick-${kind}`,
      ours,
      reference,
      unit: 'ms',
      runs: times.ours[kind].length,
      note:
        `${kind === 'cold' ? 'the first list in a window' : 'later lists'}, compared with an empty quick pick: ` +
        `${Math.round(ours - reference)} ms more, of at most ${maxMore[kind]}`,
    });
  }
}

async function measured(workbench: Workbench): Promise<{ ours: Times; empty: Times }> {
  const times = { ours: { cold: [], warm: [] }, empty: { cold: [], warm: [] } };
  const picks: readonly { of: Times; labels: readonly string[] }[] = [
    { of: times.ours, labels: menuLabels.ours },
    { of: times.empty, labels: menuLabels.empty },
  ];
  for (let window = 0; window < windows; window += 1) {
    await workbench.reload();
    // Both extensions are active once VS Code reports their activation times.
    await activationMs(workbench);
    await watchPicks(workbench);
    for (let pick = 0; pick <= warmPicks; pick += 1)
      for (const { of, labels } of window % 2 === 0 ? picks : picks.toReversed()) {
        await workbench.explorer.choose([file], ...labels);
        await workbench.quickInput.rows.first().waitFor();
        (pick === 0 ? of.cold : of.warm).push(Number(await workbench.page.evaluate('window.pickedMs')));
        await workbench.quickInput.cancel();
        await workbench.quickInput.widget.waitFor({ state: 'hidden' });
      }
  }
  return times;
}

/**
 * Lets the page measure the time from a click to the first row, because the browser driver would notice the row late.
 */
async function watchPicks({ page }: Workbench): Promise<void> {
  await page.evaluate(`
    let clickedAt = 0;
    window.pickedMs = 0;
    document.addEventListener('mouseup', () => { clickedAt = performance.now(); }, true);
    new MutationObserver(() => {
      const row = document.querySelector('.quick-input-list .monaco-list-row');
      if (clickedAt === 0 || row === null || row.offsetParent === null) return;
      window.pickedMs = performance.now() - clickedAt;
      clickedAt = 0;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  `);
}
