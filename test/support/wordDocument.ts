import { strToU8, zipSync } from 'fflate';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  `xmlns:a="${drawing}/main"`,
  `xmlns:pic="${drawing}/picture"`,
  `xmlns:c="${drawing}/chart"`,
  `xmlns:dgm="${drawing}/diagram"`,
  `xmlns:wp="${drawing}/wordprocessingDrawing"`,
].join(' ');
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a Word document, each without its root element. */
export interface WordParts {
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly comments?: string;
  /** Addresses of links, by id. */
  readonly links?: Readonly<Record<string, string>>;
  /** Addresses of pictures that aren't embedded, by id. */
  readonly linkedPictures?: Readonly<Record<string, string>>;
  /** Other parts by the ids of their relationships, each with its type, its name, and its bytes or its XML without namespaces. */
  readonly related?: Readonly<
    Record<string, readonly [type: string, name: string, content: string | Uint8Array]>
  >;
}

/** A Word document of these parts. */
export function wordDocument({
  body,
  links = {},
  linkedPictures = {},
  related = {},
  ...others
}: WordParts): Uint8Array {
  const external = (type: string, targets: Readonly<Record<string, string>>): string[] =>
    Object.entries(targets).map(
      ([id, target]) =>
        `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}" TargetMode="External"/>`,
    );
  const linked = [...external('hyperlink', links), ...external('image', linkedPictures)];
  for (const [id, [type, name]] of Object.entries(related))
    linked.push(`<Relationship Id="${id}" Type="${relationships}/${type}" Target="${name}"/>`);
  return zipSync({
    ...Object.fromEntries(
      Object.values(related).map(([, name, content]) => [
        `word/${name}`,
        typeof content === 'string' ? strToU8(content.replace(/(?=\/?>)/, ` ${namespaces}`)) : content,
      ]),
    ),
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': part('document', `<w:body>${body}<w:sectPr/></w:body>`),
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${linked.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      Object.entries(others).map(([name, content]) => [`word/${name}.xml`, part(name, content)]),
    ),
  });
}

function part(name: string, content: string): Uint8Array {
  return strToU8(`<?xml version="1.0" encoding="UTF-8"?><w:${name} ${namespaces}>${content}</w:${name}>`);
}

function character(type: string): string {
  return `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
}

/** A paragraph with this text or these runs, and with these paragraph properties. */
export function paragraph(content: string, properties = ''): string {
  const runs = content.startsWith('<') ? content : run(content);
  return `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
}

export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function styled(style: string, text: string, more = ''): string {
  return paragraph(text, `<w:pStyle w:val="${style}"/>${more}`);
}

export function item(text: string, numId: number, level = 0): string {
  return paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`);
}

/** A style of paragraphs. */
export function style(id: string, name: string, content = ''): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${content}</w:style>`;
}

/** Definitions of numberings, with ids from 1. Each level has a number format and a text. */
export function numberings(...lists: readonly (readonly (readonly [string, string, string?])[])[]): string {
  const shared = lists.map((levels, at) => {
    const defined = levels.map(
      ([format, text, more = ''], level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
    );
    return `<w:abstractNum w:abstractNumId="${at}">${defined.join('')}</w:abstractNum>`;
  });
  const nums = lists.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`);
  return shared.join('') + nums.join('');
}

/** A field as runs: its instruction and its visible result. */
export function field(instruction: string, shown: string): string {
  const instructed = `<w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>`;
  return character('begin') + instructed + character('separate') + shown + character('end');
}
