import { execFileSync } from 'node:child_process';
import { root } from '../paths.ts';

/** A part of the tests that `npm test` leaves out. */
interface Part {
  /** The folders of its tests in `test/sweeps`. */
  readonly folders: readonly string[];
  /** The beginnings of the paths of the files that it tests, except the code and tests in folders of the same name. */
  readonly tests: readonly string[];
}

/** The parts, which together are everything that `npm test` leaves out. A file belongs to the first part that tests it. */
export const parts = {
  engines: {
    folders: ['engines'],
    tests: ['src/contract/formats/', 'test/fixtures/', 'tools/matrix/', 'tools/referenceDecoders/'],
  },
  service: {
    folders: ['service'],
    tests: [
      'src/contract/',
      'src/util/',
      'tools/conformance/',
      'tools/corpus/',
      'tools/fuzz/',
      'tools/torture/',
    ],
  },
  network: { folders: ['network'], tests: ['deploy/'] },
  editor: { folders: ['host', 'ui'], tests: ['l10n/', 'media/', 'package.', 'src/', 'test/'] },
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
  const tested = changed.map((file) => partNames.find((name) => isTestedBy(parts[name], file)));
  const counts = partNames.map((name) => tested.filter((each) => each === name).length);
  const equals = partNames.filter((_, index) => counts[index] === Math.max(...counts));
  return equals[Number.parseInt(commit.slice(0, 7), 16) % equals.length] ?? 'engines';
}

function isTestedBy({ folders, tests }: Part, file: string): boolean {
  const parents = ['src', 'test', 'test/sweeps', 'test/support', 'test/unit'];
  const own = folders.flatMap((name) => parents.map((parent) => `${parent}/${name}/`));
  return [...own, ...tests].some((start) => file.startsWith(start));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
