import { alertColors, capitalized } from '../../tree/alerts.ts';

/** The indentation of a quote in its style, in points. */
export const quoteIndent = 17;
export const quoteColor = '#c8ccd1';
export const barDistance = 10;
/** The font sizes of headings, in half-points. */
const headingSizes = [36, 28, 24, 22, 22, 22];
const textFonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>';
const codeFonts = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>';
const fill = '<w:shd w:val="clear" w:color="auto" w:fill="F6F7F9"/>';
const line = (side: string): string => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C8CCD1"/>`;

/** The bar at the left of a quote. Its distance from the text is in points, at most 31. */
export const bar = (color: string, distance = barDistance): string =>
  `<w:pBdr><w:left w:val="single" w:sz="18" w:space="${Math.min(31, distance)}" w:color="${color.slice(1).toUpperCase()}"/></w:pBdr>`;

const paragraph = (
  id: string,
  name: string,
  paragraphLook: string,
  runLook = '',
  next = '',
  basedOn = 'Normal',
): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/>${next === '' ? '' : `<w:next w:val="${next}"/>`}<w:qFormat/><w:pPr>${paragraphLook}</w:pPr><w:rPr>${runLook}</w:rPr></w:style>`;
const character = (id: string, name: string, look: string): string =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr>${look}</w:rPr></w:style>`;
const spacing = (before: number, after: number, lines = 276): string =>
  `<w:spacing w:before="${before}" w:after="${after}" w:line="${lines}" w:lineRule="auto"/>`;

const headings = headingSizes.map((size, index) =>
  paragraph(
    `Heading${index + 1}`,
    `heading ${index + 1}`,
    `<w:keepNext/><w:keepLines/>${spacing(index === 0 ? 360 : 280, 100, 252)}<w:outlineLvl w:val="${index}"/>`,
    `<w:b/><w:color w:val="1A1A1A"/><w:sz w:val="${size}"/>`,
    'Normal',
  ),
);
const alerts = Object.entries(alertColors).map(([kind, color]) =>
  paragraph(
    alertStyle(kind),
    `Alert ${capitalized(kind)}`,
    bar(color),
    '<w:color w:val="auto"/>',
    '',
    'Quote',
  ),
);
const contents = (width: number): string[] =>
  [1, 2, 3].map((level) =>
    paragraph(
      `TOC${level}`,
      `toc ${level}`,
      `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${width}"/></w:tabs>${spacing(level === 1 ? 80 : 0, 20, 252)}<w:ind w:left="${(level - 1) * 280}"/>`,
      level === 1 ? '<w:b/>' : '',
    ),
  );

/** Returns the style of the paragraphs in an alert. */
export function alertStyle(kind: string): string {
  return `Alert${capitalized(kind)}`;
}

/**
 * Writes the content of the style sheet.
 * @param width the width of a line in twips
 */
export function styleSheet(width: number, language: string | undefined): string {
  return [
    `<w:docDefaults><w:rPrDefault><w:rPr>${textFonts}<w:sz w:val="22"/>${languageXml(language)}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${spacing(0, 140)}</w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:widowControl/></w:pPr></w:style>',
    ...headings,
    paragraph(
      'Title',
      'Title',
      `<w:keepNext/>${spacing(0, 120, 240)}`,
      '<w:b/><w:color w:val="1A1A1A"/><w:sz w:val="52"/>',
    ),
    paragraph('Subtitle', 'Subtitle', spacing(0, 320), '<w:color w:val="5F6368"/><w:sz w:val="24"/>'),
    paragraph('TOCHeading', 'TOC Heading', `<w:keepNext/>${spacing(240, 100)}`, '<w:b/><w:sz w:val="28"/>'),
    ...contents(width),
    paragraph(
      'Quote',
      'Quote',
      `${bar(quoteColor)}<w:ind w:left="${quoteIndent * 20}"/>`,
      '<w:color w:val="5F6368"/>',
    ),
    ...alerts,
    paragraph('Caption', 'caption', spacing(60, 120), '<w:color w:val="5F6368"/><w:sz w:val="18"/>'),
    paragraph('ListParagraph', 'List Paragraph', `${spacing(0, 60)}<w:contextualSpacing/>`),
    paragraph('Code', 'Source Code', `${fill}${spacing(60, 200, 252)}`, `${codeFonts}<w:sz w:val="18"/>`),
    paragraph('DefinitionTerm', 'Definition Term', `<w:keepNext/>${spacing(0, 20)}`, '<w:b/>'),
    paragraph('FootnoteText', 'Footnote Text', spacing(0, 40, 240), '<w:sz w:val="18"/>'),
    paragraph('Footer', 'footer', spacing(0, 0, 240), '<w:color w:val="5F6368"/><w:sz w:val="18"/>'),
    character('CodeChar', 'Verbatim Char', `${codeFonts}<w:sz w:val="20"/>`),
    character('Hyperlink', 'Hyperlink', '<w:color w:val="0B57D0"/><w:u w:val="single"/>'),
    character('FootnoteReference', 'Footnote Reference', '<w:vertAlign w:val="superscript"/>'),
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:pPr>${spacing(40, 40, 252)}</w:pPr><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(line).join('')}</w:tblBorders><w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>`,
  ].join('');
}

const languageTag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;

/** Writes the language of text, which Word has separately for East Asian scripts and those from right to left. */
function languageXml(language: string | undefined): string {
  if (language === undefined || !languageTag.test(language)) return '';
  const [name = ''] = language.toLowerCase().split('-');
  const group = /^(?:ja|ko|zh)$/.test(name) ? 'eastAsia' : /^(?:ar|fa|he|ur)$/.test(name) ? 'bidi' : 'val';
  return `<w:lang w:${group}="${language}"/>`;
}
