import type { Vulnerability } from '../api/engineDescription.ts';
import { engineNamed } from '../index.ts';
import type { ProgramId } from './programs.ts';

/** Known vulnerabilities of an installed program, which a later version fixed. */
interface OpenVulnerabilities {
  /** The source formats that can exploit at least one of them. */
  readonly formats: readonly string[];
  readonly advisories: readonly string[];
  /** The first version without any of them. */
  readonly fixedIn: string;
}

/** Returns the vulnerabilities of a version, or only those that a format can exploit; `undefined` if none is known. */
export function openVulnerabilities(
  program: ProgramId,
  version: string,
  format?: string,
): OpenVulnerabilities | undefined {
  const open = vulnerabilitiesOf(program).flatMap(({ versions, ...vulnerability }) => {
    if (format !== undefined && !vulnerability.formats.includes(format)) return [];
    const range = versions.find(
      ({ from, fixedIn }) => isBefore(version, fixedIn) && (from === undefined || !isBefore(version, from)),
    );
    return range === undefined ? [] : [{ ...vulnerability, fixedIn: range.fixedIn }];
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

/** Operating systems whose programs come from upstream, so that the version shows which vulnerabilities are fixed. */
const withUpstreamBuilds: ReadonlySet<NodeJS.Platform> = new Set(['win32', 'darwin']);

/**
 * True if the version shows which vulnerabilities are fixed. Linux distributions fix vulnerabilities without changing
 * the version.
 */
export function isUpstreamBuild(platform: NodeJS.Platform = process.platform): boolean {
  return withUpstreamBuilds.has(platform);
}

function vulnerabilitiesOf(program: ProgramId): readonly Vulnerability[] {
  return engineNamed(program).program?.vulnerabilities ?? [];
}

export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((each) => each.split('.').map(Number));
  const at = [...left, ...right].findIndex((_, index) => (left[index] ?? 0) !== (right[index] ?? 0));
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
