import { own } from '../../util/own.ts';
import { demuxers } from './ffmpeg/formats.ts';
import { laidOut } from './libreoffice/formats.ts';
import type { ProgramId } from './programs.ts';
import { isBefore } from './versions.ts';

/** A security hole that is known of a program, in something that we have it do. */
export interface Hole {
  readonly program: ProgramId;
  /** The sources that can use it. */
  readonly formats: readonly string[];
  /** The versions that have it: from one, or from the first, to before the one without it. */
  readonly versions: readonly { readonly from?: string; readonly fixedIn: string }[];
  /** Its names at https://www.cve.org, whose records this rests on. */
  readonly advisories: readonly string[];
}

const readBy = (...names: readonly string[]): string[] =>
  Object.keys(demuxers).filter((format) => names.includes(own(demuxers, format) ?? ''));

const postScript = ['ps', 'eps', 'pdf'];
const openXml = [...laidOut].filter((format) => /^(?:doc|dot|xls|xlt|ppt|pps|pot)[xm]$/.test(format));
const openDocument = [...laidOut].filter((format) => /^(?:f?od[tsp]|ot[tsp])$/.test(format));

/**
 * Pandoc is not here: what was found of it does not concern `--sandbox` (release notes of 3.1.4), in which alone it runs.
 */
export const knownHoles: readonly Hole[] = [
  {
    // A decoder of films writes beyond its memory; the branches were mended one by one (jellyfin/jellyfin-ffmpeg#730).
    program: 'ffmpeg',
    formats: readBy('avi', 'mov', 'matroska', 'asf'),
    versions: [{ fixedIn: '7.1.5' }, { from: '8.0', fixedIn: '8.0.3' }, { from: '8.1', fixedIn: '8.1.2' }],
    advisories: ['CVE-2026-8461'],
  },
  {
    // What says how a document is encrypted makes it write beyond its memory.
    program: 'libreoffice',
    formats: openXml,
    versions: [
      { from: '25.8', fixedIn: '25.8.7' },
      { from: '26.2', fixedIn: '26.2.3' },
    ],
    advisories: ['CVE-2026-4430'],
  },
  {
    // A font in a document is written to any place.
    program: 'libreoffice',
    formats: [...openDocument, ...openXml],
    versions: [{ from: '24.8', fixedIn: '24.8.4' }],
    advisories: ['CVE-2024-12425'],
  },
  {
    // What a book says of itself is run as a program.
    program: 'calibre',
    formats: ['epub'],
    versions: [{ fixedIn: '9.10.0' }],
    advisories: ['CVE-2026-53511'],
  },
  {
    // A book names a file to decrypt, which may be any of the computer.
    program: 'calibre',
    formats: ['epub'],
    versions: [{ fixedIn: '9.2.0' }],
    advisories: ['CVE-2026-25636'],
  },
  {
    // Pictures of a book are written to any place.
    program: 'calibre',
    formats: ['pdb'],
    versions: [{ fixedIn: '9.3.0' }],
    advisories: ['CVE-2026-26065'],
  },
  {
    // The same.
    program: 'calibre',
    formats: ['rb'],
    versions: [{ fixedIn: '9.5.0' }],
    advisories: ['CVE-2026-30853'],
  },
  {
    // A text takes in pictures of any place; these books hold one.
    program: 'calibre',
    formats: ['pdb', 'tcr'],
    versions: [{ fixedIn: '9.6.0' }],
    advisories: ['CVE-2026-33206'],
  },
  {
    // A character map makes it write beyond its memory; the record names the last version that has it.
    program: 'ghostscript',
    formats: postScript,
    versions: [{ fixedIn: '10.06.0' }],
    advisories: ['CVE-2025-59798'],
  },
  {
    // A letter makes it write beyond its memory.
    program: 'ghostscript',
    formats: postScript,
    versions: [{ fixedIn: '10.05.0' }],
    advisories: ['CVE-2025-27835'],
  },
  {
    // File names lead out of -dSAFER, or to code that is run.
    program: 'ghostscript',
    formats: postScript,
    versions: [{ fixedIn: '10.04.0' }],
    advisories: ['CVE-2024-46953', 'CVE-2024-46954', 'CVE-2024-46956'],
  },
  {
    // Two devices and a path lead out of -dSAFER.
    program: 'ghostscript',
    formats: postScript,
    versions: [{ fixedIn: '10.03.1' }],
    advisories: ['CVE-2024-29510', 'CVE-2024-33870', 'CVE-2024-33871'],
  },
];

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
  const open = knownHoles.flatMap(({ versions, ...hole }) => {
    if (hole.program !== program || (format !== undefined && !hole.formats.includes(format))) return [];
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
