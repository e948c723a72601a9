import { execFileSync } from 'node:child_process';
import { root } from '../paths.ts';

/** A part of the tests that `npm test` leaves out. */
interface Part {
  /** The folders of its tests in `test/sweeps`. */
  readonly folders: readonly string[];
  /** The beginnings of the paths of the files that it tests. */
  readonly tests: readonly string[];
}

/** The parts, which together are everything that `npm test` leaves out. A file belongs to the first part that tests it. */
export const parts = {
  engines: {
    folders: ['engines'],
    tests: [
      'src/engines/',
      'src/contract/formats/',
      'test/fixtures/',
      'test/sweeps/engines/',
      'test/unit/engines/',
      'tools/matrix/',
      'tools/referenceDecoders/',
    ],
  },
  service: {
    folders: ['service'],
    tests: [
      'src/service/',
      'src/contract/',
      'src/util/',
      'test/service/',
      'test/support/service/',
      'test/sweeps/service/',
      'test/unit/service/',
      'tools/conformance/',
      'tools/corpus/',
      'tools/fuzz/',
      'tools/torture/',
    ],
  },
  network: {
    folders: ['network'],
    tests: [
      'deploy/',
      'src/network/',
      'test/network/',
      'test/support/network/',
      'test/sweeps/network/',
      'test/unit/network/',
    ],
  },
  editor: {
    folders: ['host', 'ui'],
    tests: [
      'l10n/',
      'media/',
      'package.',
      'src/',
      'test/host/',
      'test/support/vscode/',
      'test/support/workbench/',
      'test/sweeps/',
      'test/ui/',
      'test/unit/',
    ],
  },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts).filter(isPart);

export function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

/** The part that tests most of the files changed by the commits of the last day before HEAD. */
export function changedPart(): PartName {
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  const since = Number(seconds) - 24 * 60 * 60;
  const changed = git('log', `--since=${since}`, '--name-only', '--format=').split('\n');
  return partOf(changed, commit);
}

/** The part that tests most of these files; a file can be listed several times. The commit decides between equals. */
function partOf(changed: readonly string[], commit: string): PartName {
  const counts = partNames.map((name) => ({ name, count: 0 }));
  for (const file of changed) {
    const count = counts.find(({ name }) => parts[name].tests.some((start) => file.startsWith(start)));
    if (count !== undefined) count.count += 1;
  }
  const most = Math.max(...counts.map(({ count }) => count));
  const equals = counts.filter(({ count }) => count === most).map(({ name }) => name);
  return equals[Number.parseInt(commit.slice(0, 7), 16) % equals.length] ?? 'engines';
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
