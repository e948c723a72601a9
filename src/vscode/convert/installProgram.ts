import * as vscode from 'vscode';
import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import type { Installable } from '../../planning/offer.ts';
import { settings } from '../../manifest.ts';
import { additionText, programName } from '../text/programs.ts';
import { say } from '../text/words.ts';
import { openMachineSettingAction, openPageAction, showWarning } from '../ui/messages.ts';

/** Opens a program's page with installation instructions. */
export async function openProgramPage(id: ProgramId): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(programs[id].address));
}

/** Explains what a missing program would add, with a button to its page. */
export async function suggestProgram(
  id: ProgramId,
  installable: Installable,
  sourceFormats: readonly string[],
): Promise<void> {
  const name = programName(id);
  await showWarning(
    say('Install {0} {1}.', name, additionText(installable, sourceFormats)),
    openPageAction(say('Get {0}', name), programs[id].address),
    openMachineSettingAction(say('Set Its Path'), settings[id]),
  );
}
