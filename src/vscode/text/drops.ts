import * as vscode from 'vscode';

/** What a conversion leaves out, in words; a name that nobody told us of is shown as it is. */
export function dropText(drop: string): string {
  switch (drop) {
    case 'animation':
      return vscode.l10n.t('animation');
    case 'colors':
      return vscode.l10n.t('colors beyond 256');
    case 'comments':
      return vscode.l10n.t('comments');
    case 'depth':
      return vscode.l10n.t('more than 8 bits a channel');
    case 'encryption':
      return vscode.l10n.t('the password lock');
    case 'executables':
      return vscode.l10n.t('which files can be run');
    case 'fileAttributes':
      return vscode.l10n.t('attributes of Windows');
    case 'fineTimes':
      return vscode.l10n.t('fractions of seconds in times');
    case 'links':
      return vscode.l10n.t('symbolic links and devices');
    case 'metadata':
      return vscode.l10n.t('metadata');
    case 'owners':
      return vscode.l10n.t('owners of files');
    case 'pages':
      return vscode.l10n.t('pages after the first');
    case 'partialTransparency':
      return vscode.l10n.t('partial transparency');
    case 'transparency':
      return vscode.l10n.t('transparency');
    case 'vector':
      return vscode.l10n.t('sharpness at any size');
    default:
      return drop;
  }
}
