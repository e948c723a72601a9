import { type FormatKind, formatKinds } from '../contract/formats/format.ts';
import { formatRow } from '../contract/formats/table.ts';
import type { Target } from './offer.ts';

/** The formats that most people mean, whatever the source is, in the order that they are shown in. */
const common = [
  'jpg png webp avif gif svg ico',
  'pdf docx odt md html txt epub pptx',
  'xlsx csv json yaml toml xml',
  'mp3 m4a wav flac mp4 webm mov mkv',
  'zip tar.gz 7z ttf otf woff2',
].flatMap((formats) => formats.split(' '));

/** The formats that most people mean, then the others as they come. */
export function commonFirst(formats: readonly string[]): string[] {
  const most = common.filter((format) => formats.includes(format));
  return [...most, ...formats.filter((format) => !most.includes(format))];
}

/** Targets as a person looks for them; each is in one group. */
export interface TargetGroups<T extends Target> {
  /** Chosen before, the latest first. */
  readonly recent: readonly T[];
  readonly common: readonly T[];
  /** By their kinds and then by name; `undefined` is the kind of what the table of formats does not know. */
  readonly others: ReadonlyMap<FormatKind | undefined, readonly T[]>;
}

/** Groups `targets`, given the formats that were chosen before, the latest first. */
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

/** Names of formats have small letters, figures and dots alone, for which no language's rules have to be loaded. */
function byName(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
