import { type FormatKind, formatKinds } from '../contract/formats/format.ts';
import { formatRow } from '../contract/formats/table.ts';
import type { Target } from './offer.ts';

/** The most common targets, whatever the source, in display order. */
const common = [
  'jpg png webp avif gif svg ico',
  'pdf docx odt md html txt epub pptx',
  'xlsx csv json yaml toml xml',
  'mp3 m4a wav flac mp4 webm mov mkv',
  'zip tar.gz 7z ttf otf woff2',
].flatMap((formats) => formats.split(' '));

/** Moves the most common formats to the front. */
export function commonFirst(formats: readonly string[]): string[] {
  const most = common.filter((format) => formats.includes(format));
  return [...most, ...formats.filter((format) => !most.includes(format))];
}

/** Targets in groups for display; each is in one group. */
export interface TargetGroups<T extends Target> {
  /** Chosen before, the latest first. */
  readonly recent: readonly T[];
  readonly common: readonly T[];
  /** By kind and then by name; `undefined` is the kind of formats that the table lacks. */
  readonly others: ReadonlyMap<FormatKind | undefined, readonly T[]>;
}

/** Groups `targets`, given the previously chosen formats, the latest first. */
export function groupTargets<T extends Target>(
  targets: readonly T[],
  recentFormats: readonly string[],
): TargetGroups<T> {
  const among = (formats: readonly string[]): T[] =>
    formats.flatMap((format) => targets.find((target) => target.format === format) ?? []);
  const others = targets
    .filter(({ format }) => !recentFormats.includes(format) && !common.includes(format))
    .toSorted((a, b) => byName(a.format, b.format));
  const byKind = Map.groupBy(others, ({ format }) => formatRow(format)?.kind);
  return {
    recent: among(recentFormats),
    common: among(common.filter((format) => !recentFormats.includes(format))),
    others: new Map(
      [...formatKinds, undefined].flatMap((kind) => {
        const ofKind = byKind.get(kind);
        return ofKind === undefined ? [] : [[kind, ofKind] as const];
      }),
    ),
  };
}

/** Format names consist of small letters, digits, and dots, so no locale's collation has to be loaded. */
function byName(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
