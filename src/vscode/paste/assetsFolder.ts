import * as vscode from 'vscode';
import { CodedError } from '../../contract/errors.ts';
import type { OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { folderOf, inFolder } from '../../jobs/files/fileUri.ts';
import { outputFolder } from '../../jobs/placement/outputFolder.ts';
import { fitName, foldedName, safeFileName, splitName } from '../../jobs/placement/safeFileName.ts';
import { templateValues } from '../../jobs/placement/template.ts';
import { chooseOutput } from '../request/outputChoice.ts';
import { currentSettings } from '../settings.ts';

/** Where pictures go that are inserted into a text. */
export interface AssetsFolder {
  /** URI, links not resolved. */
  readonly uri: string;
  readonly templates: OutputTemplates | undefined;
  /** Why the folder that the person wants can't be used. */
  readonly fault: Problem | undefined;
}

/** The folder that a person wants can't be used. */
export class UnusableFolderError extends CodedError {
  override readonly name = 'UnusableFolderError';
  readonly code: Problem['code'];

  constructor({ code, detail }: Problem) {
    super(detail);
    this.code = code;
  }
}

/** The folder for pictures of a text, as the settings say. */
export function assetsFolderOf({ uri }: vscode.TextDocument): AssetsFolder {
  const text = uri.toString();
  const workspace = vscode.workspace.getWorkspaceFolder(uri)?.uri.toString();
  const numbering = { number: 1, count: 1 };
  const { templates, fault } = chooseOutput(text, workspace, currentSettings.assetsWishes(uri), numbering);
  if (templates === undefined) return { uri: folderOf(text), templates, fault };
  const values = templateValues(text, templates, { extension: '', size: undefined });
  return { uri: outputFolder(text, templates, values), templates, fault };
}

/**
 * A file of this name in a folder, with a number behind the name where it is taken, as VS Code has it: no character of that
 * has to be escaped in a link. It counts as taken from then on.
 */
export function freeUri(folder: string, taken: Set<string>, wanted: string): vscode.Uri {
  const { stem, extension } = splitName(safeFileName(wanted) ?? wanted);
  for (let number = 0; ; number += 1) {
    const name = fitName(stem, extension, number === 0 ? '' : `-${number}`);
    if (taken.has(foldedName(name))) continue;
    taken.add(foldedName(name));
    return vscode.Uri.parse(inFolder(folder, name));
  }
}
