import { wordsIn } from '../../../../util/text.ts';
import { element, textElement, type XmlElement } from '../../xmlTree.ts';
import { codePageOf, decoderOf } from './encodings.ts';
import {
  characters,
  destinationOf,
  Fallbacks,
  type Group,
  groupsNamed,
  hasWord,
  isControl,
  isGroup,
  parameterOf,
  textOf,
} from './groups.ts';
import type { RtfLists } from './listTables.ts';
import {
  type Look,
  type LookTables,
  type Paragraph,
  propertiesOf,
  property,
  withCharacterWord,
  withParagraphWord,
} from './look.ts';
import type { RtfPictures } from './pictures.ts';
import { RowDefinition, RtfBlocks } from './tables.ts';

/** Destinations whose text isn't a part of the document, or is read elsewhere. */
const skipped = wordsIn(
  'aftncn aftnsep aftnsepc annotation atnauthor atndate atnid atnref atrfend atrfstart background colortbl filetbl fonttbl footer footerf footerl footerr ftncn ftnsep ftnsepc header headerf headerl headerr info listoverridetable listtable nonesttables nonshppict objdata revtbl rxe shprslt stylesheet tc template xe',
);
/** Optional destinations that are read. */
const known = wordsIn('bkmkend bkmkstart cs fldinst footnote nesttableprops shpinst shppict ud');

/** The result of a form field that has its default value. */
const byDefault = 25;

const noParagraph: Paragraph = { look: {} };

/** What RTF's readers of texts share. */
interface BodyContext extends LookTables {
  readonly codePage: number;
  readonly lists: RtfLists;
  readonly pictures: RtfPictures;
  /** True if items have their labels as text, too. Those without one continue the item before them. */
  readonly hasLabels: boolean;
  /** Adds a note and returns its id. */
  readonly addNote: (kind: 'footnote' | 'endnote', blocks: XmlElement[]) => string;
}

/** What control words set up to the end of their group. */
interface State {
  character: Look;
  /** The character set of the font. */
  charset?: number | undefined;
  paragraph: Paragraph;
  /** The number of characters that follow a `\u` for readers that don't know it. */
  fallback: number;
}

/** Reads the text of a document, a note, or a text box as the elements of Word documents. */
export class BodyReader {
  readonly #context: BodyContext;
  readonly #blocks: RtfBlocks;
  readonly #fallbacks = new Fallbacks();
  #row = new RowDefinition();
  #children: XmlElement[] = [];
  /** The text of the last run, if more of it may follow. */
  #text: XmlElement | undefined;
  #look: Look = {};
  #label: string | undefined;
  #last: Paragraph = noParagraph;
  #beginsPage = false;

  constructor(context: BodyContext) {
    this.#context = context;
    this.#blocks = new RtfBlocks(context.colors);
  }

  read(group: Group, state: State = { character: {}, paragraph: noParagraph, fallback: 1 }): XmlElement[] {
    const own = { ...state };
    this.#items(group, own);
    if (this.#children.length > 0) this.#endParagraph(own.paragraph);
    return this.#blocks.finish();
  }

  #items({ items }: Group, state: State): void {
    for (const item of items) {
      if (typeof item === 'string') this.#bytes(item, state);
      else if (isGroup(item)) {
        this.#fallbacks.begin(0);
        if (destinationOf(item).name === 'pn') state.paragraph = { ...state.paragraph, olderList: item };
        else this.#group(item, { ...state });
        this.#fallbacks.begin(0);
      } else if (isControl(item) && !this.#fallbacks.takes()) this.#word(item.word, item.parameter, state);
    }
  }

  #group(group: Group, state: State): void {
    const { name, isOptional } = destinationOf(group);
    if (isOptional ? !known.has(name) : skipped.has(name)) return;
    const { codePage, pictures } = this.#context;
    switch (name) {
      case 'bkmkstart':
      case 'bkmkend': {
        const bookmark = textOf({ items: group.items.slice(1) }, codePage).trim();
        const tag = name === 'bkmkstart' ? 'w:bookmarkStart' : 'w:bookmarkEnd';
        this.#add(element(tag, { 'w:id': bookmark, 'w:name': bookmark }));
        return;
      }
      case 'field':
        this.#field(group, state);
        return;
      case 'footnote': {
        const kind = hasWord(group, 'ftnalt') ? 'endnote' : 'footnote';
        const id = this.#context.addNote(
          kind,
          new BodyReader(this.#context).read(group, { ...state, paragraph: noParagraph }),
        );
        this.#addRun(element(`w:${kind}Reference`, { 'w:id': id }), state);
        return;
      }
      case 'listtext':
      case 'pntext':
        this.#label = textOf(group, codePage).trim();
        return;
      case 'nesttableprops': {
        // The row around it keeps its definition.
        const row = this.#row;
        this.#row = new RowDefinition();
        this.#items(group, state);
        this.#row = row;
        return;
      }
      case 'pict': {
        const picture = pictures.read(group);
        if (picture !== undefined) this.#addRun(picture, state);
        return;
      }
      case 'shpinst':
        this.#shape(group, state);
        return;
      case 'upr':
        // The Unicode text follows that for other readers.
        for (const each of groupsNamed(group, 'ud')) this.#items(each, state);
        return;
      default:
        this.#items(group, state);
    }
  }

  #field(group: Group, state: State): void {
    const [instruction] = groupsNamed(group, 'fldinst');
    const mark = (type: string, form: XmlElement[] = []): void =>
      this.#addRun(element('w:fldChar', { 'w:fldCharType': type }, form), state);
    mark('begin', this.#form(instruction));
    if (instruction !== undefined) {
      const text = textOf({ items: instruction.items.slice(1) }, this.#context.codePage);
      this.#addRun(element('w:instrText', {}, [text]), state);
    }
    mark('separate');
    for (const result of groupsNamed(group, 'fldrslt')) this.#items(result, { ...state });
    mark('end');
  }

  /** Returns the data of a form field: a check box, or a list with its entries. */
  #form(instruction: Group | undefined): XmlElement[] {
    const [form] = groupsNamed(instruction, 'formfield').flatMap(({ items }) => items.filter(isGroup));
    if (form === undefined) return [];
    const chosen = parameterOf(form, 'ffres') ?? byDefault;
    const result = chosen === byDefault ? (parameterOf(form, 'ffdefres') ?? 0) : chosen;
    const entries = groupsNamed(form, 'ffl').map((each) =>
      property('w:listEntry', textOf({ items: each.items.slice(2) }, this.#context.codePage)),
    );
    switch (parameterOf(form, 'fftype')) {
      case 1:
        return [element('w:ffData', {}, [element('w:checkBox', {}, [property('w:checked', result)])])];
      case 2:
        return [
          element('w:ffData', {}, [element('w:ddList', {}, [property('w:result', result), ...entries])]),
        ];
      default:
        return [];
    }
  }

  /** Reads the pictures and the text in a shape. */
  #shape(group: Group, state: State): void {
    const picture = this.#context.pictures.ofShape(group);
    if (picture !== undefined) this.#addRun(picture, state);
    for (const box of groupsNamed(group, 'shptxt')) {
      const blocks = new BodyReader(this.#context).read(box, { ...state, paragraph: noParagraph });
      this.#addRun(element('w:pict', {}, [element('w:txbxContent', {}, blocks)]), state);
    }
  }

  #bytes(bytes: string, state: State): void {
    const shown = this.#fallbacks.textAfter(bytes);
    this.#addText(decoderOf(codePageOf(state.charset, this.#context.codePage))(shown), state);
  }

  #word(word: string, parameter: number | undefined, state: State): void {
    const character = withCharacterWord(state.character, word, parameter, this.#context);
    if (word === 'f' || word === 'plain') state.charset = this.#context.fonts.get(parameter ?? -1)?.charset;
    const paragraph = withParagraphWord(state.paragraph, word, parameter);
    if (character !== undefined) state.character = character;
    else if (paragraph !== undefined) state.paragraph = paragraph;
    else this.#mark(word, parameter, state);
  }

  #mark(word: string, parameter: number | undefined, state: State): void {
    const depth = depthOf(state.paragraph);
    switch (word) {
      case 'uc':
        state.fallback = parameter ?? 1;
        break;
      case 'u':
        this.#addText(String.fromCharCode(parameter ?? 0), state);
        this.#fallbacks.begin(state.fallback);
        break;
      case 'par':
        this.#endParagraph(state.paragraph);
        break;
      case 'line':
        this.#addRun(element('w:br'), state);
        break;
      case 'page':
        this.#addRun(element('w:br', { 'w:type': 'page' }), state);
        break;
      case 'sect':
        if (this.#children.length > 0) this.#endParagraph(state.paragraph);
        this.#beginsPage = true;
        break;
      case 'sbknone':
      case 'sbkcol':
        this.#beginsPage = false;
        break;
      case 'cell':
      case 'nestcell':
        this.#endParagraph({ ...state.paragraph, isInTable: true });
        this.#blocks.endCell(word === 'cell' ? 1 : depth);
        break;
      case 'row':
        this.#blocks.endRow(1, this.#row);
        break;
      case 'nestrow':
        this.#blocks.endRow(Math.max(2, depth), this.#row);
        break;
      case 'trowd':
        this.#row = new RowDefinition();
        break;
      default: {
        const text = characters.get(word);
        if (text === undefined) this.#row.add(word, parameter);
        else this.#addText(text, state);
      }
    }
  }

  /** Adds text, which continues the last run if it has the same look. */
  #addText(text: string, { character }: State): void {
    if (text === '') return;
    if (this.#text === undefined || this.#look !== character) {
      const added = textElement('');
      this.#addRun(added, { character });
      [this.#text, this.#look] = [added, character];
    }
    this.#text?.children.push(text);
  }

  #addRun(content: XmlElement, { character }: Pick<State, 'character'>): void {
    this.#add(element('w:r', {}, [propertiesOf('w:rPr', character), content]));
  }

  #add(child: XmlElement): void {
    this.#children.push(child);
    this.#text = undefined;
  }

  #endParagraph(paragraph: Paragraph): void {
    const list = this.#listOf(paragraph);
    if (list === undefined && this.#label) {
      this.#children.unshift(element('w:r', {}, [textElement(`${this.#label} `)]));
    }
    const properties = propertiesOf('w:pPr', {
      ...paragraph.look,
      ...(this.#beginsPage ? { 'w:pageBreakBefore': element('w:pageBreakBefore') } : {}),
      'w:numPr': list === 'continued' ? undefined : list,
    });
    this.#blocks.add(element('w:p', {}, [properties, ...this.#children]), depthOf(paragraph));
    this.#children = [];
    this.#text = undefined;
    [this.#label, this.#beginsPage] = [undefined, false];
    this.#last = paragraph;
  }

  /** Returns the place in a list that a paragraph begins, or `continued` if it belongs to the item before it. */
  #listOf(paragraph: Paragraph): XmlElement | 'continued' | undefined {
    const { list = 0, listLevel = 0, olderList } = paragraph;
    const { lists, hasLabels } = this.#context;
    const id = `ls${list}`;
    if (olderList !== undefined && !lists.has(id)) {
      const isFirst = this.#last.olderList === undefined;
      return hasWord(olderList, 'pnlvlcont') ? 'continued' : place(lists.older(olderList, isFirst), 0);
    }
    if (list === 0) return undefined;
    // Programs write the labels of items. Without one, a paragraph with properties of its own continues an item.
    const isUnlabeled = hasLabels && this.#label === undefined && paragraph !== this.#last;
    return isUnlabeled ? 'continued' : place(id, listLevel);
  }
}

function place(id: string, level: number): XmlElement {
  return element('w:numPr', {}, [property('w:ilvl', level), property('w:numId', id)]);
}

/** Returns the number of tables around a paragraph. */
function depthOf({ isInTable, depth }: Paragraph): number {
  return isInTable === true ? Math.max(1, depth ?? 1) : (depth ?? 0);
}
