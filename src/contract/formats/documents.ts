import {
  beginnings,
  exactSignature,
  type FormatFacts,
  type FormatName,
  necessarySignature,
  phrase,
} from './format.ts';

/** Microsoft's Compound File Binary Format, which many programs use for documents. */
const compoundFile = necessarySignature('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

const openDocument = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

export const documentFormats: readonly FormatFacts[] = [
  {
    id: 'pdf',
    name: 'Portable Document Format',
    mediaType: 'application/pdf',
    isKeyword: true,
    // Some writers put a few lines before the header, and readers accept them.
    signature: { necessary: [[{ bytes: '%PDF-', at: 'anywhere' }]], sufficient: beginnings('%PDF-') },
  },
  {
    id: 'docx',
    name: 'Word',
    aliases: [phrase('Document')],
    mediaType: `${openXml}.wordprocessingml.document`,
    isKeyword: true,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: { folder: 'word' } },
  },
  zipped('docm', phrase('Word with macros'), 'application/vnd.ms-word.document.macroEnabled.12'),
  zipped('dotx', phrase('Word template'), `${openXml}.wordprocessingml.template`),
  { id: 'doc', name: 'Word 97', mediaType: 'application/msword', signature: compoundFile },
  { id: 'dot', name: phrase('Word 97 template'), mediaType: 'application/msword', signature: compoundFile },
  {
    id: 'odt',
    name: phrase('OpenDocument text'),
    aliases: ['LibreOffice Writer'],
    mediaType: `${openDocument}.text`,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  zipped('ott', phrase('OpenDocument text template'), `${openDocument}.text-template`),
  {
    id: 'fodt',
    name: phrase('Flat OpenDocument text'),
    mediaType: `${openDocument}.text-flat-xml`,
    signature: 'none',
  },
  { id: 'rtf', name: 'Rich Text Format', mediaType: 'application/rtf', signature: exactSignature('{\\rtf') },
  {
    id: 'html',
    name: phrase('Web page'),
    aliases: [phrase('Website')],
    extensions: ['htm'],
    mediaType: 'text/html',
    signature: 'text',
    inOlderEncodings: true,
  },
  {
    id: 'txt',
    name: phrase('Plain text'),
    mediaType: 'text/plain',
    signature: 'text',
    inOlderEncodings: true,
    canBeEmpty: true,
  },
  {
    id: 'ps',
    name: 'PostScript',
    mediaType: 'application/postscript',
    fileKind: 'drawings',
    signature: necessarySignature('%!PS'),
  },
  {
    id: 'eps',
    name: 'Encapsulated PostScript',
    mediaType: 'image/x-eps',
    fileKind: 'drawings',
    signature: necessarySignature('%!PS'),
  },
  zipped('xlsx', 'Excel', `${openXml}.spreadsheetml.sheet`, {
    aliases: [phrase('Spreadsheet')],
    fileKind: 'sheets',
  }),
  zipped('xlsm', phrase('Excel with macros'), 'application/vnd.ms-excel.sheet.macroEnabled.12', {
    fileKind: 'sheets',
  }),
  zipped('xltx', phrase('Excel template'), `${openXml}.spreadsheetml.template`, { fileKind: 'sheets' }),
  {
    id: 'xls',
    name: 'Excel 97',
    aliases: [phrase('Old spreadsheet')],
    mediaType: 'application/vnd.ms-excel',
    fileKind: 'sheets',
    signature: compoundFile,
  },
  {
    id: 'xlt',
    name: phrase('Excel 97 template'),
    mediaType: 'application/vnd.ms-excel',
    fileKind: 'sheets',
    signature: compoundFile,
  },
  zipped('ods', phrase('OpenDocument spreadsheet'), `${openDocument}.spreadsheet`, {
    aliases: ['LibreOffice Calc'],
    fileKind: 'sheets',
  }),
  zipped('ots', phrase('OpenDocument spreadsheet template'), `${openDocument}.spreadsheet-template`, {
    fileKind: 'sheets',
  }),
  {
    id: 'fods',
    name: phrase('Flat OpenDocument spreadsheet'),
    mediaType: `${openDocument}.spreadsheet-flat-xml`,
    fileKind: 'sheets',
    signature: 'none',
  },
  {
    id: 'pptx',
    name: 'PowerPoint',
    aliases: [phrase('Presentation'), phrase('Slides')],
    mediaType: `${openXml}.presentationml.presentation`,
    fileKind: 'slides',
    signature: 'container',
    container: 'zip',
    marks: { zipStart: { folder: 'ppt' } },
  },
  zipped(
    'pptm',
    phrase('PowerPoint with macros'),
    'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
    { fileKind: 'slides' },
  ),
  zipped('ppsx', phrase('PowerPoint show'), `${openXml}.presentationml.slideshow`, { fileKind: 'slides' }),
  zipped('potx', phrase('PowerPoint template'), `${openXml}.presentationml.template`, { fileKind: 'slides' }),
  {
    id: 'ppt',
    name: 'PowerPoint 97',
    mediaType: 'application/vnd.ms-powerpoint',
    fileKind: 'slides',
    signature: compoundFile,
  },
  {
    id: 'pps',
    name: phrase('PowerPoint 97 show'),
    mediaType: 'application/vnd.ms-powerpoint',
    fileKind: 'slides',
    signature: compoundFile,
  },
  {
    id: 'pot',
    name: phrase('PowerPoint 97 template'),
    mediaType: 'application/vnd.ms-powerpoint',
    fileKind: 'slides',
    signature: compoundFile,
  },
  {
    id: 'odp',
    name: phrase('OpenDocument presentation'),
    aliases: ['LibreOffice Impress', phrase('OpenDocument slides')],
    mediaType: `${openDocument}.presentation`,
    fileKind: 'slides',
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  zipped('otp', phrase('OpenDocument presentation template'), `${openDocument}.presentation-template`, {
    fileKind: 'slides',
  }),
  {
    id: 'fodp',
    name: phrase('Flat OpenDocument presentation'),
    mediaType: `${openDocument}.presentation-flat-xml`,
    fileKind: 'slides',
    signature: 'none',
  },
];

/** A document format that is a ZIP file without a signature of its own. */
function zipped(
  id: string,
  name: FormatName,
  mediaType: string,
  more: Pick<FormatFacts, 'aliases' | 'fileKind'> = {},
): FormatFacts {
  return { id, name, mediaType, ...more, signature: 'container', container: 'zip' };
}

export const ebookFormats: readonly FormatFacts[] = [
  {
    id: 'epub',
    name: 'EPUB',
    aliases: [phrase('Ebook')],
    mediaType: 'application/epub+zip',
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  {
    id: 'mobi',
    name: 'Mobipocket',
    aliases: [phrase('Kindle, old')],
    extensions: ['azw', 'prc'],
    mediaType: 'application/x-mobipocket-ebook',
    signature: exactSignature({ bytes: 'BOOKMOBI', at: 60 }),
  },
  {
    id: 'azw3',
    name: 'Kindle',
    mediaType: 'application/vnd.amazon.mobi8-ebook',
    signature: 'container',
    container: 'mobi',
  },
  { id: 'fb2', name: 'FictionBook', mediaType: 'application/x-fictionbook+xml', signature: 'none' },
  {
    id: 'htmlz',
    name: phrase('Zipped HTML'),
    mediaType: 'application/zip',
    signature: 'container',
    container: 'zip',
  },
  {
    id: 'cbz',
    name: phrase('Comic book'),
    mediaType: 'application/vnd.comicbook+zip',
    signature: 'container',
    container: 'zip',
  },
  {
    id: 'lit',
    name: 'Microsoft Reader',
    mediaType: 'application/x-ms-reader',
    signature: necessarySignature('ITOLITLS'),
  },
  {
    id: 'lrf',
    name: 'Sony BroadBand eBook',
    mediaType: 'application/x-sony-bbeb',
    signature: necessarySignature('L\0R\0F\0'),
  },
  { id: 'pdb', name: phrase('Palm database'), mediaType: 'application/vnd.palm', signature: 'none' },
  {
    id: 'rb',
    name: 'Rocket eBook',
    mediaType: 'application/octet-stream',
    signature: necessarySignature('\xb0\x0c\xb0\x0c'),
  },
  {
    id: 'tcr',
    name: 'Psion TCR',
    mediaType: 'application/octet-stream',
    signature: necessarySignature('!!8-Bit!!'),
  },
];
