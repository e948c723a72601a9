import type { Hole } from '../api/engineDescription.ts';
import { engineNamed } from '../index.ts';
import type { ProgramId } from './programs.ts';

/** Holes of one version of a program. */
export interface OpenHoles {
  /** The sources that can use any of them. */
  readonly formats: readonly string[];
  readonly advisories: readonly string[];
  /** The version that has none of them. */
  readonly fixedIn: string;
}

/** The holes of a version, all of them or those that a format can use; `undefined` where it has none that is known. */
export function openHoles(program: ProgramId, version: string, format?: string): OpenHoles | undefined {
  const open = holesOf(program).flatMap(({ versions, ...hole }) => {
    if (format !== undefined && !hole.formats.includes(format)) return [];
    const range = versions.find(
      ({ from, fixedIn }) => isBefore(version, fixedIn) && (from === undefined || !isBefore(version, from)),
    );
    return range === undefined ? [] : [{ ...hole, fixedIn: range.fixedIn }];
  });
  const [first, ...others] = open;
  if (first === undefined) return undefined;
  return {
    formats: [...new Set(open.flatMap(({ formats }) => formats))],
    advisories: open.flatMap(({ advisories }) => advisories),
    fixedIn: others.reduce(
      (latest, { fixedIn }) => (isBefore(latest, fixedIn) ? fixedIn : latest),
      first.fixedIn,
    ),
  };
}

/** Systems whose programs come from their makers, so that the version tells whether a hole is mended. */
const withUpstreamBuilds: ReadonlySet<NodeJS.Platform> = new Set(['win32', 'darwin']);

/**
 * Whether the version tells all: a distribution of Linux mends holes in the versions that it has, which are named as
 * before.
 */
export function isUpstreamBuild(platform: NodeJS.Platform = process.platform): boolean {
  return withUpstreamBuilds.has(platform);
}

function holesOf(program: ProgramId): readonly Hole[] {
  return engineNamed(program).program?.holes ?? [];
}

/** Whether a version is one before another. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((each) => each.split('.').map(Number));
  const at = [...left, ...right].findIndex((_, index) => (left[index] ?? 0) !== (right[index] ?? 0));
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
