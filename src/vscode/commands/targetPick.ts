import { isProgramId, type ProgramId } from '../../engines/programs/programs.ts';
import type { Installable } from '../../formats/installable.ts';
import type { Target } from '../../formats/offer.ts';
import { groupTargets } from '../../formats/targetGroups.ts';
import { countText } from '../text/amounts.ts';
import { costText } from '../text/credits.ts';
import { lossText } from '../text/losses.ts';
import { formatName } from '../text/files.ts';
import { programName, wholeAdditionText } from '../text/programs.ts';
import { serviceName } from '../text/services.ts';
import { joined, say, type Words } from '../text/words.ts';
import { type Choice, type Heading, pick } from '../window/picks.ts';
import { openProgramPage } from './installProgram.ts';

/** More than any conversion of ours leaves out. */
const maxNamedLosses = 30;

export interface TargetPickOptions {
  readonly targets: readonly Target[];
  /** Formats chosen before, the latest first. */
  readonly recent: readonly string[];
  /** Name of the file, when it is only one. */
  readonly fileName: Words | undefined;
  readonly fileCount: number;
  /** Formats of the files, and the programs that would add targets for them. */
  readonly sourceFormats: readonly string[];
  readonly installable: readonly Installable[];
  /** A line about what is missing from the list, or `undefined`. */
  readonly notice: Words | undefined;
}

/** A format, or a program that would add formats. */
type TargetChoice = Choice<{ readonly format: string } | { readonly program: ProgramId }>;

/** Asks for the target format: most recently used first, with where it will run and what it costs. */
export async function pickTarget(options: TargetPickOptions): Promise<string | undefined> {
  const items = [...targetItems(options), ...programItems(options)];
  const picked = await pick(items, {
    title:
      options.fileName === undefined
        ? say('Convert {0} files to', countText(options.fileCount))
        : say('Convert {0} to', options.fileName),
    placeHolder: options.notice ?? say('Choose a format'),
  });
  if (picked === undefined) return undefined;
  if ('format' in picked.value) return picked.value.format;
  await openProgramPage(picked.value.program);
  return undefined;
}

function targetItems({ targets, recent }: TargetPickOptions): (TargetChoice | Heading)[] {
  const groups = groupTargets(targets, recent);
  const titled: [Words, readonly Target[]][] = [
    [say('Recently used'), groups.recent],
    [say('Common formats'), groups.common],
    [say('Other formats'), groups.others],
  ];
  const filled = titled.filter(([, group]) => group.length > 0);
  // A single heading would tell nothing.
  return filled.flatMap(([title, group]) => [
    ...(filled.length > 1 ? [{ heading: title }] : []),
    ...group.map(targetItem),
  ]);
}

function targetItem(target: Target): TargetChoice {
  const lost = [...new Set(target.routes.flatMap(({ pair }) => pair.drops ?? []))];
  return {
    value: { format: target.format },
    label: formatName(target.format),
    description: placeText(target),
    ...(lost.length > 0
      ? { detail: say('Leaves out: {0}', joined(lost.slice(0, maxNamedLosses).map(lossText), ', ')) }
      : {}),
  };
}

function programItems({ installable, sourceFormats }: TargetPickOptions): (TargetChoice | Heading)[] {
  const items = installable.flatMap((each): TargetChoice[] => {
    if (!isProgramId(each.program)) return [];
    return [
      {
        value: { program: each.program },
        label: say('Install {0}…', programName(each.program)),
        description: wholeAdditionText(each, sourceFormats),
      },
    ];
  });
  return items.length === 0 ? [] : [{ heading: say('With more programs') }, ...items];
}

function placeText({ routes }: Target): Words {
  const places = [...new Set(routes.map((route) => route.service))].map((service) => {
    if (service === 'local') return serviceName(service);
    const credits = routes.filter((route) => route.service === service).map(({ pair }) => pair.credits ?? 1);
    return joined([serviceName(service), costText(Math.min(...credits))], ', ');
  });
  return joined(places, ' · ');
}
