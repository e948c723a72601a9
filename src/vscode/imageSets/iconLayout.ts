import * as vscode from 'vscode';
import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { outputFolder } from '../../jobs/placement/outputFolder.ts';
import { numberedName } from '../../jobs/placement/outputName.ts';
import { foldedName } from '../../jobs/placement/safeFileName.ts';
import { templateValues } from '../../jobs/placement/template.ts';
import type { PlannedFile, RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import { sizeOfFile } from '../references/pictures.ts';
import { chooseOutput, type Numbering, type OutputChoice } from '../request/outputChoice.ts';
import type { IconSetId } from '../request/runDetails.ts';
import { currentSettings } from '../settings.ts';
import { folderWithin, type Icon, iconsOf, iconsWithin } from './iconSets.ts';

/** What is made of one picture. */
export interface PlannedIcons {
  readonly file: PlannedFile;
  readonly icons: readonly Icon[];
  readonly output: OutputTemplates;
  /** Whether the picture is too small for some. */
  readonly isSmall: boolean;
}

/** What is made of all pictures. */
interface IconLayout {
  readonly sets: readonly PlannedIcons[];
  /** Pictures whose icons would go where nothing can be put. */
  readonly refused: readonly RefusedFile[];
  /** Why something that the workspace says of results is not followed. */
  readonly ignored: readonly Problem[];
}

/** Decides which icons there are of each picture, and where. */
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

function sidesOf(icons: readonly Icon[]): readonly number[] {
  return icons.flatMap(({ sides }) => sides);
}

/** A drawing is sharp in any size; a picture whose size nobody can tell counts as large. */
async function longerSide({ uri, format }: PlannedFile): Promise<number> {
  const size = format === 'svg' ? undefined : await sizeOfFile(vscode.Uri.parse(uri));
  return size === undefined ? Infinity : Math.max(size.width, size.height);
}

const names: Readonly<Record<IconSetId, string>> = {
  favicon: '${name}-favicon',
  appIcons: '${name}-icons',
};

/**
 * Where a set of icons of a file goes: a folder of its own that is not there yet, in the one that the settings say.
 *
 * @param taken what other sets of the batch were given, to which this one is added
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
    const wishes = folderWithin(name, currentSettings.outputWishes(resource));
    const choice = chooseOutput(uri, workspace, wishes, numbering);
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

/** What can't be asked for counts as free: the jobs will say what is wrong there. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
