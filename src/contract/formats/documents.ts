import type { FormatFacts } from './format.ts';
import { beginnings, exactSignature, necessarySignature } from './signature.ts';

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
    aliases: ['Document'],
    mediaType: `${openXml}.wordprocessingml.document`,
    isKeyword: true,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: { folder: 'word' } },
  },
  zipped('docm', 'Word with macros', 'application/vnd.ms-word.document.macroEnabled.12'),
  zipped('dotx', 'Word template', `${openXml}.wordprocessingml.template`),
  { id: 'doc', name: 'Word 97', mediaType: 'application/msword', signature: compoundFile },
  { id: 'dot', name: 'Word 97 template', mediaType: 'application/msword', signature: compoundFile },
  {
    id: 'odt',
    name: 'OpenDocument text',
    aliases: ['LibreOffice Writer'],
    mediaType: `${openDocument}.text`,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  zipped('ott', 'OpenDocument text template', `${openDocument}.text-template`),
  {
    id: 'fodt',
    name: 'Flat OpenDocument text',
    mediaType: `${openDocument}.text-flat-xml`,
    signature: 'none',
  },
  { id: 'rtf', name: 'Rich Text Format', mediaType: 'application/rtf', signature: exactSignature('{\\rtf') },
  {
    id: 'html',
    name: 'Web page',
    aliases: ['Website'],
    extensions: ['htm'],
    mediaType: 'text/html',
    signature: 'none',
  },
  { id: 'txt', name: 'Plain text', mediaType: 'text/plain', signature: 'none', canBeEmpty: true },
  {
    id: 'ps',
    name: 'PostScript',
    mediaType: 'application/postscript',
    signature: necessarySignature('%!PS'),
  },
  {
    id: 'eps',
    name: 'Encapsulated PostScript',
    mediaType: 'image/x-eps',
    signature: necessarySignature('%!PS'),
  },
  zipped('xlsx', 'Excel', `${openXml}.spreadsheetml.sheet`, ['Spreadsheet']),
  zipped('xlsm', 'Excel with macros', 'application/vnd.ms-excel.sheet.macroEnabled.12'),
  zipped('xltx', 'Excel template', `${openXml}.spreadsheetml.template`),
  {
    id: 'xls',
    name: 'Excel 97',
    aliases: ['Old spreadsheet'],
    mediaType: 'application/vnd.ms-excel',
    signature: compoundFile,
  },
  { id: 'xlt', name: 'Excel 97 template', mediaType: 'application/vnd.ms-excel', signature: compoundFile },
  zipped('ods', 'OpenDocument spreadsheet', `${openDocument}.spreadsheet`, ['LibreOffice Calc']),
  zipped('ots', 'OpenDocument spreadsheet template', `${openDocument}.spreadsheet-template`),
  {
    id: 'fods',
    name: 'Flat OpenDocument spreadsheet',
    mediaType: `${openDocument}.spreadsheet-flat-xml`,
    signature: 'none',
  },
  {
    id: 'pptx',
    name: 'PowerPoint',
    aliases: ['Presentation', 'Slides'],
    mediaType: `${openXml}.presentationml.presentation`,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: { folder: 'ppt' } },
  },
  zipped('pptm', 'PowerPoint with macros', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12'),
  zipped('ppsx', 'PowerPoint show', `${openXml}.presentationml.slideshow`),
  zipped('potx', 'PowerPoint template', `${openXml}.presentationml.template`),
  { id: 'ppt', name: 'PowerPoint 97', mediaType: 'application/vnd.ms-powerpoint', signature: compoundFile },
  {
    id: 'pps',
    name: 'PowerPoint 97 show',
    mediaType: 'application/vnd.ms-powerpoint',
    signature: compoundFile,
  },
  {
    id: 'pot',
    name: 'PowerPoint 97 template',
    mediaType: 'application/vnd.ms-powerpoint',
    signature: compoundFile,
  },
  {
    id: 'odp',
    name: 'OpenDocument presentation',
    aliases: ['LibreOffice Impress', 'OpenDocument slides'],
    mediaType: `${openDocument}.presentation`,
    signature: 'container',
    container: 'zip',
    marks: { zipStart: 'mediaType' },
  },
  zipped('otp', 'OpenDocument presentation template', `${openDocument}.presentation-template`),
  {
    id: 'fodp',
    name: 'Flat OpenDocument presentation',
    mediaType: `${openDocument}.presentation-flat-xml`,
    signature: 'none',
  },
];

/** A document format that is a ZIP file without a signature of its own. */
function zipped(id: string, name: string, mediaType: string, aliases: readonly string[] = []): FormatFacts {
  return { id, name, aliases, mediaType, signature: 'container', container: 'zip' };
}
