import type { Document } from '../../tree/document.ts';
import { Relationships } from './links.ts';
import { xmlText } from '../../xmlTree.ts';
import { zipped } from '../../zippedFiles.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const formats = 'http://schemas.openxmlformats.org/package/2006';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** The parts of a Word document. */
export class WordPackage {
  readonly #files: (readonly [name: string, content: string | Buffer])[] = [];
  readonly #overrides: string[] = [];

  /** Adds a part of the document, and its relationships if it has any. */
  add(name: string, type: string, content: string, relationships?: Relationships): void {
    this.#overrides.push(`<Override PartName="/word/${name}.xml" ContentType="${wordType}.${type}+xml"/>`);
    this.#files.push([`word/${name}.xml`, declaration + content]);
    if (relationships !== undefined && !relationships.isEmpty)
      this.#files.push([`word/_rels/${name}.xml.rels`, declaration + relationships.toXml()]);
  }

  addPicture(name: string, data: Buffer): void {
    this.#files.push([`word/media/${name}`, data]);
  }

  toZip(document: Document): Buffer {
    const main = new Relationships();
    main.add('officeDocument', 'word/document.xml');
    main.add('metadata/core-properties', 'docProps/core.xml');
    const files = [
      ['[Content_Types].xml', declaration + this.#contentTypes()],
      ['_rels/.rels', declaration + main.toXml()],
      ['docProps/core.xml', declaration + properties(document)],
      ...this.#files,
    ] as const;
    return zipped(files);
  }

  #contentTypes(): string {
    const defaults = [
      ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
      ['xml', 'application/xml'],
      ...['png', 'jpeg', 'gif', 'bmp', 'tiff'].map((extension) => [extension, `image/${extension}`]),
    ].map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
    const core = `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`;
    return `<Types xmlns="${formats}/content-types">${defaults.join('')}${this.#overrides.join('')}${core}</Types>`;
  }
}

/** Writes the properties of a document. Its date of creation is its date, if Word can read it. */
function properties({ title, author, language, date = '' }: Document): string {
  const now = new Date();
  const parsed = /^\d{4}-\d\d-\d\d/.test(date) ? new Date(date) : now;
  const created = Number.isNaN(parsed.getTime()) ? now : parsed;
  const namespaces = `xmlns:cp="${formats}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
  return `<cp:coreProperties ${namespaces}>${text('dc:title', title)}${text('dc:creator', author)}${text('dc:language', language)}${time('created', created)}${time('modified', now)}</cp:coreProperties>`;
}

function time(name: string, value: Date): string {
  return `<dcterms:${name} xsi:type="dcterms:W3CDTF">${value.toISOString().replace(/\.\d+/, '')}</dcterms:${name}>`;
}

function text(name: string, value = ''): string {
  return value === '' ? '' : `<${name}>${xmlText(value)}</${name}>`;
}
