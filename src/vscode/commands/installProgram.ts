import * as vscode from 'vscode';
import type { Installable } from '../../formats/installable.ts';
import { type ProgramId, programs } from '../../localService/programs/programs.ts';
import { settings, settingsSection } from '../../manifest.ts';
import { additionText, programName } from '../text/programs.ts';

/** Opens the page where a program's makers say how to install it. */
export async function openProgramPage(id: ProgramId): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(programs[id].address));
}

/** Says what a program would add that is not there, and leads to it. */
export async function suggestProgram(
  id: ProgramId,
  installable: Installable,
  sourceFormats: readonly string[],
): Promise<void> {
  const name = programName(id);
  const install = vscode.l10n.t('Get {0}', name);
  const set = vscode.l10n.t('Set Its Path');
  const sentence = vscode.l10n.t('Install {0} {1}.', name, additionText(installable, sourceFormats));
  const chosen = await vscode.window.showWarningMessage(sentence, install, set);
  if (chosen === install) await openProgramPage(id);
  if (chosen === set) {
    const setting = `${settingsSection}.${settings[id]}`;
    await vscode.commands.executeCommand('workbench.action.openSettings', setting);
  }
}
