import { damaged } from '../../api/conversionError.ts';
import type { Document } from '../tree/document.ts';
import { readParts } from '../word/read.ts';
import { element, valueOf, type XmlElement } from '../xmlTree.ts';
import { BodyReader } from './reading/body.ts';
import {
  type Group,
  groupsNamed,
  hasWord,
  isControl,
  isGroup,
  parameterOf,
  parseGroups,
  textNamed,
  textOf,
} from './reading/groups.ts';
import { RtfLists } from './reading/listTables.ts';
import {
  type Font,
  type Look,
  type LookTables,
  type Paragraph,
  propertiesOf,
  property,
  withCharacterWord,
  withParagraphWord,
} from './reading/look.ts';
import { RtfPictures } from './reading/pictures.ts';

/** The number of bytes at the end of a file in which to look for its last brace, since padding may follow. */
const tailBytes = 512;
const macCodePage = 10_000;
/** The size of text without a size, in half points. */
const usualSize = 24;

/**
 * Reads RTF (version 1.9.1). Its text has the structure of Word's, which wrote the first RTF, so it is read as a Word
 * document is: control words become the elements of the same meaning.
 * @throws ConversionError
 */
export async function readRtf(bytes: Buffer): Promise<Document> {
  const rtf = bytes.toString('latin1');
  const isWhole = rtf.startsWith('{\\rtf') && /\}[\s\0]*$/.test(rtf.slice(-tailBytes)); // eslint-disable-line no-control-regex
  if (!isWhole) throw damaged('document');
  const [root] = parseGroups(rtf).items;
  if (root === undefined || !isGroup(root)) throw damaged('document');
  const codePage = parameterOf(root, 'ansicpg') ?? (hasWord(root, 'mac') ? macCodePage : 1252);
  const looks = { fonts: fontsIn(root, codePage), colors: colorsIn(root) };
  const lists = new RtfLists(root, codePage);
  const pictures = new RtfPictures(codePage);
  const notes = { footnote: [] as XmlElement[], endnote: [] as XmlElement[] };
  const hasLabels = rtf.includes(String.raw`{\listtext`);
  const addNote = (kind: keyof typeof notes, blocks: XmlElement[]): string => {
    const id = String(notes[kind].length);
    notes[kind].push(element(`w:${kind}`, { 'w:id': id }, blocks));
    return id;
  };
  const body = new BodyReader({ ...looks, codePage, lists, pictures, hasLabels, addNote }).read(root);
  const parts = new Map<string, XmlElement>([
    ['word/document.xml', element('w:document', {}, [element('w:body', {}, body)])],
    ['word/styles.xml', stylesIn(root, looks, codePage)],
    ['word/numbering.xml', lists.numbering()],
    ['word/footnotes.xml', element('w:footnotes', {}, notes.footnote)],
    ['word/endnotes.xml', element('w:endnotes', {}, notes.endnote)],
    ['docProps/core.xml', propertiesIn(root, codePage)],
  ]);
  const relations = new Map(
    Array.from(pictures.data.keys(), (id) => [id, { type: 'image', target: id, isExternal: false }]),
  );
  return readParts(
    {
      xml: (name) => parts.get(name),
      read: (name) => pictures.data.get(name),
      relations: (part) => (part === '' ? new Map() : relations),
    },
    bytes.length,
  );
}

function fontsIn(root: Group, codePage: number): ReadonlyMap<number, Font> {
  const fonts = new Map<number, Font>();
  const read = (group: Group): void => {
    let [number, charset, name]: [number | undefined, number | undefined, string] = [
      undefined,
      undefined,
      '',
    ];
    const end = (): void => {
      if (number !== undefined) fonts.set(number, { name: name.replace(/;.*$/s, '').trim(), charset });
      [number, charset, name] = [undefined, undefined, ''];
    };
    for (const item of group.items) {
      if (typeof item === 'string') name += textOf({ items: [item] }, codePage);
      else if (isControl(item) && item.word === 'f') {
        end();
        number = item.parameter ?? 0;
      } else if (isControl(item) && item.word === 'fcharset') charset = item.parameter;
    }
    end();
    for (const inner of group.items.filter(isGroup)) read(inner);
  };
  for (const table of groupsNamed(root, 'fonttbl')) read(table);
  return fonts;
}

const primaries = ['red', 'green', 'blue'];

function colorsIn(root: Group): (string | undefined)[] {
  const colors: (string | undefined)[] = [];
  const color = new Map<string, number>();
  for (const item of groupsNamed(root, 'colortbl').flatMap(({ items }) => items)) {
    if (isControl(item) && primaries.includes(item.word)) color.set(item.word, item.parameter ?? 0);
    if (typeof item !== 'string') continue;
    for (let count = item.split(';').length - 1; count > 0; count -= 1) {
      const bytes = Buffer.from(primaries.map((name) => color.get(name) ?? 0));
      colors.push(color.size === 0 ? undefined : bytes.toString('hex'));
      color.clear();
    }
  }
  return colors;
}

/** Returns the styles as Word's part for them has them. */
function stylesIn(root: Group, looks: LookTables, codePage: number): XmlElement {
  const styles = groupsNamed(root, 'stylesheet').flatMap(({ items }) => items.filter(isGroup));
  const made = styles.map((style) => {
    let character: Look = {};
    let paragraph: Paragraph = { look: {} };
    for (const item of style.items) {
      if (!isControl(item)) continue;
      const changed = withCharacterWord(character, item.word, item.parameter, looks);
      if (changed === undefined)
        paragraph = withParagraphWord(paragraph, item.word, item.parameter) ?? paragraph;
      else character = changed;
    }
    const { 'w:rStyle': ofText, ...look } = character;
    const { 'w:pStyle': ofParagraph, ...paragraphLook } = paragraph.look;
    const id = valueOf(ofText ?? ofParagraph) ?? 's0';
    const number = parameterOf(style, 'sbasedon');
    const base = number === undefined ? id : `${ofText === undefined ? 's' : 'cs'}${number}`;
    return element(
      'w:style',
      {
        'w:type': ofText === undefined ? 'paragraph' : 'character',
        'w:styleId': id,
        ...(id === 's0' ? { 'w:default': '1' } : {}),
      },
      [
        property('w:name', textOf(style, codePage).replace(/;.*$/s, '').trim()),
        ...(base === id ? [] : [property('w:basedOn', base)]),
        propertiesOf('w:pPr', paragraphLook),
        propertiesOf('w:rPr', look),
      ],
    );
  });
  const usual = element('w:rPr', {}, [property('w:sz', usualSize)]);
  return element('w:styles', {}, [
    element('w:docDefaults', {}, [element('w:rPrDefault', {}, [usual])]),
    ...made,
  ]);
}

function propertiesIn(root: Group, codePage: number): XmlElement {
  const [info] = groupsNamed(root, 'info');
  return element('cp:coreProperties', {}, [
    element('dc:title', {}, [textNamed(info, 'title', codePage)]),
    element('dc:creator', {}, [textNamed(info, 'author', codePage)]),
  ]);
}
