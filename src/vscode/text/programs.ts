import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import type { Installable } from '../../planning/offer.ts';
import { commonFirst } from '../../planning/targetGroups.ts';
import { formatName } from './formats.ts';
import { untrusted, listed, say, sayCount, type SafeText } from './safeText.ts';

const maxNamed = 3;

export function programName(id: ProgramId): SafeText {
  return untrusted(programs[id].name);
}

/** Describes what a program would add, such as “to convert MP4 to MP3, GIF, WEBM and 30 more formats”. */
export function additionText({ targets }: Installable, sourceFormats: readonly string[]): SafeText {
  const named = commonFirst(targets).slice(0, maxNamed).map(formatName);
  const more = targets.length - named.length;
  const others = more > 0 ? [sayCount(more, { one: '{0} more format', other: '{0} more formats' })] : [];
  return conversionText(sourceFormats, listed([...named, ...others]));
}

/** All formats that a program would add, by name, so that users can search the list for them. */
export function wholeAdditionText({ targets }: Installable, sourceFormats: readonly string[]): SafeText {
  return conversionText(sourceFormats, listText(commonFirst(targets)));
}

function conversionText(sourceFormats: readonly string[], targets: SafeText): SafeText {
  return say('to convert {0} to {1}', listText([...new Set(sourceFormats)]), targets);
}

function listText(formats: readonly string[]): SafeText {
  return listed(formats.map(formatName));
}
