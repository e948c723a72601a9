import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cache } from '../../../test/support/paths.ts';
import { launchBrowser } from '../../../test/support/vscode/page.ts';
import { ensureServerAndBrowser } from '../../../test/support/vscode/provide.ts';
import { install } from '../../../test/support/workbench/install.ts';
import { type Figure, figure, median } from '../benchmark.ts';
import { makeEmptyExtension } from '../support/bothExtensions.ts';
import { type HostUsage, IdleHosts } from '../support/idleHosts.ts';

const windows = 3;
/** The time after which a new window has no more work. */
const settleMs = 90_000;
const watchedMs = 60_000;
const lookMs = 5000;
const megabyte = 1_000_000;
const maxMegabytes = 8;

/** The extension hosts of idle windows, with our extension and with an empty one, in the same minute. */
export default async function* idle(): AsyncGenerator<Figure> {
  await ensureServerAndBrowser();
  const browser = await launchBrowser();
  const ours = await IdleHosts.open(browser, await install(path.join(cache, 'bench')), windows);
  const empty = await IdleHosts.open(browser, path.dirname(await makeEmptyExtension()), windows);
  try {
    await delay(settleMs);
    const before = [ours.usages(), empty.usages()];
    let after = before;
    for (let watched = 0; watched < watchedMs; watched += lookMs) {
      await delay(lookMs);
      after = [ours.usages(), empty.usages()].map((usages, side) =>
        usages.map((usage, window) => withLeast(usage, after[side]?.[window])),
      );
    }
    const [used, usedByEmpty] = after.map((usages, side) =>
      usages.map((usage, window) => since(before[side]?.[window], usage)),
    );
    const both = (of: (usage: HostUsage) => number): { ours: number; reference: number } => ({
      ours: median((used ?? []).map(of)),
      reference: median((usedByEmpty ?? []).map(of)),
    });
    const common = { runs: windows, goal: 1.1 };
    const [wakeUps, cpu] = [both((usage) => usage.wakeUps), both(({ cpuSeconds }) => cpuSeconds * 1000)];
    const memory = both(({ memoryBytes }) => memoryBytes / megabyte);
    const children = both((usage) => usage.children);
    yield figure({
      ...common,
      name: 'idle-wakeups',
      ...wakeUps,
      unit: 'per minute',
      note: 'wake-ups of all threads of the extension host, compared with an empty extension',
    });
    yield figure({
      ...common,
      name: 'idle-cpu',
      ...cpu,
      unit: 'ms per minute',
      note: `processor time of the extension host and its ${children.ours} child processes, compared with an empty extension and its ${children.reference}`,
    });
    yield figure({
      name: 'idle-memory',
      ...memory,
      unit: 'MB',
      runs: windows,
      note:
        `minimum private memory of the extension host: ${(memory.ours - memory.reference).toFixed(1)} MB more ` +
        `than with an empty extension, of at most ${maxMegabytes}`,
    });
  } finally {
    await browser.close();
    await ours.close();
    await empty.close();
  }
}

/**
 * Lowers the memory to the minimum measured so far. Memory above that is garbage, which each host collects at a
 * different time.
 */
function withLeast(usage: HostUsage, before: HostUsage | undefined): HostUsage {
  return {
    ...usage,
    memoryBytes: Math.min(usage.memoryBytes, before?.memoryBytes ?? Number.POSITIVE_INFINITY),
  };
}

function since(before: HostUsage | undefined, after: HostUsage): HostUsage {
  return {
    ...after,
    wakeUps: after.wakeUps - (before?.wakeUps ?? 0),
    cpuSeconds: after.cpuSeconds - (before?.cpuSeconds ?? 0),
  };
}
