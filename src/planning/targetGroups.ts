import { type FileKind, type FormatKind, formatKinds } from '../contract/formats/format.ts';
import { fileKind, formatById } from '../contract/formats/table.ts';

const pages = 'pdf docx odt md html txt epub pptx';
const tables = 'xlsx csv json yaml toml xml';
const sounds = 'mp3 m4a wav flac';
const videos = 'mp4 webm mov mkv';
const archives = 'zip tar.gz 7z';

/** The most common targets, in display order. */
const common = formatsIn(
  'jpg png webp avif gif svg ico',
  pages,
  tables,
  sounds,
  videos,
  archives,
  'ttf otf woff2',
);

/** The targets that come before the other common ones, for each kind of source. Most people want the first one. */
const commonOf: Readonly<Partial<Record<FileKind, readonly string[]>>> = {
  archives: formatsIn(archives),
  audio: formatsIn(sounds),
  data: formatsIn('json yaml csv', tables),
  documents: formatsIn(pages),
  drawings: formatsIn('png pdf'),
  ebooks: formatsIn('epub', pages),
  fonts: formatsIn('woff2 ttf otf'),
  sheets: formatsIn(tables, pages),
  slides: formatsIn(pages),
  texts: formatsIn(pages),
  video: formatsIn(videos, 'gif', sounds),
};

function formatsIn(...lists: readonly string[]): string[] {
  return lists.flatMap((formats) => formats.split(' '));
}

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
export function commonFirst(formats: readonly string[], sourceFormats: readonly string[]): string[] {
  const most = commonFor(sourceFormats).filter((format) => formats.includes(format));
  return [...most, ...formats.filter((format) => !most.includes(format))];
}

/**
 * The most common targets for these sources, in display order. Files of several kinds have the usual order. Resizing an
 * image comes last.
 */
function commonFor(sourceFormats: readonly string[]): string[] {
  const [kind = 'other', ...others] = new Set([...new Set(sourceFormats)].map(fileKind));
  const shown = [...new Set([...(others.length === 0 ? (commonOf[kind] ?? []) : []), ...common])];
  const isSame = (format: string): boolean =>
    kind === 'images' && sourceFormats.every((source) => source === format);
  return [...shown.filter((format) => !isSame(format)), ...shown.filter(isSame)];
}

/**
 * Groups targets for display. Each is in one group: the latest of `recentFormats`, the common ones, others by kind and
 * name, and those that suit only some of the files.
 */
export function groupTargets<T extends { readonly format: string; readonly isForAll: boolean }>(
  targets: readonly T[],
  recentFormats: readonly string[],
  sourceFormats: readonly string[],
): TargetGroup<T>[] {
  const shown = commonFor(sourceFormats);
  const inOrder = (some: readonly T[]): T[] =>
    shown.flatMap((format) => some.find((target) => target.format === format) ?? []);
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

/**
 * Compares format names. They consist of lower-case letters, digits, and dots, so no locale's collation has to be
 * loaded.
 */
function byName(one: { readonly format: string }, other: { readonly format: string }): number {
  if (one.format === other.format) return 0;
  return one.format < other.format ? -1 : 1;
}
