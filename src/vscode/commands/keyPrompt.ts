import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';

/**
 * Asks for an API key in a password box with a button to the account page, until `check` has nothing to object or the
 * person gives up. Resolves to the key, or to `undefined`.
 */
export function promptForKey(
  baseUrl: URL,
  check: (key: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  const getKey: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: vscode.l10n.t('Get a key'),
  };
  box.title = vscode.l10n.t('API key for {0}', baseUrl.host);
  box.prompt = vscode.l10n.t(
    'The key is kept in the secret storage of VS Code and sent to this address only.',
  );
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [getKey];
  return new Promise((resolve) => {
    const submit = async (): Promise<void> => {
      const key = box.value.trim();
      if (key === '') {
        box.validationMessage = vscode.l10n.t('Enter the key.');
        return;
      }
      box.enabled = false;
      box.busy = true;
      const objection = await check(key).catch((error: unknown) => String(error));
      box.busy = false;
      box.enabled = true;
      if (objection === undefined) {
        resolve(key);
        box.hide();
      } else box.validationMessage = objection;
    };
    box.onDidAccept(() => void submit());
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton(() => void vscode.commands.executeCommand(commands.openAccount));
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
