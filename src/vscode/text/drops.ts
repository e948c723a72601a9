import * as vscode from 'vscode';

/** What a conversion leaves out, in words; a name that nobody told us of is shown as it is. */
export function dropText(drop: string): string {
  switch (drop) {
    case 'anchors':
      return vscode.l10n.t('anchors and tags (their values stay)');
    case 'animation':
      return vscode.l10n.t('animation');
    case 'audioTracks':
      return vscode.l10n.t('sound tracks after the first');
    case 'colors':
      return vscode.l10n.t('colors beyond 256');
    case 'comments':
      return vscode.l10n.t('comments');
    case 'cover':
      return vscode.l10n.t('the cover picture');
    case 'dateTypes':
      return vscode.l10n.t('the type of dates (they become text)');
    case 'depth':
      return vscode.l10n.t('more than 8 bits a channel');
    case 'drawings':
      return vscode.l10n.t('pictures and charts');
    case 'encryption':
      return vscode.l10n.t('the password lock');
    case 'executables':
      return vscode.l10n.t('which files can be run');
    case 'fileAttributes':
      return vscode.l10n.t('attributes of Windows');
    case 'fineTimes':
      return vscode.l10n.t('fractions of seconds in times');
    case 'formatting':
      return vscode.l10n.t('fonts, colors and borders');
    case 'formulas':
      return vscode.l10n.t('formulas (their results stay)');
    case 'hyperlinks':
      return vscode.l10n.t('links');
    case 'layout':
      return vscode.l10n.t('layout');
    case 'links':
      return vscode.l10n.t('symbolic links and devices');
    case 'macros':
      return vscode.l10n.t('macros');
    case 'metadata':
      return vscode.l10n.t('metadata');
    case 'mixedOrder':
      return vscode.l10n.t('the order of text between elements');
    case 'nesting':
      return vscode.l10n.t('nesting (it is flattened)');
    case 'nulls':
      return vscode.l10n.t('empty values');
    case 'otherFonts':
      return vscode.l10n.t('fonts that are not in the file');
    case 'owners':
      return vscode.l10n.t('owners of files');
    case 'pages':
      return vscode.l10n.t('pages after the first');
    case 'partialTransparency':
      return vscode.l10n.t('partial transparency');
    case 'pictures':
      return vscode.l10n.t('pictures');
    case 'sheets':
      return vscode.l10n.t('all sheets but one');
    case 'signature':
      return vscode.l10n.t('the digital signature');
    case 'sound':
      return vscode.l10n.t('sound');
    case 'subtitles':
      return vscode.l10n.t('subtitles');
    case 'text':
      return vscode.l10n.t('text that can be selected');
    case 'transparency':
      return vscode.l10n.t('transparency');
    case 'types':
      return vscode.l10n.t('the types of values (they become text)');
    case 'video':
      return vscode.l10n.t('the picture');
    case 'vector':
      return vscode.l10n.t('sharpness at any size');
    default:
      return drop;
  }
}
