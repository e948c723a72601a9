import { isProgramId, type ProgramId } from '../../engines/programs/programs.ts';
import type { Route } from '../../planning/offer.ts';
import {
  maxFolderFiles,
  type OfferedTarget,
  type SelectedFile,
  type TargetChoices,
  type TargetRemark,
} from '../../planning/possibilities.ts';
import { groupTargets } from '../../planning/targetGroups.ts';
import type { Problem } from '../../jobs/core/job.ts';
import type { ServiceId } from '../../jobs/core/service.ts';
import { costText } from '../text/credits.ts';
import { alreadyText, fileName, shareText } from '../text/files.ts';
import { formatAliases, formatName, formatTitle, kindTitle } from '../text/formats.ts';
import { lossesInOrder, lossText } from '../text/losses.ts';
import { problemText } from '../text/problems.ts';
import { programName, wholeAdditionText } from '../text/programs.ts';
import { serviceName } from '../text/services.ts';
import { joined, say, sayCount, type Words } from '../text/words.ts';
import type { Choice, Heading } from '../ui/choice.ts';

/** More than any conversion of ours leaves out. */
const maxNamedLosses = 30;

/** A format, one that several files become together, or a program that would add formats. */
export type TargetChoice = Choice<
  { readonly format: string } | { readonly combine: string } | { readonly program: ProgramId }
>;

/** The title over the formats that files can become. */
export function targetTitle(files: readonly SelectedFile[]): Words {
  const [first, ...others] = files;
  return first === undefined || others.length > 0
    ? sayCount(files.length, { one: 'Convert {0} file to', other: 'Convert {0} files to' })
    : say('Convert {0} to', fileName(first.uri));
}

/** What the button does that takes the results of earlier jobs along, or leaves them out again. */
export function resultsTooltip(count: number, isWithout: boolean): Words {
  return isWithout
    ? sayCount(count, {
        one: 'Also take {0} result of an earlier run',
        other: 'Also take {0} results of earlier runs',
      })
    : sayCount(count, {
        one: 'Leave out {0} result of an earlier run',
        other: 'Leave out {0} results of earlier runs',
      });
}

/** Why nothing can be done with a selection, with the name of the file where it is only one. */
export function obstacleText({ files }: Pick<TargetChoices, 'files'>, obstacle: Problem): Words {
  const [first, ...others] = files;
  const reason = problemText(obstacle);
  return first === undefined || others.length > 0 ? reason : say('{0}: {1}', fileName(first.uri), reason);
}

/** What stands in the empty search box: why the list is not what a person may expect. */
export function remarkText(remark: TargetRemark | undefined): Words {
  switch (remark?.kind) {
    case undefined:
      return say('Choose a format');
    case 'truncated':
      return say('Only the first {0} files are taken', maxFolderFiles);
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

/** Whether all that files can become is made on this computer alone, so that no row has to say so. */
export function isAllHere({ targets }: Pick<TargetChoices, 'targets'>): boolean {
  return targets.every(
    ({ routes, alternatives = [] }) =>
      alternatives.length === 0 && routes.every(({ service }) => service === 'local'),
  );
}

/**
 * The list of formats, each with where it is made, what it costs and what it leaves out: those of `recent` first, the latest
 * on top, then what files become together, and programs that would add more at the end.
 */
export function targetList(
  choices: TargetChoices,
  recent: readonly string[],
  together: readonly (TargetChoice | Heading)[] = [],
): (TargetChoice | Heading)[] {
  return [...formatChoices(choices, recent), ...together, ...programChoices(choices)];
}

function formatChoices(choices: TargetChoices, recent: readonly string[]): (TargetChoice | Heading)[] {
  const { targets, files } = choices;
  const saysPlace = !isAllHere(choices);
  const fileCount = files.length;
  const forAll = groupTargets(
    targets.filter((target) => target.fileCount === fileCount),
    recent,
  );
  const forSome = groupTargets(
    targets.filter((target) => target.fileCount < fileCount),
    recent,
  );
  const titled: [Words, readonly OfferedTarget[]][] = [
    [say('Recently used'), forAll.recent],
    [say('Common formats'), forAll.common],
    ...[...forAll.others].map(([kind, group]): [Words, readonly OfferedTarget[]] => [kindTitle(kind), group]),
    [say('For some of the files'), [forSome.recent, forSome.common, ...forSome.others.values()].flat()],
  ];
  const filled = titled.filter(([, group]) => group.length > 0);
  // A single heading would tell nothing.
  return filled.flatMap(([title, group]) => [
    ...(filled.length > 1 ? [{ heading: title }] : []),
    ...group.map((target) => formatChoice(target, choices, saysPlace)),
  ]);
}

function formatChoice(
  target: OfferedTarget,
  { files, networkCharges }: TargetChoices,
  saysPlace: boolean,
): TargetChoice {
  const lost = lossesInOrder(target.routes.flatMap(({ pair }) => pair.drops ?? []));
  return {
    value: { format: target.format },
    label: formatTitle(target.format),
    description: joined(
      [
        countText(target, files.length),
        ...formatAliases(target.format),
        saysPlace ? placeText(target, networkCharges) : undefined,
      ],
      ' · ',
    ),
    ...(lost.length > 0
      ? { detail: say('Leaves out: {0}', joined(lost.slice(0, maxNamedLosses).map(lossText), ', ')) }
      : {}),
  };
}

/** How many of the files become the format, where not all do. */
function countText({ format, fileCount, sameCount }: OfferedTarget, all: number): Words | undefined {
  const count = fileCount - sameCount;
  if (count === all) return undefined;
  if (sameCount === 0) return shareText(count, all);
  return say('{0} of {1} ({2})', count, all, alreadyText(sameCount, formatName(format)));
}

function programChoices({ installable, sourceFormats }: TargetChoices): (TargetChoice | Heading)[] {
  const choices = installable.flatMap((each): TargetChoice[] => {
    if (!isProgramId(each.program)) return [];
    return [
      {
        value: { program: each.program },
        label: say('Install {0}…', programName(each.program)),
        description: wholeAdditionText(each, sourceFormats),
      },
    ];
  });
  return choices.length === 0 ? [] : [{ heading: say('With more programs') }, ...choices];
}

/** Where a format is made, where else it could be, and the least that a file costs there. */
function placeText({ routes, alternatives = [] }: OfferedTarget, networkCharges: boolean): Words {
  const [first] = alternatives;
  return joined(
    [
      placesText(routes, networkCharges),
      first && otherPlaceText(first.service, alternatives, networkCharges),
    ],
    ' · ',
  );
}

function otherPlaceText(service: ServiceId, routes: readonly Route[], networkCharges: boolean): Words {
  if (service === 'local') return say('or on this computer');
  return networkCharges ? say('or at the network, {0}', leastCostText(routes)) : say('or at the network');
}

function placesText(routes: readonly Route[], networkCharges: boolean): Words {
  const places = [...new Set(routes.map((route) => route.service))].map((service) => {
    if (service === 'local' || !networkCharges) return serviceName(service);
    return joined(
      [serviceName(service), leastCostText(routes.filter((route) => route.service === service))],
      ', ',
    );
  });
  return joined(places, ' · ');
}

function leastCostText(routes: readonly Route[]): Words {
  return costText(Math.min(...routes.map(({ pair }) => pair.credits ?? 1)));
}
