import {
  flatDocument,
  openContent,
  openDocument,
  openMediaType,
  openPart,
  type OpenParts,
} from '../openDocument.ts';
import { wordDocument } from '../wordDocument.ts';

/** Documents of each kind whose pictures are all linked, not embedded. */
export const linkingFormats = ['fodt', 'odt', 'ods', 'odp', 'docx'] as const;

export type LinkingFormat = (typeof linkingFormats)[number];

const size = 'svg:width="3cm" svg:height="2cm"';

/** The document, with each address in every possible place. */
export function linkingDocument(format: LinkingFormat, addresses: readonly string[]): Buffer {
  const links = addresses.map((address) => address.replaceAll('&', '&amp;'));
  const text = textParts(links);
  switch (format) {
    case 'fodt':
      return flatDocument(
        'text',
        text.body,
        `<office:automatic-styles>${text.styles}</office:automatic-styles>`,
      );
    case 'odt':
      return withManifest(text);
    case 'ods':
      return withManifest(sheetParts(links), text);
    case 'odp':
      return withManifest(slideParts(links), text);
    case 'docx':
      return linkingWordDocument(links);
  }
}

const background = (link: string): string =>
  `<style:background-image xlink:href="${link}" xlink:type="simple" xlink:actuate="onLoad"/>`;
const frame = (link: string, place = ''): string =>
  `<draw:frame ${size} ${place}><draw:image xlink:href="${link}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>`;
const each = (links: readonly string[], part: (link: string, index: number) => string): string =>
  links.map(part).join('');

function textParts(links: readonly string[]): OpenParts {
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
  return { body, styles };
}

/** A text in a frame, which is drawn because there is no replacement picture. */
const textFrame =
  '<draw:frame svg:width="12cm" svg:height="12cm" svg:x="1cm" svg:y="1cm"><draw:object xlink:href="./Text" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>';

function sheetParts(links: readonly string[]): OpenParts {
  const shapes = each(links, (link, index) => frame(link, `svg:x="${index * 3}cm" svg:y="20cm"`));
  return {
    kind: 'spreadsheet',
    body: `<table:table table:name="a"><table:shapes>${textFrame}${shapes}</table:shapes><table:table-row><table:table-cell><text:p>mine</text:p></table:table-cell></table:table-row></table:table>`,
  };
}

function slideParts(links: readonly string[]): OpenParts {
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
  const master = `<office:styles>${fills}</office:styles><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles>`;
  const files = { 'styles.xml': openPart('office:document-styles', master) };
  return { kind: 'presentation', body: pages, styles, files };
}

/** A document with these parts, and a text in its folder `Text`. */
function withManifest(parts: OpenParts, text?: OpenParts): Buffer {
  const files = { ...parts.files, ...(text && { 'Text/content.xml': openContent(text) }) };
  const folders = {
    '/': openMediaType(parts.kind ?? 'text'),
    ...(text && { 'Text/': openMediaType('text') }),
  };
  const media = Object.fromEntries(
    ['content.xml', 'meta.xml', ...Object.keys(files)].map((name) => [name, 'text/xml']),
  );
  const entries = Object.entries({ ...folders, ...media }).map(
    ([name, type]) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${type}"/>`,
  );
  const manifest = openPart('manifest:manifest', entries.join(''));
  return openDocument({ ...parts, files: { ...files, 'META-INF/manifest.xml': manifest } });
}

const shape = (id: string): string =>
  `<w:pict><v:shape style="width:90pt;height:60pt"><v:imagedata r:id="${id}"/></v:shape></w:pict><w:pict><v:rect style="width:90pt;height:60pt"><v:fill r:id="${id}" type="frame"/></v:rect></w:pict>`;

const drawing = (id: string): string =>
  `<w:drawing><wp:inline><wp:extent cx="1080000" cy="720000"/><wp:docPr id="1" name="a"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="1080000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

function linkingWordDocument(links: readonly string[]): Buffer {
  const body = each(
    links,
    (_, index) =>
      `<w:p><w:r><w:t>mine</w:t></w:r><w:r>${drawing(`r${index}`)}</w:r><w:r>${shape(`r${index}`)}</w:r></w:p>`,
  );
  const linkedPictures = Object.fromEntries(links.map((link, index) => [`r${index}`, link]));
  return Buffer.from(wordDocument({ body, linkedPictures }));
}
