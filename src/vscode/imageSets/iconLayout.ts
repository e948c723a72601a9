import * as vscode from 'vscode';
import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { outputFolder } from '../../jobs/placement/outputFolder.ts';
import { foldedName, numberedName } from '../../contract/safeFileName.ts';
import { templateValues } from '../../jobs/placement/template.ts';
import type { PlannedFile, RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import { sizeOfFile } from '../references/pictures.ts';
import { chooseOutput, type Numbering, type OutputChoice } from '../request/outputChoice.ts';
import type { IconSetId } from '../../planning/work.ts';
import { currentSettings } from '../settings.ts';
import { folderWithin, type IconFile, iconsOf, iconsWithin } from './iconSets.ts';

/** The icons to make from one picture. */
export interface PlannedIcons {
  readonly file: PlannedFile;
  readonly icons: readonly IconFile[];
  readonly output: OutputTemplates;
  /** True if the picture is too small for some of the icons. */
  readonly isSmall: boolean;
}

/** The icons to make from all pictures. */
interface IconLayout {
  readonly sets: readonly PlannedIcons[];
  /** Pictures whose output folder can't be used. */
  readonly refused: readonly RefusedFile[];
  /** The reasons why output settings of the workspace are ignored. */
  readonly ignored: readonly Problem[];
}

/** Determines the icons for each picture, and their folders. */
export async function layOutIcons({ planned }: WorkPlan, imageSet: IconSetId): Promise<IconLayout> {
  const all = iconsOf[imageSet];
  const sets: PlannedIcons[] = [];
  const refused: RefusedFile[] = [];
  const ignored: Problem[] = [];
  const taken = new Set<string>();
  for (const [index, file] of planned.entries()) {
    const { uri, service } = file;
    const numbering = { number: index + 1, count: planned.length };
    const folder = await freeIconFolder(uri, imageSet, numbering, taken);
    ignored.push(...folder.ignored);
    if (folder.fault !== undefined) refused.push({ uri, service, problem: folder.fault });
    else if (folder.templates !== undefined) {
      const icons = iconsWithin(all, await longerSide(file));
      const isSmall = sidesOf(icons).length < sidesOf(all).length;
      sets.push({ file, icons, output: folder.templates, isSmall });
    }
  }
  return { sets, refused, ignored };
}

function sidesOf(icons: readonly IconFile[]): readonly number[] {
  return icons.flatMap(({ sides }) => sides);
}

/**
 * The longer side of a picture, in pixels. Drawings have no limit, because they are sharp in any size. If the size is
 * unknown, the picture counts as large.
 */
async function longerSide({ uri, format }: PlannedFile): Promise<number> {
  const size = format === 'svg' ? undefined : await sizeOfFile(vscode.Uri.parse(uri));
  return size === undefined ? Infinity : Math.max(size.width, size.height);
}

const names: Readonly<Record<IconSetId, string>> = {
  favicon: '${name}-favicon',
  appIcons: '${name}-icons',
};

/**
 * A new folder for a set of icons, inside the folder that the settings determine.
 * @param taken folders of other sets in the batch; this function adds the new one
 */
async function freeIconFolder(
  uri: string,
  imageSet: IconSetId,
  numbering: Numbering,
  taken: Set<string>,
): Promise<OutputChoice> {
  const resource = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(resource)?.uri.toString();
  for (let number = 0; ; number += 1) {
    const name = numberedName(names[imageSet], number);
    const requests = folderWithin(name, currentSettings.outputRequests(resource));
    const choice = chooseOutput(uri, workspace, requests, numbering);
    const { templates, fault } = choice;
    if (templates === undefined || fault !== undefined) return choice;
    const values = templateValues(uri, templates, { extension: '', size: undefined });
    const folder = outputFolder(uri, templates, values);
    const key = foldedName(fileKey(folder));
    if (taken.has(key) || (await isThere(vscode.Uri.parse(folder)))) continue;
    taken.add(key);
    return choice;
  }
}

/** True if the folder exists. If it can't be accessed, it counts as new, since the jobs will report the problem. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
