/** Conversions that failed although the file may be valid. */
export const failed = {
  'archive.entryUnwritable': 'The archive’s file “{0}” couldn’t be written.',
  'archive.noSpace': 'The disk is full. Free up space and try again.',
  'archive.unwritable': 'The archive couldn’t be written.',
  'audio.bitRate': 'The format doesn’t support this bit rate at {1} Hz (channels: {0}).',
  'audio.complex': 'The audio is too complex to be read.',
  'conversion.crashed': 'The conversion crashed.',
  'conversion.failed': 'The conversion failed.',
  'conversion.unstarted': 'The conversion couldn’t be started.',
  'pdf.complex': 'The PDF is too complex to be read.',
  'program.crashed': '{0} crashed.',
  'program.holes':
    '{0} {1} has a security vulnerability that {2} files can exploit ({3}). Update {0} to {4} or later.',
  'program.missing': 'The program wasn’t found.',
  'program.root':
    '{0} wasn’t run: where VS Code runs as root, programs need a sandbox, and none works here. Install bubblewrap, or run VS Code as another user.',
  'program.sandboxUnstarted':
    '{0} wasn’t run: its sandbox couldn’t be started just now. Try again when the computer is less busy.',
  'program.unstarted': '{0} can’t be started.',
} as const;

export const timedOut = {
  'conversion.time': 'The conversion took too long and was stopped.',
  'image.time': 'The image took too long to process.',
  'program.time': '{0} took too long and was stopped.',
} as const;

export const passwordNeeded = {
  'file.locked': 'The file is password-protected. Its password is required.',
  'file.otherPassword': 'The password is incorrect.',
} as const;

/** The sizes in these sentences count 1000 bytes per kilobyte. */
export const sizeNotMet = {
  'size.more': 'Even with fewer pixels, the file would be {0} kB, more than its current {1} kB.',
  'size.smallest': 'The smallest size that could be reached is {0} kB, which is more than {1} kB.',
} as const;

export const unsupportedScript = {
  'script.noFont':
    'No font on this computer contains {0}. Install one that does, such as a Noto font, and try again.',
  'script.rightToLeft':
    'Arabic, Hebrew, and other right-to-left scripts require LibreOffice. Install it, and convert a DOCX, ODT, or HTML version of the text.',
} as const;

/** Conversions that need a program that the user has to install. */
export const programNeeded = {
  'audio.channels': 'Audio with {0} channels isn’t supported without FFmpeg.',
  'audio.codec': '{0} audio isn’t supported without FFmpeg.',
  'audio.encoding': 'This audio codec isn’t supported without FFmpeg.',
  'audio.unheld': '{0} files can’t contain {1} audio, and re-encoding it requires FFmpeg.',
  'audio.unusual': 'Few players support {1} audio in {0} files, and re-encoding it requires FFmpeg.',
  'pdf.scan': 'These pages are scans without text. Recognizing it requires Tesseract.',
  'preview.program': 'Previewing {0} files requires {1}.',
  'preview.unasked': '{0} files are only previewed with {1} on request.',
  'sound.compression': 'This audio compression isn’t supported without FFmpeg.',
  'video.encoding': 'This video codec isn’t supported without FFmpeg.',
  'video.turned':
    'The video is rotated, which {0} files may not be able to store, and re-encoding it requires FFmpeg.',
  'video.unheld': '{0} files can’t contain {1} video, and re-encoding it requires FFmpeg.',
  'video.unusual': 'Few players support {1} video in {0} files, and re-encoding it requires FFmpeg.',
} as const;

/** Files that the user can convert after a preparatory step. */
export const unsupportedYet = {
  'parquet.codec':
    'Parquet files compressed with {0} aren’t supported. Write the file with Snappy, GZIP, or Zstandard instead.',
  'parquet.type': 'Parquet columns of the type {0} aren’t supported. Remove them from the file.',
  'database.module': 'This version of VS Code can’t open SQLite databases. Update VS Code to use them.',
  'workbook.formulas':
    'The workbook has formulas without saved results. Open it in Excel or LibreOffice, save it, and try again.',
} as const;

/** Options that a service rejects. */
export const invalidOption = {
  'option.value': 'The value of the option {0} isn’t allowed.',
} as const;

export const uncountable = {
  'pages.uncounted':
    'The pages of this file can’t be counted, so its price is unknown. Split the file, or save it again in a PDF editor.',
} as const;

export const fileTooLarge = {
  'upload.size': 'The file has {0} bytes, but the plan allows only {1}.',
  'upload.sizeOfAll': 'The files have {0} bytes in total, but the plan allows only {1}.',
} as const;

/** Answers that lack a field under every name that `dialect.ts` lists. */
export const unexpectedShape = {
  'answer.lacks': 'The response has no valid “{0}”.',
} as const;

/** Invalid arguments of a command, the extension API, or a chat tool. */
export const invalidArguments = {
  'arguments.field': '“{0}” has an invalid value.',
  'arguments.noObject': 'Expected an object.',
  'arguments.noTarget': 'Specify “{0}” or “preset”.',
  'arguments.order': '“order” requires “combine”.',
  'arguments.outsideWorkspace': '“{0}” isn’t a file or folder in the workspace.',
  'arguments.presetAndCombine': 'A preset applies to each file. Specify “preset” or “combine”, not both.',
  'arguments.presetAndTarget': 'A preset has its own target. Specify “preset” or “{0}”, not both.',
  'arguments.replaceElsewhere':
    '“replace” can’t be combined with “folder”, “name”, or a preset that sets either of them.',
  'arguments.unknown': '“{0}” isn’t supported. Supported: {1}.',
  'preset.broken': 'The preset “{0}” can’t be used: {1}.',
  'preset.missing': 'The preset “{0}” doesn’t exist.',
  'preset.otherTool': 'The preset “{0}” is for the command {1}.',
} as const;
