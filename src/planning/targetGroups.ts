import { type FormatKind, formatKinds } from '../contract/formats/format.ts';
import { formatById } from '../contract/formats/table.ts';

/** The most common targets, for any source, in display order. */
const common = [
  'jpg png webp avif gif svg ico',
  'pdf docx odt md html txt epub pptx',
  'xlsx csv json yaml toml xml',
  'mp3 m4a wav flac mp4 webm mov mkv',
  'zip tar.gz 7z ttf otf woff2',
].flatMap((formats) => formats.split(' '));

/** More recent targets would push the common formats out of sight. */
const maxRecent = 3;
/** A group is only collapsed if that hides at least this many rows. */
const minHidden = 4;

/** Targets under one heading. */
export interface TargetGroup<T> {
  readonly title: 'recent' | 'common' | FormatKind | 'other' | 'forSome';
  /** True for formats that few people need. */
  readonly isRare: boolean;
  readonly targets: readonly T[];
}

/** Moves the most common formats to the front. */
export function commonFirst(formats: readonly string[]): string[] {
  const most = common.filter((format) => formats.includes(format));
  return [...most, ...formats.filter((format) => !most.includes(format))];
}

/**
 * Groups targets for display. Each is in one group: the latest of `recentFormats`, the common ones, others by kind and
 * name, and those that suit only some of the files.
 */
export function groupTargets<T extends { readonly format: string; readonly isForAll: boolean }>(
  targets: readonly T[],
  recentFormats: readonly string[],
): TargetGroup<T>[] {
  const forAll = targets.filter(({ isForAll }) => isForAll);
  const forSome = targets.filter(({ isForAll }) => !isForAll);
  const recent = recentFormats.flatMap((format) => forAll.find((each) => each.format === format) ?? []);
  const latest = recent.slice(0, maxRecent);
  const rest = forAll.filter((target) => !latest.includes(target));
  const rare = rest.filter(({ format }) => !common.includes(format)).toSorted(byName);
  const byKind = Map.groupBy(rare, ({ format }) => formatById(format)?.kind);
  const [someCommon, someRare] = [inOrder(forSome), forSome.filter(isRare).toSorted(byName)];
  const groups: TargetGroup<T>[] = [
    { title: 'recent', isRare: false, targets: latest },
    { title: 'common', isRare: false, targets: inOrder(rest) },
    ...[...formatKinds, undefined].map((kind) => ({
      title: kind ?? ('other' as const),
      isRare: true,
      targets: byKind.get(kind) ?? [],
    })),
    { title: 'forSome', isRare: false, targets: someCommon },
    { title: 'forSome', isRare: true, targets: someRare },
  ];
  const filled = groups.filter((group) => group.targets.length > 0);
  const hidden = filled.filter((group) => group.isRare).flatMap((group) => group.targets);
  const mayHide = hidden.length >= minHidden && hidden.length < targets.length;
  return mayHide ? filled : filled.map((group) => ({ ...group, isRare: false }));
}

function isRare({ format }: { readonly format: string }): boolean {
  return !common.includes(format);
}

/** The common targets among these, in display order. */
function inOrder<T extends { readonly format: string }>(targets: readonly T[]): T[] {
  return common.flatMap((format) => targets.find((target) => target.format === format) ?? []);
}

/**
 * Compares format names. They consist of lower-case letters, digits, and dots, so no locale's collation has to be
 * loaded.
 */
function byName(one: { readonly format: string }, other: { readonly format: string }): number {
  if (one.format === other.format) return 0;
  return one.format < other.format ? -1 : 1;
}
