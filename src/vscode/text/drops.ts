import * as vscode from 'vscode';

/** What a conversion leaves out, in words; a name that nobody told us of is shown as it is. */
export function dropText(drop: string): string {
  switch (drop) {
    case 'anchors':
      return vscode.l10n.t('anchors and tags (their values stay)');
    case 'animation':
      return vscode.l10n.t('animation');
    case 'chapters':
      return vscode.l10n.t('chapters');
    case 'charts':
      return vscode.l10n.t('charts');
    case 'color':
      return vscode.l10n.t('color (it becomes gray)');
    case 'colors':
      return vscode.l10n.t('colors beyond 256');
    case 'comments':
      return vscode.l10n.t('comments');
    case 'cover':
      return vscode.l10n.t('the cover');
    case 'dateTypes':
      return vscode.l10n.t('the type of dates (they become text)');
    case 'depth':
      return vscode.l10n.t('more than 8 bits a channel');
    case 'drawings':
      return vscode.l10n.t('pictures and charts');
    case 'dynamicRange':
      return vscode.l10n.t('brightness beyond white');
    case 'encryption':
      return vscode.l10n.t('the password lock');
    case 'encoding':
      return vscode.l10n.t('the encoding as it is, where the format can’t hold it');
    case 'executables':
      return vscode.l10n.t('which files can be run');
    case 'fileAttributes':
      return vscode.l10n.t('attributes of Windows');
    case 'fineTimes':
      return vscode.l10n.t('fractions of seconds in times');
    case 'fineLayout':
      return vscode.l10n.t('small details of the layout');
    case 'formatting':
      return vscode.l10n.t('fonts, colors and borders');
    case 'formulas':
      return vscode.l10n.t('formulas (their results stay)');
    case 'highRates':
      return vscode.l10n.t('sounds above 24 kHz');
    case 'hyperlinks':
      return vscode.l10n.t('links');
    case 'iconSizes':
      return vscode.l10n.t('all sizes but the largest');
    case 'languages':
      return vscode.l10n.t('the languages of tracks');
    case 'layers':
      return vscode.l10n.t('layers (they are flattened)');
    case 'layout':
      return vscode.l10n.t('layout');
    case 'linkedPictures':
      return vscode.l10n.t('pictures that are not in the file itself (their names stay)');
    case 'links':
      return vscode.l10n.t('symbolic links and devices');
    case 'lists':
      return vscode.l10n.t('lists as such (their items stay, as text)');
    case 'loop':
      return vscode.l10n.t('that it starts over (a player decides)');
    case 'macros':
      return vscode.l10n.t('macros');
    case 'mathematics':
      return vscode.l10n.t('mathematics as such (it becomes text)');
    case 'metadata':
      return vscode.l10n.t('metadata');
    case 'mixedOrder':
      return vscode.l10n.t('the order of text between elements');
    case 'moreTags':
      return vscode.l10n.t('tags beyond title, artist, album, track, date and genre');
    case 'nesting':
      return vscode.l10n.t('nesting (it is flattened)');
    case 'newerFeatures':
      return vscode.l10n.t('what only newer formats can hold');
    case 'noteTexts':
      return vscode.l10n.t('footnotes and endnotes');
    case 'notes':
      return vscode.l10n.t('footnotes as such (they stand at the end)');
    case 'nulls':
      return vscode.l10n.t('empty values');
    case 'otherFiles':
      return vscode.l10n.t('files that are no pictures');
    case 'otherFonts':
      return vscode.l10n.t('fonts that are not in the file');
    case 'otherTracks':
      return vscode.l10n.t('audio tracks after the first');
    case 'overflow':
      return vscode.l10n.t('text that is wider than its cell (it is cut off)');
    case 'owners':
      return vscode.l10n.t('owners of files');
    case 'pages':
      return vscode.l10n.t('pages after the first');
    case 'partialTransparency':
      return vscode.l10n.t('partial transparency');
    case 'pictures':
      return vscode.l10n.t('pictures');
    case 'rawHtml':
      return vscode.l10n.t('what is written in HTML');
    case 'recording':
      return vscode.l10n.t('when and where it was recorded');
    case 'rightToLeft':
      return vscode.l10n.t('the order of words that run from right to left');
    case 'sampleDepth':
      return vscode.l10n.t('more than 16 bits a sample');
    case 'shades':
      return vscode.l10n.t('color and shades (it becomes black and white)');
    case 'sheets':
      return vscode.l10n.t('all sheets but one');
    case 'signature':
      return vscode.l10n.t('the digital signature');
    case 'sound':
      return vscode.l10n.t('sound');
    case 'subtitles':
      return vscode.l10n.t('subtitles');
    case 'surround':
      return vscode.l10n.t('channels beyond two (they are mixed)');
    case 'tables':
      return vscode.l10n.t('tables as such (their cells stay, as text)');
    case 'tags':
      return vscode.l10n.t('tags like title and artist');
    case 'text':
      return vscode.l10n.t('text that can be selected');
    case 'transparency':
      return vscode.l10n.t('transparency');
    case 'truths':
      return vscode.l10n.t('TRUE and FALSE as such (they are shown as 1 and 0)');
    case 'types':
      return vscode.l10n.t('the types of values (they become text)');
    case 'unknownTracks':
      return vscode.l10n.t('tracks of kinds that are not known here');
    case 'vector':
      return vscode.l10n.t('sharpness at any size');
    case 'video':
      return vscode.l10n.t('the video');
    case 'wideGamut':
      return vscode.l10n.t('colors beyond sRGB');
    default:
      return drop;
  }
}
