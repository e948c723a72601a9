/** What did not come about, though the file may be a good one. */
export const failed = {
  'archive.unwritable': 'The archive could not be written.',
  'audio.bitRate': 'The format has no such bit rate for {0} × {1} Hz.',
  'audio.complex': 'The audio is too complex to be read.',
  'conversion.crashed': 'The conversion crashed.',
  'conversion.failed': 'The conversion failed.',
  'conversion.unstarted': 'The conversion could not be started.',
  'pdf.complex': 'The PDF is too complex to be read.',
  'program.crashed': '{0} crashed.',
  'program.holes': '{0} {1} has a security hole that {2} files could use ({3}). Update {0} to {4} or later.',
  'program.missing': 'The program is not there.',
  'program.root':
    '{0} wasn’t run: where VS Code runs as root, programs need a sandbox, and none works here. Install bubblewrap, or run VS Code as another user.',
  'program.sandboxUnstarted':
    '{0} wasn’t run: its sandbox couldn’t be started just now. Try again when the computer is less busy.',
  'program.unstarted': '{0} can’t be started.',
} as const;

export const timedOut = {
  'conversion.time': 'The conversion took too long.',
  'image.time': 'The image took too long.',
} as const;

export const passwordNeeded = {
  'file.locked': 'The file is locked: its password is needed.',
  'file.otherPassword': 'The password does not open the file.',
} as const;

/** A kilobyte has 1000 bytes in these. */
export const sizeNotMet = {
  'size.more': 'With fewer pixels it has {0} kB, more than the {1} kB of now.',
  'size.smallest': 'The smallest that was reached is {0} kB, which is more than {1} kB.',
} as const;

export const unsupportedScript = {
  'script.noFont':
    'No font on this computer has {0}. Install one that has, like those of the Noto family, and try again.',
  'script.rightToLeft':
    'Arabic, Hebrew and other writing from right to left needs LibreOffice: install it, and convert a DOCX, ODT or HTML of the text.',
} as const;

/** What the libraries here can’t do, and a program of the user’s can. */
export const programNeeded = {
  'audio.channels': 'The audio has {0} channels: that takes FFmpeg.',
  'audio.codec': 'The audio is encoded as {0}, which can’t be decoded here: that takes FFmpeg.',
  'audio.encoding': 'The audio is encoded in a way that is not known here: that takes FFmpeg.',
  'audio.unheld': 'A {0} can’t hold {1} audio as it is, so it must be encoded anew: that takes FFmpeg.',
  'audio.unusual': 'Few players know {1} audio in a {0}, so it must be encoded anew: that takes FFmpeg.',
  'preview.program': '{0} files are shown by {1} alone.',
  'preview.unasked': '{0} files are only shown by {1} once a person has asked for it.',
  'sound.compression': 'The sound is compressed in a way that is not known here: that takes FFmpeg.',
  'video.encoding': 'The video is encoded in a way that is not known here: that takes FFmpeg.',
  'video.turned': 'The video is to be shown turned, and a {0} may not be able to say so: that takes FFmpeg.',
  'video.unheld': 'A {0} can’t hold {1} video as it is, so it must be encoded anew: that takes FFmpeg.',
  'video.unusual': 'Few players know {1} video in a {0}, so it must be encoded anew: that takes FFmpeg.',
} as const;

/** Kinds of files that can be read here after all, once something else was done with them. */
export const unsupportedYet = {
  'workbook.formulas':
    'The workbook has formulas without their results. Open it in Excel or LibreOffice, save it there, and try again.',
} as const;
