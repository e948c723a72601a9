import { foreign, say, type Words } from './words.ts';

/** What a conversion leaves out, in words; a name that nobody told us of is shown as it is. */
export function dropText(drop: string): Words {
  switch (drop) {
    case 'anchors':
      return say('anchors and tags (their values stay)');
    case 'animation':
      return say('animation');
    case 'chapters':
      return say('chapters');
    case 'charts':
      return say('charts');
    case 'color':
      return say('color (it becomes gray)');
    case 'colors':
      return say('colors beyond 256');
    case 'comments':
      return say('comments');
    case 'cover':
      return say('the cover');
    case 'dateTypes':
      return say('the type of dates (they become text)');
    case 'depth':
      return say('more than 8 bits a channel');
    case 'drawings':
      return say('pictures and charts');
    case 'dynamicRange':
      return say('brightness beyond white');
    case 'encryption':
      return say('the password lock');
    case 'encoding':
      return say('the encoding as it is, where the format can’t hold it');
    case 'executables':
      return say('which files can be run');
    case 'fileAttributes':
      return say('attributes of Windows');
    case 'fineTimes':
      return say('fractions of seconds in times');
    case 'fineLayout':
      return say('small details of the layout');
    case 'formatting':
      return say('fonts, colors and borders');
    case 'formulas':
      return say('formulas (their results stay)');
    case 'highRates':
      return say('sounds above 24 kHz');
    case 'hyperlinks':
      return say('links');
    case 'iconSizes':
      return say('all sizes but the largest');
    case 'languages':
      return say('the languages of tracks');
    case 'layers':
      return say('layers (they are flattened)');
    case 'layout':
      return say('layout');
    case 'linkedPictures':
      return say('pictures that are not in the file itself (their names stay)');
    case 'links':
      return say('symbolic links and devices');
    case 'lists':
      return say('lists as such (their items stay, as text)');
    case 'loop':
      return say('that it starts over (a player decides)');
    case 'macros':
      return say('macros');
    case 'mathematics':
      return say('mathematics as such (it becomes text)');
    case 'metadata':
      return say('metadata');
    case 'mixedOrder':
      return say('the order of text between elements');
    case 'moreTags':
      return say('tags beyond title, artist, album, track, date and genre');
    case 'nesting':
      return say('nesting (it is flattened)');
    case 'newerFeatures':
      return say('what only newer formats can hold');
    case 'noteTexts':
      return say('footnotes and endnotes');
    case 'notes':
      return say('footnotes as such (they stand at the end)');
    case 'nulls':
      return say('empty values');
    case 'otherFiles':
      return say('files that are no pictures');
    case 'otherFonts':
      return say('fonts that are not in the file');
    case 'otherTracks':
      return say('audio tracks after the first');
    case 'overflow':
      return say('text that is wider than its cell (it is cut off)');
    case 'owners':
      return say('owners of files');
    case 'pages':
      return say('pages after the first');
    case 'partialTransparency':
      return say('partial transparency');
    case 'pictures':
      return say('pictures');
    case 'rawHtml':
      return say('what is written in HTML');
    case 'recording':
      return say('when and where it was recorded');
    case 'rightToLeft':
      return say('the order of words that run from right to left');
    case 'sampleDepth':
      return say('more than 16 bits a sample');
    case 'shades':
      return say('color and shades (it becomes black and white)');
    case 'sheets':
      return say('all sheets but one');
    case 'signature':
      return say('the digital signature');
    case 'sound':
      return say('sound');
    case 'subtitles':
      return say('subtitles');
    case 'surround':
      return say('channels beyond two (they are mixed)');
    case 'tables':
      return say('tables as such (their cells stay, as text)');
    case 'tags':
      return say('tags like title and artist');
    case 'text':
      return say('text that can be selected');
    case 'transparency':
      return say('transparency');
    case 'truths':
      return say('TRUE and FALSE as such (they are shown as 1 and 0)');
    case 'types':
      return say('the types of values (they become text)');
    case 'unknownTracks':
      return say('tracks of kinds that are not known here');
    case 'vector':
      return say('sharpness at any size');
    case 'video':
      return say('the video');
    case 'wideGamut':
      return say('colors beyond sRGB');
    default:
      return foreign(drop);
  }
}
