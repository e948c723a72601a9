import type { Loss } from '../../contract/losses.ts';
import { isSaved, type Job } from '../../jobs/core/job.ts';
import { ownValue } from '../../util/ownValue.ts';
import { untrusted, listed, say, sayCount, type SafeText, joined, sentences } from './safeText.ts';
import { namesText } from './batches.ts';

const texts: Readonly<Record<Loss, () => SafeText>> = {
  anchors: () => say('anchors and tags (their values are kept)'),
  animation: () => say('animation'),
  chapters: () => say('chapters'),
  charts: () => say('charts'),
  color: () => say('color (converted to gray)'),
  colors: () => say('colors beyond 256'),
  comments: () => say('comments'),
  cover: () => say('the cover'),
  dateTypes: () => say('date types (converted to text)'),
  depth: () => say('more than 8 bits per channel'),
  diagrams: () => say('diagrams (kept as code)'),
  drawings: () => say('pictures and charts'),
  dynamicRange: () => say('HDR brightness'),
  effects: () => say('filters and blend modes'),
  encoding: () => say('the original encoding, if the format doesn’t support it'),
  encryption: () => say('password protection'),
  executables: () => say('executable permissions'),
  farTimes: () => say('times before 1970 and after 2106'),
  fileAttributes: () => say('Windows file attributes'),
  fineLayout: () => say('small layout details'),
  fineTimes: () => say('fractional seconds'),
  formatting: () => say('formatting'),
  formulas: () => say('formulas (their results are kept)'),
  hiddenText: () => say('hidden text'),
  highRates: () => say('frequencies above 24 kHz'),
  hyperlinks: () => say('links'),
  iconSizes: () => say('all sizes but the largest'),
  interactiveOutputs: () => say('interactive outputs (kept as text)'),
  languages: () => say('track languages'),
  largeNumbers: () => say('numbers beyond 64 bits (converted to text)'),
  layers: () => say('layers (flattened)'),
  layout: () => say('layout'),
  linkedFiles: () => say('linked pictures, fonts, and styles'),
  linkedPictures: () => say('linked pictures (their names are kept)'),
  links: () => say('symbolic links and devices'),
  lists: () => say('lists (kept as text)'),
  loop: () => say('looping (the player decides)'),
  macros: () => say('macros'),
  mathematics: () => say('math markup (converted to text)'),
  metadata: () => say('metadata'),
  metafiles: () => say('EMF and WMF pictures'),
  milliseconds: () => say('milliseconds (times are rounded to hundredths of a second)'),
  mixedOrder: () => say('the order of text between elements'),
  moreTags: () => say('tags other than title, artist, album, track, date, and genre'),
  nesting: () => say('nesting (flattened)'),
  newerFeatures: () => say('newer features'),
  newerStyles: () => say('details that only browsers draw, such as newer CSS'),
  notes: () => say('footnotes (moved to the end)'),
  noteTexts: () => say('footnotes and endnotes'),
  nulls: () => say('empty values'),
  numbering: () => say('list numbers other than 1, 2, 3 (converted to text)'),
  otherFiles: () => say('files that aren’t pictures'),
  otherFonts: () => say('fonts that aren’t embedded'),
  otherTables: () => say('all tables and views but one'),
  otherTracks: () => say('audio tracks after the first'),
  outputs: () => say('cell outputs'),
  overflow: () => say('text wider than its cell (cut off)'),
  owners: () => say('file owners'),
  pages: () => say('pages after the first'),
  partialTransparency: () => say('partial transparency'),
  pictures: () => say('pictures'),
  rareFormulas: () => say('formulas that can’t be typeset (kept as TeX)'),
  rawHtml: () => say('HTML content'),
  recording: () => say('time and place of the recording'),
  rightToLeft: () => say('the order of right-to-left words'),
  sampleDepth: () => say('more than 16 bits per sample'),
  shades: () => say('color and shades (converted to black and white)'),
  sheets: () => say('all sheets but one'),
  signature: () => say('the digital signature'),
  sound: () => say('sound'),
  speakers: () => say('the names of speakers'),
  subtitles: () => say('subtitles'),
  surround: () => say('channels beyond two (mixed down)'),
  tables: () => say('tables (kept as text)'),
  tags: () => say('tags like title and artist'),
  text: () => say('selectable text'),
  times: () => say('subtitle timing'),
  transparency: () => say('transparency'),
  truths: () => say('TRUE and FALSE (shown as 1 and 0)'),
  types: () => say('value types (converted to text)'),
  unknownTracks: () => say('tracks of unknown kinds'),
  unreadableTables: () => say('tables and views that need another program'),
  vector: () => say('vector shapes (converted to pixels)'),
  vectorDrawings: () => say('vector drawings'),
  video: () => say('the video'),
  wideGamut: () => say('colors beyond sRGB'),
  writeAheadLog: () => say('changes in the -wal or -journal file beside the database'),
};

/** Losses of content, most serious first. They come before losses of style, because lists cut off the end of a line. */
const gravest = [
  'video',
  'sound',
  'text',
  'sheets',
  'writeAheadLog',
  'otherTables',
  'unreadableTables',
  'outputs',
  'pages',
  'animation',
  'otherFiles',
  'pictures',
  'metafiles',
  'vectorDrawings',
  'charts',
  'drawings',
  'linkedFiles',
  'linkedPictures',
  'tables',
  'formulas',
  'comments',
  'hiddenText',
  'noteTexts',
  'subtitles',
  'times',
  'otherTracks',
  'unknownTracks',
  'chapters',
  'macros',
  'encryption',
  'signature',
  'overflow',
  'nulls',
  'nesting',
  'rawHtml',
  'iconSizes',
  'layers',
  'shades',
  'color',
  'transparency',
  'partialTransparency',
  'vector',
  'surround',
  'hyperlinks',
  'colors',
  'layout',
] as const satisfies readonly Loss[];

/** Sorts losses, most serious first, and removes duplicates. */
export function lossesInOrder(names: readonly string[]): string[] {
  const lost = new Set(names);
  const first = gravest.filter((name) => lost.has(name));
  return [...new Set([...first, ...lost])];
}

/** The text for a loss. An unknown name is shown unchanged. */
export function lossText(name: string): SafeText {
  return ownValue<() => SafeText>(texts, name)?.() ?? untrusted(name);
}

/** More losses than any of our own conversions has. */
const maxNamedLosses = 30;

/** The names of losses, in one line. */
export function lossNames(losses: readonly string[]): SafeText {
  return joined(lossesInOrder(losses).slice(0, maxNamedLosses).map(lossText), ', ');
}

/** Says which properties and pictures files had that their results lack; `undefined` if none are known. */
export function lostText(
  jobs: readonly Pick<Job, 'state' | 'losses' | 'missingPictures'>[],
): SafeText | undefined {
  const missing = jobs.flatMap((job) => (isSaved(job) ? (job.missingPictures ?? []) : []));
  const text = sentences([
    lostPropertiesText(jobs),
    missing.length === 0
      ? undefined
      : say('Pictures not found or too large: {0}.', namesText(missing.map(untrusted))),
  ]);
  return text === '' ? undefined : text;
}

function lostPropertiesText(jobs: readonly Pick<Job, 'state' | 'losses'>[]): SafeText | undefined {
  const lossy = jobs.filter((job) => isSaved(job) && (job.losses ?? []).length > 0);
  if (lossy.length === 0) return undefined;
  const names = lossy.flatMap(({ losses = [] }) => losses);
  if (jobs.length === 1) return namedLossesText(names);
  const all = listed(lossesInOrder(names).map(lossText));
  return sayCount(lossy.length, { one: '{0} file lost {1}.', other: '{0} files lost {1}.' }, all);
}

/** Says that a file lost these properties; `undefined` if there are none. */
export function namedLossesText(names: readonly string[]): SafeText | undefined {
  return names.length === 0 ? undefined : say('Lost: {0}.', listed(lossesInOrder(names).map(lossText)));
}
