/** Faults of an invalid file or request. */
export const invalidInput = {
  'archive.empty': 'The archive is empty.',
  'archive.none': 'The file isn’t an archive, or this kind of archive isn’t supported.',
  'archive.entryBehindLink': 'The archive can’t be unpacked: the path of an entry leads through a link.',
  'archive.entryOutside': 'The archive can’t be unpacked: an entry is outside its folder.',
  'archive.linkAndEntry': 'The archive can’t be unpacked: a link and another entry have the same path.',
  'audio.cutOff': 'The file is incomplete: it has only {0} of {1} seconds.',
  'audio.none': 'The file has no audio.',
  'book.drm': 'The book is protected by DRM and can’t be converted.',
  'damaged.PDF': 'The PDF is damaged and can’t be read.',
  'damaged.archive': 'The archive is damaged and can’t be read.',
  'damaged.book': 'The book is damaged and can’t be read.',
  'damaged.database': 'The database is damaged and can’t be read.',
  'damaged.document': 'The document is damaged and can’t be read.',
  'damaged.font': 'The font is damaged and can’t be read.',
  'damaged.image': 'The image is damaged and can’t be read.',
  'damaged.notebook': 'The notebook is damaged and can’t be read.',
  'damaged.table': 'The table is damaged and can’t be read.',
  'damaged.workbook': 'The workbook is damaged and can’t be read.',
  'damaged.zip': 'The ZIP file is damaged and can’t be read.',
  'document.empty': 'The document is empty.',
  'document.encrypted': 'This type of document encryption isn’t supported.',
  'document.locked': 'The document is encrypted. Save a copy without a password, and convert the copy.',
  'document.nothingToCompress': 'The document is encrypted and can’t be compressed.',
  'document.signed': 'The document is signed, and compressing it would break its signature.',
  'video.elsewhere': 'The video or audio is in another file, and references to other files aren’t supported.',
  'data.sameKey': 'Two keys would both become “{0}”. Rename one of them first.',
  'database.noTable': 'The database has no table “{0}”.',
  'database.noTableNumber': 'The database has no table {0}.',
  'database.text': 'The value in row {0} of the column “{1}” isn’t {2} text.',
  'database.unreadable': 'The rows of “{0}” can’t be read without the program that made the database.',
  'font.collection': 'The file is a collection of fonts. Save the font that you need as its own file first.',
  'font.postScript': 'TTF files can’t contain PostScript outlines. Convert the font to OTF instead.',
  'icon.empty': 'The icon has no readable image.',
  'image.asSmall':
    'The image can’t be made smaller, and its metadata can’t be removed without changing the image.',
  'image.noPages': 'The image has no pages.',
  'image.noSuchPages': 'The image has no such pages: {0}.',
  'image.unreadable': 'The file isn’t a readable image.',
  'ini.key': 'INI files can’t contain the key “{0}”. Rename it first.',
  'ini.sameName': 'The INI file has a section and an entry with the same name. Rename one of them first.',
  'media.incomplete': 'The file ends before its video or audio does. Download or copy it again.',
  'media.unreadable': 'The file is damaged or isn’t readable audio or video.',
  'notebook.language': 'The notebook’s code is in {0}, so it can’t be converted to a Python script.',
  'pdf.encrypted': 'The PDF is encrypted, and compressing it would remove its protection.',
  'pdf.noPages': 'The PDF has no pages.',
  'pdf.noSuchPages': 'The PDF has no such pages: {0}.',
  'pdf.noText': 'The PDF has no text: its pages are images or blank.',
  'pdf.signed': 'The PDF is signed, and compressing it would break its signature.',
  'picture.still': 'The image isn’t animated, so it can’t be converted to a video.',
  'postScript.cutOff': 'The PostScript file is incomplete: its end is missing.',
  'program.refused': '{0} can’t convert this {2} to {1}.',
  'program.refusedBecause': '{0} can’t convert this {2} to {1}: {3}.',
  'scan.hasText': 'All pages already have selectable text.',
  'scan.language': 'Tesseract’s data for the language “{0}” isn’t installed.',
  'scan.noText': 'No text was recognized on these pages.',
  'subtitles.header': 'The file isn’t WebVTT: its first line doesn’t begin with “WEBVTT”.',
  'subtitles.none': 'The file has no subtitles.',
  'subtitles.sections': 'The file isn’t ASS or SSA: it has no sections.',
  'table.empty': 'The table has no rows, and Parquet files need at least one.',
  'text.encoding': 'The file isn’t {0} text.',
  'tiff.unmovable': 'The TIFF has private data that would break if the file changed.',
  'toml.null': 'TOML files can’t contain a list with a null entry.',
  'workbook.noSheet': 'The workbook has no sheet “{0}”.',
  'workbook.noSheetNumber': 'The workbook has no sheet {0}.',
  'workbook.unreadable': 'The file isn’t a readable {0} workbook. It’s damaged or requires a password.',
  'xml.character': 'XML files can’t contain the character U+{0}.',
  'xml.entity': 'The XML’s entity “{0}” isn’t plain text or is too long. Replace it with its text first.',
  'yaml.key': 'YAML keys that are lists or mappings aren’t supported.',
  'zip.locked':
    'The ZIP file is password-protected. Unpack it, and compress its images to a ZIP file without a password.',
  'zip.noPictures': 'The ZIP file has no images.',
} as const;

/** Syntax errors in a text. A parameter contains a library's reason in its own words. */
export const invalidSyntax = {
  'csv.quotes': 'Invalid CSV: a quoted field isn’t closed, or has text after its closing quote.',
  'csv.quotesInLine':
    'Invalid CSV, line {0}: a quoted field isn’t closed, or has text after its closing quote.',
  'data.repeatedKey': 'Invalid {0}, line {1}: the key “{2}” appears twice.',
  'json.CloseBraceExpected': 'Invalid JSON, line {0}: expected a closing brace.',
  'json.CloseBracketExpected': 'Invalid JSON, line {0}: expected a closing bracket.',
  'json.ColonExpected': 'Invalid JSON, line {0}: expected a colon.',
  'json.CommaExpected': 'Invalid JSON, line {0}: expected a comma.',
  'json.EndOfFileExpected': 'Invalid JSON, line {0}: expected the end of the file.',
  'json.InvalidCharacter': 'Invalid JSON, line {0}: invalid character.',
  'json.InvalidCommentToken': 'Invalid JSON, line {0}: comments aren’t allowed.',
  'json.InvalidEscapeCharacter': 'Invalid JSON, line {0}: invalid escape sequence.',
  'json.InvalidNumberFormat': 'Invalid JSON, line {0}: invalid number format.',
  'json.InvalidSymbol': 'Invalid JSON, line {0}: invalid symbol.',
  'json.InvalidUnicode': 'Invalid JSON, line {0}: invalid Unicode character.',
  'json.PropertyNameExpected': 'Invalid JSON, line {0}: expected a property name.',
  'json.UnexpectedEndOfComment': 'Invalid JSON, line {0}: unterminated comment.',
  'json.UnexpectedEndOfNumber': 'Invalid JSON, line {0}: incomplete number.',
  'json.UnexpectedEndOfString': 'Invalid JSON, line {0}: unterminated string.',
  'json.ValueExpected': 'Invalid JSON, line {0}: expected a value.',
  'ndjson.line': 'Invalid NDJSON, line {0}: the line isn’t JSON.',
  'subtitles.times':
    'Invalid {0}, line {1}: a subtitle needs a start time, and an end time that isn’t earlier.',
  syntax: 'Invalid {0}: {1}.',
  syntaxInLine: 'Invalid {0}, line {1}: {2}.',
} as const;

/** Faults of files that exceed a safety limit. */
export const limitExceeded = {
  'archive.size': 'The archive’s contents are too large to unpack.',
  'book.size': 'The book’s contents exceed {0} MB.',
  'conversion.memory': 'The conversion used too much memory.',
  'conversion.memoryOfAll':
    'The running conversions used too much memory, and this one exceeded its share the most.',
  'conversion.disk':
    'The disk was almost full during this conversion, so it was stopped. Free up space and try again.',
  'conversion.files': 'The conversion created too many files.',
  'conversion.processes': 'The conversion started too many processes.',
  'conversion.output': 'The conversion used too much disk space for its output.',
  'conversion.unmeasured': 'The conversion was stopped because what it uses couldn’t be measured.',
  'data.columns': 'A table can have at most {0} columns.',
  'data.depth': 'The data is nested more than {0} levels deep.',
  'data.size': '{0} files larger than {1} MB aren’t supported.',
  'document.depth': 'The document is too large or too deeply nested.',
  'document.elements': 'The document’s elements are nested more than {0} levels deep.',
  'document.parts': 'The document has too many parts.',
  'document.size': 'The document’s contents exceed {0} MB.',
  'document.tooLarge': 'The document is too large to compress.',
  'file.size': 'The file’s contents are too large to unpack.',
  'animation.bytes': 'The animation is too large for a video.',
  'animation.length': 'The animation is too long and too large for a video.',
  'animation.pixels': 'Video frames can have at most {0} pixels per side and {1} in total.',
  'font.size': 'The font is too large.',
  'image.frames': 'The image has too many frames.',
  'image.pixels': 'The image has too many pixels.',
  'image.side': 'The maximum for {0} images is {1} pixels per side.',
  'page.memory': 'Page {0} requires too much memory.',
  'page.pixels': 'Page {0} has too many pixels at {1} dpi.',
  'pdf.objects': 'The PDF has an object stream larger than {0} MB.',
  'pdf.pages': 'More than {0} pages aren’t supported.',
  'pdf.stream': 'The PDF has a stream larger than {0} MB.',
  'pdf.tooLarge': 'The PDF is too large to compress.',
  'pdf.tooLargeToCombine': 'The PDF is too large to combine.',
  'sheet.cells': 'The workbook has a sheet with more than {0} cells.',
  'sheet.repeats': 'The workbook has a sheet that repeats cells more than {0} times.',
  'sheet.size': 'The maximum for {0} sheets is {1} rows and {2} columns.',
  'sound.rate': 'Audio at {0} Hz can’t be resampled to {1} Hz.',
  'svg.size': 'The SVG is too large to compress.',
  'table.cells': 'The table has more than {0} cells.',
  'table.size': 'The table has more than {0} rows or {1} columns.',
  'table.width': 'A table with {0} columns is too wide for a page.',
  'tiff.size': 'The pages are too large for a TIFF.',
  'workbook.bytes': 'The workbook is larger than {0} MB.',
  'workbook.cell': 'A workbook cell can contain at most {0} characters.',
  'workbook.digits': 'The workbook has a number format with more than {0} digits.',
  'workbook.size': 'The workbook’s contents exceed {0} MB.',
  'yaml.aliases': 'The YAML has too many aliases.',
  'zip.size': 'The files are too large for a ZIP file.',
} as const;

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
  'file.locked': 'The file is password-protected.',
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
