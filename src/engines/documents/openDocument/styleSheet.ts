import { pointsPerInch } from '../../lib/paper.ts';
import type { Page } from '../tree/page.ts';

const names = {
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
  dc: 'http://purl.org/dc/elements/1.1/',
  meta: 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0',
};
const namespaces = Object.entries(names)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** Writes one of the files of a document. */
export function part(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:${root}${namespaces} office:version="1.3">${content}</office:${root}>`;
}

const fonts = [
  ['Liberation Sans', "'Liberation Sans', Arial", 'swiss', 'variable'],
  ['Courier New', "'Courier New'", 'modern', 'fixed'],
] as const;
const faces = fonts.map(
  ([name, family, generic, pitch]) =>
    `<style:font-face style:name="${name}" svg:font-family="${family}" style:font-family-generic="${generic}" style:font-pitch="${pitch}"/>`,
);
export const fontFaces = `<office:font-face-decls>${faces.join('')}</office:font-face-decls>`;

/** Returns properties for the scripts that OpenDocument has its own properties for. */
export function inAllScripts(name: string, value: string): string {
  const plain = name.replace(/^\w+:/, '');
  return ` ${name}="${value}" style:${plain}-asian="${value}" style:${plain}-complex="${value}"`;
}

export const bold = inAllScripts('fo:font-weight', 'bold');
export const italic = inAllScripts('fo:font-style', 'italic');

/** Writes a length in points in inches. */
export function inches(points: number): string {
  return `${(points / pointsPerInch).toFixed(4)}in`;
}

const headingSizes = [20, 16, 14, 12, 11, 11];

/** Writes the styles that a document uses by name. */
export function styleSheet(language: string | undefined, { size, margin }: Page): string {
  const [width, height] = size;
  const layout = `fo:page-width="${inches(width)}" fo:page-height="${inches(height)}" style:print-orientation="${width > height ? 'landscape' : 'portrait'}" fo:margin="${inches(margin)}"`;
  const [code = '', country] = (language ?? '').split('-');
  const spoken = /^[a-z]{2,3}$/.test(code)
    ? ` fo:language="${code}" fo:country="${country !== undefined && /^[A-Z]{2}$/.test(country) ? country : 'none'}"`
    : '';
  const styles = [
    '<style:default-style style:family="paragraph">',
    `<style:text-properties style:font-name="Liberation Sans"${inAllScripts('fo:font-size', '11pt')}${spoken}/></style:default-style>`,
    '<style:style style:name="Standard" style:family="paragraph" style:class="text"/>',
    paragraphStyle('Text body', 'fo:margin-bottom="0.1in" fo:line-height="115%"'),
    paragraphStyle(
      'Heading',
      'fo:margin-top="0.17in" fo:margin-bottom="0.08in" fo:keep-with-next="always"',
      bold,
    ),
    ...headingSizes.map((size, index) => headingStyle(index + 1, size)),
    paragraphStyle('Title', 'fo:margin-bottom="0.1in"', `${bold}${inAllScripts('fo:font-size', '26pt')}`),
    paragraphStyle('Subtitle', 'fo:margin-bottom="0.1in"', inAllScripts('fo:font-size', '16pt')),
    paragraphStyle('Quotations', 'fo:margin-left="0.4in" fo:margin-right="0.4in" fo:margin-bottom="0.1in"'),
    paragraphStyle(
      'Preformatted Text',
      'fo:margin-bottom="0.1in" fo:padding="0.06in" fo:background-color="#f6f8fa"',
      ` style:font-name="Courier New"${inAllScripts('fo:font-size', '9.5pt')}`,
    ),
    paragraphStyle('Definition Term', 'fo:keep-with-next="always"', bold),
    paragraphStyle('Definition Definition', 'fo:margin-left="0.4in" fo:margin-bottom="0.1in"'),
    paragraphStyle('List Paragraph', 'fo:margin-bottom="0.04in"'),
    paragraphStyle('Table Contents', ''),
    paragraphStyle('Table Heading', '', bold),
    paragraphStyle('Caption', 'fo:margin-bottom="0.1in"', italic),
    paragraphStyle(
      'Footnote',
      'fo:margin-left="0.2in" fo:text-indent="-0.2in"',
      inAllScripts('fo:font-size', '9pt'),
    ),
    paragraphStyle('Horizontal Line', 'fo:margin-bottom="0.17in" fo:border-bottom="0.5pt solid #d0d7de"'),
    '<style:style style:name="Internet_20_link" style:display-name="Internet link" style:family="text"><style:text-properties fo:color="#0b57d0" style:text-underline-style="solid" style:text-underline-width="auto" style:text-underline-color="font-color"/></style:style>',
  ];
  const page = `<office:automatic-styles><style:page-layout style:name="page"><style:page-layout-properties ${layout}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"/></office:master-styles>`;
  return part('document-styles', `${fontFaces}<office:styles>${styles.join('')}</office:styles>${page}`);
}

function paragraphStyle(name: string, paragraph: string, text = '', more = ''): string {
  const properties = paragraph === '' ? '' : `<style:paragraph-properties ${paragraph}/>`;
  const look = text === '' ? '' : `<style:text-properties${text}/>`;
  return `<style:style style:name="${styleId(name)}" style:display-name="${name}" style:family="paragraph" style:parent-style-name="Standard" style:class="text"${more}>${properties}${look}</style:style>`;
}

function headingStyle(level: number, size: number): string {
  const text = `<style:text-properties${bold}${inAllScripts('fo:font-size', `${size}pt`)}/>`;
  return `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Heading" style:next-style-name="Text_20_body" style:default-outline-level="${level}" style:class="text">${text}</style:style>`;
}

/** Returns the internal name of a style. */
export function styleId(name: string): string {
  return name.replaceAll(' ', '_20_');
}
