import { strToU8, type Zippable, zipSync } from 'fflate';

/** Documents of each kind whose pictures are all linked, not embedded. */
export const linkingFormats = ['fodt', 'odt', 'ods', 'odp', 'docx'] as const;

export type LinkingFormat = (typeof linkingFormats)[number];

const namespaces = ['office', 'text', 'table', 'style', 'presentation', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'office:version="1.2"',
  )
  .join(' ');
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const size = 'svg:width="3cm" svg:height="2cm"';

/** The document, with each address in every possible place. */
export function linkingDocument(format: LinkingFormat, addresses: readonly string[]): Buffer {
  const links = addresses.map((address) => address.replaceAll('&', '&amp;'));
  switch (format) {
    case 'fodt':
      return Buffer.from(
        `${declaration}<office:document ${namespaces} office:mimetype="application/vnd.oasis.opendocument.text">${textParts(links).content}</office:document>`,
      );
    case 'odt':
      return openDocument('text', textParts(links));
    case 'ods':
      return openDocument('spreadsheet', sheetParts(links), textParts(links));
    case 'odp':
      return openDocument('presentation', slideParts(links), textParts(links));
    case 'docx':
      return wordDocument(links);
  }
}

interface Parts {
  readonly content: string;
  readonly styles?: string;
}

const background = (link: string): string =>
  `<style:background-image xlink:href="${link}" xlink:type="simple" xlink:actuate="onLoad"/>`;
const frame = (link: string, place = ''): string =>
  `<draw:frame ${size} ${place}><draw:image xlink:href="${link}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>`;
const each = (links: readonly string[], part: (link: string, index: number) => string): string =>
  links.map(part).join('');

function textParts(links: readonly string[]): Parts {
  const styles = each(
    links,
    (link, index) =>
      `<style:style style:name="P${index}" style:family="paragraph"><style:paragraph-properties>${background(link)}</style:paragraph-properties></style:style><text:list-style style:name="B${index}"><text:list-level-style-image text:level="1" xlink:href="${link}" xlink:actuate="onLoad"/></text:list-style>`,
  );
  const body = each(
    links,
    (link, index) =>
      `<text:p text:style-name="P${index}">mine</text:p><text:list text:style-name="B${index}"><text:list-item><text:p>mine</text:p></text:list-item></text:list><text:p>${frame(link, 'text:anchor-type="as-char"')}</text:p>`,
  );
  return {
    content: `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
  };
}

/** A text in a frame, which is drawn because there is no replacement picture. */
const textFrame =
  '<draw:frame svg:width="12cm" svg:height="12cm" svg:x="1cm" svg:y="1cm"><draw:object xlink:href="./Text" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>';

function sheetParts(links: readonly string[]): Parts {
  const shapes = each(links, (link, index) => frame(link, `svg:x="${index * 3}cm" svg:y="20cm"`));
  return {
    content: `<office:body><office:spreadsheet><table:table table:name="a"><table:shapes>${textFrame}${shapes}</table:shapes><table:table-row><table:table-cell><text:p>mine</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>`,
  };
}

function slideParts(links: readonly string[]): Parts {
  const fills = each(
    links,
    (link, index) =>
      `<draw:fill-image draw:name="F${index}" xlink:href="${link}" xlink:type="simple" xlink:actuate="onLoad"/>`,
  );
  const styles = each(
    links,
    (_, index) =>
      `<style:style style:name="D${index}" style:family="drawing-page"><style:drawing-page-properties presentation:background-visible="true" draw:fill="bitmap" draw:fill-image-name="F${index}"/></style:style>`,
  );
  const pages = each(
    links,
    (link, index) =>
      `<draw:page draw:name="p${index}" draw:style-name="D${index}" draw:master-page-name="M">${index === 0 ? textFrame : ''}${frame(link, 'svg:x="14cm" svg:y="1cm"')}</draw:page>`,
  );
  return {
    content: `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:presentation>${pages}</office:presentation></office:body>`,
    styles: `<office:styles>${fills}</office:styles><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles>`,
  };
}

const part = (name: string, xml: string): string =>
  `${declaration}<office:document-${name} ${namespaces}>${xml}</office:document-${name}>`;
const typeOf = (kind: string): string => `application/vnd.oasis.opendocument.${kind}`;
const entry = (file: string, media: string): string =>
  `<manifest:file-entry manifest:full-path="${file}" manifest:media-type="${media}"/>`;

/** A document with these parts, and a text in its folder `Text`. */
function openDocument(kind: string, { content, styles = '' }: Parts, text?: Parts): Buffer {
  const entries = [
    entry('/', typeOf(kind)),
    entry('content.xml', 'text/xml'),
    entry('styles.xml', 'text/xml'),
    ...(text ? [entry('Text/', typeOf('text')), entry('Text/content.xml', 'text/xml')] : []),
  ];
  return zipped({
    mimetype: typeOf(kind),
    'content.xml': part('content', content),
    'styles.xml': part('styles', styles),
    ...(text ? { 'Text/content.xml': part('content', text.content) } : {}),
    'META-INF/manifest.xml': `${declaration}<manifest:manifest ${namespaces}>${entries.join('')}</manifest:manifest>`,
  });
}

const shape = (id: string): string =>
  `<w:pict><v:shape style="width:90pt;height:60pt"><v:imagedata r:id="${id}"/></v:shape></w:pict><w:pict><v:rect style="width:90pt;height:60pt"><v:fill r:id="${id}" type="frame"/></v:rect></w:pict>`;

function wordDocument(links: readonly string[]): Buffer {
  const office = 'http://schemas.openxmlformats.org';
  const relationship = `${office}/officeDocument/2006/relationships`;
  const drawing = (id: string): string =>
    `<w:drawing><wp:inline><wp:extent cx="1080000" cy="720000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="${office}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="1080000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const paragraphs = each(
    links,
    (_, index) =>
      `<w:p><w:r><w:t>mine</w:t></w:r><w:r>${drawing(`r${index}`)}</w:r><w:r>${shape(`r${index}`)}</w:r></w:p>`,
  );
  const targets = each(
    links,
    (link, index) =>
      `<Relationship Id="r${index}" Type="${relationship}/image" Target="${link}" TargetMode="External"/>`,
  );
  const relationships = (content: string): string =>
    `${declaration}<Relationships xmlns="${office}/package/2006/relationships">${content}</Relationships>`;
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return zipped({
    '[Content_Types].xml': `${declaration}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': relationships(
      `<Relationship Id="d" Type="${relationship}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relationships(targets),
    'word/document.xml': `${declaration}<w:document xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relationship}" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:a="${office}/drawingml/2006/main" xmlns:pic="${office}/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${paragraphs}</w:body></w:document>`,
  });
}

function zipped(files: Readonly<Record<string, string>>): Buffer {
  const entries: Zippable = {};
  for (const [name, text] of Object.entries(files)) {
    entries[name] = [strToU8(text), { level: name === 'mimetype' ? 0 : 6 }];
  }
  return Buffer.from(zipSync(entries));
}
