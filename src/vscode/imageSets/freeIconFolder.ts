import * as vscode from 'vscode';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { outputFolder } from '../../jobs/placement/outputFolder.ts';
import { numberedName } from '../../jobs/placement/outputName.ts';
import { foldedName } from '../../jobs/placement/safeFileName.ts';
import { templateValues } from '../../jobs/placement/templateValues.ts';
import { folderWithin } from './iconFolder.ts';
import { chooseOutput, type Numbering, type OutputChoice } from '../request/outputChoice.ts';
import type { IconSetId } from '../request/runDetails.ts';
import { currentSettings } from '../settings.ts';

const names: Readonly<Record<IconSetId, string>> = {
  favicon: '${name}-favicon',
  appIcons: '${name}-icons',
};

/**
 * Where a set of icons of a file goes: a folder of its own that is not there yet, in the one that the settings say.
 *
 * @param taken what other sets of the batch were given, to which this one is added
 */
export async function freeIconFolder(
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
