import * as vscode from 'vscode';

/** What a conversion leaves out, in words; a name that nobody told us of is shown as it is. */
export function dropText(drop: string): string {
  switch (drop) {
    case 'animation':
      return vscode.l10n.t('animation');
    case 'colors':
      return vscode.l10n.t('colors beyond 256');
    case 'depth':
      return vscode.l10n.t('more than 8 bits a channel');
    case 'layout':
      return vscode.l10n.t('layout');
    case 'links':
      return vscode.l10n.t('links');
    case 'metadata':
      return vscode.l10n.t('metadata');
    case 'otherFonts':
      return vscode.l10n.t('fonts that are not in the file');
    case 'pages':
      return vscode.l10n.t('pages after the first');
    case 'partialTransparency':
      return vscode.l10n.t('partial transparency');
    case 'pictures':
      return vscode.l10n.t('pictures');
    case 'text':
      return vscode.l10n.t('text that can be selected');
    case 'transparency':
      return vscode.l10n.t('transparency');
    case 'vector':
      return vscode.l10n.t('sharpness at any size');
    default:
      return drop;
  }
}
