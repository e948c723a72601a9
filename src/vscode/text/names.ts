import { type FormatKind, type FormatName, inEnglish } from '../../contract/formats/format.ts';
import { formatById } from '../../contract/formats/table.ts';
import { untrusted, say, sayPhrase, type SafeText, joined, sayCount, listed } from './safeText.ts';
import type { JobRequest } from '../../jobs/core/job.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import { imageSetIds, type ImageSetId } from '../../planning/work.ts';
import type { Installable } from '../../planning/offer.ts';
import { commonFirst } from '../../planning/targetGroups.ts';
import type { ServiceId } from '../../jobs/core/service.ts';
import type { ToolId } from '../../contract/tools.ts';

/** The short name of a format, from its extension, such as `JPG`. Names with a spelling of their own keep it: `WebP`. */
export function formatName(format: string): SafeText {
  const short = format.toUpperCase();
  const name = formatById(format)?.name;
  return untrusted(typeof name === 'string' && name.toUpperCase() === short ? name : short);
}

/** The short name of a format with its full name, such as `JPG — JPEG`. */
export function formatTitle(format: string): SafeText {
  const short = formatName(format);
  const name = formatById(format)?.name;
  return name === undefined || inEnglish(name).toUpperCase() === short.toUpperCase()
    ? short
    : say('{0} — {1}', short, nameText(name));
}

/** Other names of a format that users may search for. */
export function formatAliases(format: string): SafeText[] {
  return (formatById(format)?.aliases ?? []).map(nameText);
}

function nameText(name: FormatName): SafeText {
  return typeof name === 'string' ? untrusted(name) : sayPhrase(name);
}

const kindTitles: Readonly<Record<FormatKind, () => SafeText>> = {
  images: () => say('More images'),
  documents: () => say('More documents'),
  audio: () => say('More audio'),
  video: () => say('More video'),
  fonts: () => say('More fonts'),
  ebooks: () => say('More books'),
  archives: () => say('More archives'),
  data: () => say('More data'),
};

/** The heading above the less common formats of a kind. If the kind is unknown, a general heading. */
export function kindTitle(kind: FormatKind | undefined): SafeText {
  return kind === undefined ? say('Other formats') : kindTitles[kind]();
}

/** Maximum number of names in a tooltip, because more would fill the screen. */
const maxNames = 10;

/** The name of a job's file. If it has several, their number. */
export function sourceName({ source, combined }: Pick<JobRequest, 'source' | 'combined'>): SafeText {
  const count = combined?.sources.length ?? 1;
  return count === 1 ? fileName(source) : filesText(count);
}

const imageSetNames: Readonly<Record<ImageSetId, () => SafeText>> = {
  responsiveWidths: () => say('Responsive widths'),
  favicon: () => say('Favicon set'),
  appIcons: () => say('App icon set'),
};

export function imageSetName(imageSet: ImageSetId): SafeText {
  return imageSetNames[imageSet]();
}

/** The name of the format that a job converts to, or of the set of pictures; `undefined` for compression. */
export function targetName({
  targetFormat,
  imageSet,
}: Pick<JobRequest, 'targetFormat' | 'imageSet'>): SafeText | undefined {
  const set = imageSetIds.find((id) => id === imageSet);
  if (set !== undefined) return imageSetName(set);
  return targetFormat === undefined ? undefined : formatName(targetFormat);
}

/** The names of a job's first files, one per line, if it has several. */
export function sourceNames({ combined }: Pick<JobRequest, 'combined'>): SafeText | undefined {
  const sources = combined?.sources ?? [];
  if (sources.length < 2) return undefined;
  const more = sources.length - maxNames;
  return joined(
    [
      ...sources.slice(0, maxNames).map(({ path }) => untrusted(path)),
      more > 0 ? sayCount(more, { one: 'and {0} more', other: 'and {0} more' }) : undefined,
    ],
    '\n',
  );
}

export function filesText(count: number): SafeText {
  return sayCount(count, { one: '{0} file', other: '{0} files' });
}

/** The number of affected files out of all files, as text. */
export function shareText(count: number, all: number): SafeText {
  return sayCount(all, { one: '{1} of {0} file', other: '{1} of {0} files' }, count);
}

/** The number of affected files, if others may be, too. */
export function leastShareText(count: number, all: number): SafeText {
  return sayCount(all, { one: 'at least {1} of {0} file', other: 'at least {1} of {0} files' }, count);
}

/** The number of files that already have the target format, as text. */
export function alreadyText(count: number, format: SafeText): SafeText {
  return sayCount(count, { one: '{0} is already {1}', other: '{0} are already {1}' }, format);
}

export function fileName(uri: string): SafeText {
  return untrusted(baseName(uri));
}

const maxNamed = 3;

export function programName(id: ProgramId): SafeText {
  return untrusted(programs[id].name);
}

/** Describes what a program would add, such as “to convert MP4 to MP3, GIF, WEBM and 30 more formats”. */
export function additionText({ targets }: Installable, sourceFormats: readonly string[]): SafeText {
  const named = commonFirst(targets, sourceFormats).slice(0, maxNamed).map(formatName);
  const more = targets.length - named.length;
  const others = more > 0 ? [sayCount(more, { one: '{0} more format', other: '{0} more formats' })] : [];
  return conversionText(sourceFormats, [...named, ...others]);
}

/** All formats that a program would add, by name, so that users can search the list for them. */
export function wholeAdditionText({ targets }: Installable, sourceFormats: readonly string[]): SafeText {
  return conversionText(sourceFormats, commonFirst(targets, sourceFormats).map(formatName));
}

function conversionText(sourceFormats: readonly string[], targets: readonly SafeText[]): SafeText {
  const sources = [...new Set(sourceFormats)].map(formatName);
  return say('to convert {0} to {1}', listed(sources), listed(targets));
}

export function serviceName(service: ServiceId): SafeText {
  switch (service) {
    case 'local':
      return say('This computer');
    case 'network':
      return say('Network');
  }
}

const toolNames: Readonly<Record<ToolId, () => SafeText>> = {
  convert: () => say('Convert'),
  compress: () => say('Compress'),
  combine: () => say('Combine'),
};

/** The name of a tool, as buttons show it. */
export function toolName(tool: ToolId): SafeText {
  return toolNames[tool]();
}
