import * as vscode from 'vscode';
import type { Target } from '../../formats/offer.ts';
import type { Installable } from '../../formats/installable.ts';
import { groupTargets } from '../../formats/targetGroups.ts';
import { isProgramId, type ProgramId } from '../../localService/programs/programs.ts';
import { countText } from '../text/amounts.ts';
import { costText } from '../text/credits.ts';
import { dropText } from '../text/drops.ts';
import { programName, wholeAdditionText } from '../text/programs.ts';
import { serviceName } from '../text/services.ts';
import { openProgramPage } from './installProgram.ts';

export interface TargetPickOptions {
  readonly targets: readonly Target[];
  /** Formats chosen before, the latest first. */
  readonly recent: readonly string[];
  /** Name of the file, when it is only one. */
  readonly fileName: string | undefined;
  readonly fileCount: number;
  /** Formats of the files, and the programs that would add targets for them. */
  readonly sourceFormats: readonly string[];
  readonly installable: readonly Installable[];
  /** A line about what is missing from the list, or `undefined`. */
  readonly notice: string | undefined;
}

interface TargetItem extends vscode.QuickPickItem {
  readonly format?: string;
  readonly program?: ProgramId;
}

/** Asks for the target format: most recently used first, with where it will run and what it costs. */
export async function pickTarget(options: TargetPickOptions): Promise<string | undefined> {
  const items = [...targetItems(options), ...programItems(options)];
  const picked = await vscode.window.showQuickPick(items, {
    title:
      options.fileName === undefined
        ? vscode.l10n.t('Convert {0} files to', countText(options.fileCount))
        : vscode.l10n.t('Convert {0} to', options.fileName),
    placeHolder: options.notice ?? vscode.l10n.t('Choose a format'),
    matchOnDescription: true,
  });
  if (picked?.program !== undefined) await openProgramPage(picked.program);
  return picked?.format;
}

function targetItems({ targets, recent }: TargetPickOptions): TargetItem[] {
  const groups = groupTargets(targets, recent);
  const titled: [string, readonly Target[]][] = [
    [vscode.l10n.t('Recently used'), groups.recent],
    [vscode.l10n.t('Common formats'), groups.common],
    [vscode.l10n.t('Other formats'), groups.others],
  ];
  const filled = titled.filter(([, group]) => group.length > 0);
  // A single heading would tell nothing.
  return filled.flatMap(([title, group]) => [
    ...(filled.length > 1 ? [separator(title)] : []),
    ...group.map(targetItem),
  ]);
}

function targetItem(target: Target): TargetItem {
  const lost = [...new Set(target.routes.flatMap(({ pair }) => pair.drops ?? []))];
  return {
    format: target.format,
    label: target.format.toUpperCase(),
    description: placeText(target),
    ...(lost.length > 0 ? { detail: vscode.l10n.t('Leaves out: {0}', lost.map(dropText).join(', ')) } : {}),
  };
}

function programItems({ installable, sourceFormats }: TargetPickOptions): TargetItem[] {
  const items = installable.flatMap((each): TargetItem[] => {
    if (!isProgramId(each.program)) return [];
    return [
      {
        program: each.program,
        label: vscode.l10n.t('Install {0}…', programName(each.program)),
        description: wholeAdditionText(each, sourceFormats),
      },
    ];
  });
  return items.length === 0 ? [] : [separator(vscode.l10n.t('With more programs')), ...items];
}

function placeText({ routes }: Target): string {
  const places = [...new Set(routes.map((route) => route.service))].map((service) => {
    if (service === 'local') return serviceName(service);
    const credits = routes.filter((route) => route.service === service).map(({ pair }) => pair.credits ?? 1);
    return `${serviceName(service)}, ${costText(Math.min(...credits))}`;
  });
  return places.join(' · ');
}

function separator(label: string): TargetItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
