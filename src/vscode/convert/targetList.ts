import { isProgramId, type ProgramId } from '../../engines/programs/programs.ts';
import { formatById, isImageFormat } from '../../contract/formats/table.ts';
import { maxFolderFiles, type OfferedCombination, type SelectedFile } from '../../planning/possibilities.ts';
import type { TargetGroup } from '../../planning/targetGroups.ts';
import {
  isSamePlace,
  type TargetServices,
  type MenuTarget,
  type TargetLosses,
  type TargetMenu,
  type TargetRemark,
} from '../../planning/targetMenu.ts';
import type { CombinationOrder } from '../../planning/work.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { combinedFiles } from '../request/combinedFiles.ts';
import { costText } from '../text/credits.ts';
import {
  alreadyText,
  fileName,
  leastShareText,
  shareText,
  formatAliases,
  formatName,
  formatTitle,
  kindTitle,
  programName,
  additionText,
  wholeAdditionText,
  serviceName,
} from '../text/names.ts';
import { lossNames } from '../text/losses.ts';
import { problemText } from '../text/problems.ts';
import { untrusted, joined, say, sayCount, type SafeText } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/picks.ts';

/** A format, a format for all files together, or a program that would add formats. */
export type TargetChoice = Choice<
  { readonly format: string } | { readonly combine: string } | { readonly program: ProgramId }
>;

type Entry = TargetChoice | ListHeading;

/**
 * The title of the list: the files, and the services for most targets.
 * @param hasOtherPlace true if the user could choose another service for this run
 */
export function menuTitle(
  { files, usualPlace }: TargetMenu,
  selected: readonly SelectedFile[],
  hasOtherPlace: boolean,
): SafeText {
  const title = targetTitle(files.length > 0 ? files : selected);
  const here = hasOtherPlace ? serviceName('local') : undefined;
  return joined([title, usualPlace === undefined ? here : placeText(usualPlace)], ' · ');
}

function targetTitle(files: readonly SelectedFile[]): SafeText {
  const [first, ...others] = files;
  return first === undefined || others.length > 0
    ? sayCount(files.length, { one: 'Convert {0} file to', other: 'Convert {0} files to' })
    : say('Convert {0} to', fileName(first.uri));
}

/** The tooltip of the button that includes the results of earlier jobs, or excludes them again. */
export function resultsTooltip(count: number, isWithout: boolean): SafeText {
  return isWithout
    ? sayCount(count, {
        one: 'Include {0} result of an earlier run',
        other: 'Include {0} results of earlier runs',
      })
    : sayCount(count, {
        one: 'Exclude {0} result of an earlier run',
        other: 'Exclude {0} results of earlier runs',
      });
}

/** The reason why none of the selected files can be processed. If there is only one, with its name. */
export function obstacleText({ files }: Pick<TargetMenu, 'files'>, obstacle: Problem): SafeText {
  const [first, ...others] = files;
  const reason = problemText(obstacle);
  return first === undefined || others.length > 0 ? reason : say('{0}: {1}', fileName(first.uri), reason);
}

/** The placeholder of the search box: a reason why the list may surprise the user. */
export function remarkText(remark: TargetRemark | undefined): SafeText {
  switch (remark?.kind) {
    case undefined:
      return say('Choose a format');
    case 'truncated':
      return say('Only the first {0} files are included', maxFolderFiles);
    case 'neverUploaded':
      return sayCount(remark.count, {
        one: '{0} of the files is never uploaded because of your settings',
        other: '{0} of the files are never uploaded because of your settings',
      });
    case 'networkUnavailable':
      return say('The network can’t be reached: only formats of this computer are listed');
    case 'unfit':
      return remark.count === 1
        ? say('Choose a format ({0} can’t be converted)', fileName(remark.first))
        : sayCount(
            remark.count - 1,
            {
              one: 'Choose a format ({1} and {0} more can’t be converted)',
              other: 'Choose a format ({1} and {0} more can’t be converted)',
            },
            fileName(remark.first),
          );
  }
}

/** Says that files are still being read to find out what they would lose; `undefined` if none are. */
export function readingText(left: number): SafeText | undefined {
  return left === 0
    ? undefined
    : sayCount(left, { one: 'Reading {0} more file…', other: 'Reading {0} more files…' });
}

/**
 * The rows of the list: formats, combinations, and programs that would add formats. A program comes first for videos,
 * because this computer converts them to few formats without it.
 */
export function menuRows(menu: TargetMenu, order: CombinationOrder): Entry[] {
  const isVideo = menu.sourceFormats.some((format) => formatById(format)?.kind === 'video');
  return [
    ...(isVideo ? programRows(menu) : []),
    ...menu.groups.flatMap((group) => [
      // A heading is only useful if there are several groups.
      ...(menu.groups.length > 1 ? [{ heading: groupTitle(group), isRare: group.isRare }] : []),
      ...group.targets.map((target) => ({ ...targetChoice(target, menu), isRare: group.isRare })),
    ]),
    ...combinationRows(menu, order),
    ...(isVideo ? [] : programRows(menu)),
  ];
}

function groupTitle({ title }: TargetGroup<MenuTarget>): SafeText {
  switch (title) {
    case 'recent':
      return say('Recently used');
    case 'common':
      return say('Common formats');
    case 'forSome':
      return say('For some of the files');
    case 'other':
      return kindTitle(undefined);
    default:
      return kindTitle(title);
  }
}

function targetChoice(target: MenuTarget, { files, usualPlace }: TargetMenu): TargetChoice {
  const { format, place, losses } = target;
  const saysPlace = usualPlace !== undefined && !isSamePlace(place, usualPlace);
  const note = lostText(losses, files.length);
  const { possible } = losses;
  return {
    value: { format },
    label: formatTitle(format),
    description: joined(
      [
        countText(target, files.length),
        isRecognition(target, files) ? say('with searchable text') : undefined,
        isResizing(target, files) ? say('for resizing') : undefined,
        isPerPage(target, files) ? say('several pages in a ZIP') : undefined,
        ...formatAliases(format),
        saysPlace ? placeText(place) : undefined,
      ],
      ' · ',
    ),
    ...(note === undefined ? {} : { note }),
    ...(possible.length > 0 ? { info: say('May lose {0}', lossNames(possible)) } : {}),
  };
}

/** True if the local service would make the text of scanned PDFs searchable, its only conversion from PDF to PDF. */
function isRecognition({ format, place, sameCount }: MenuTarget, files: readonly SelectedFile[]): boolean {
  return (
    format === 'pdf' &&
    sameCount === 0 &&
    place.services.every(({ service }) => service === 'local') &&
    files.some((file) => file.format === 'pdf')
  );
}

/** True if images stay in their format. */
function isResizing({ format, sameCount }: MenuTarget, files: readonly SelectedFile[]): boolean {
  return sameCount === 0 && isImageFormat(format) && files.every((file) => file.format === format);
}

/** True if each page of a PDF becomes a picture. */
function isPerPage({ format }: MenuTarget, files: readonly SelectedFile[]): boolean {
  return isImageFormat(format) && files.some((file) => file.format === 'pdf');
}

function lostText({ certain, fileCount, unreadCount }: TargetLosses, all: number): SafeText | undefined {
  if (certain.length === 0) return undefined;
  const known = unreadCount > 0 ? leastShareText : shareText;
  const share = fileCount < all ? known(fileCount, all) : undefined;
  return joined([say('Loses {0}', lossNames(certain)), share], ' · ');
}

/** The number of files that can be converted to a format, unless all can. */
function countText({ format, fileCount, sameCount }: MenuTarget, all: number): SafeText | undefined {
  const count = fileCount - sameCount;
  if (count === all) return undefined;
  if (sameCount === 0) return shareText(count, all);
  return say('{0} of {1} ({2})', count, all, alreadyText(sameCount, formatName(format)));
}

/** The services for a target, with their minimum cost. */
function placeText({ services, alternative }: TargetServices): SafeText {
  const names = services.map(({ service, credits }) =>
    joined([serviceName(service), credits === undefined ? undefined : costText(credits)], ', '),
  );
  return joined([...names, alternative && alternativeText(alternative)], ' · ');
}

function alternativeText({ service, credits }: NonNullable<TargetServices['alternative']>): SafeText {
  if (service === 'local') return say('or on this computer');
  return credits === undefined ? say('or on the network') : say('or on the network, {0}', costText(credits));
}

/** The tooltip of the button that changes the order of combined files. */
export function orderTooltip(order: CombinationOrder): SafeText {
  return order === 'picked'
    ? say('Combined in Selection Order. Sort by Name')
    : say('Combined by Name. Use Selection Order');
}

/** True if the order of files matters. It doesn't in archives, in which files are found by name. */
export function hasOrder({ targetFormat }: Pick<OfferedCombination, 'targetFormat'>): boolean {
  return formatById(targetFormat)?.kind !== 'archives';
}

function combinationRows({ combinations, usualPlace }: TargetMenu, order: CombinationOrder): Entry[] {
  if (combinations.length === 0) return [];
  const choices = combinations.map(({ targetFormat, files, service }): TargetChoice => {
    const { stem } = combinedFiles(files, order);
    const name = order === 'picked' ? say('in the order selected') : say('in the order of their names');
    return {
      value: { combine: targetFormat },
      label: sayCount(
        files.length,
        { one: 'One {1} — {0} file', other: 'One {1} — {0} files' },
        formatName(targetFormat),
      ),
      description: joined(
        [
          untrusted(`${stem}.${targetFormat}`),
          hasOrder({ targetFormat }) ? name : undefined,
          ...formatAliases(targetFormat),
          usualPlace !== undefined || service === 'network' ? serviceName(service) : undefined,
        ],
        ' · ',
      ),
    };
  });
  return [{ heading: say('Into one file') }, ...choices];
}

function programRows({ installable, sourceFormats }: TargetMenu): Entry[] {
  const choices = installable.flatMap((each): TargetChoice[] =>
    isProgramId(each.program)
      ? [
          {
            value: { program: each.program },
            label: say('Install {0}…', programName(each.program)),
            description: additionText(each, sourceFormats),
            searched: wholeAdditionText(each, sourceFormats),
          },
        ]
      : [],
  );
  return choices.length === 0 ? [] : [{ heading: say('With more programs') }, ...choices];
}
