import type { ListNumbering } from '../tree/items.ts';
import type { Look } from '../tree/runs.ts';
import { bold, inAllScripts, inches, italic } from './styleSheet.ts';
import { xmlText } from '../xmlTree.ts';

const levels = 10;
const levelIndent = 18;

/** The styles of an OpenDocument document that only have numbers for names. Each is written once. */
export class AutomaticStyles {
  readonly #names = new Map<string, string>();
  #xml = '';

  get xml(): string {
    return this.#xml;
  }

  /** Returns the name of a paragraph style with more properties than another. */
  paragraph(parent: string, properties: string): string {
    if (properties === '') return parent;
    return this.#named('P', 'paragraph', `<style:paragraph-properties${properties}/>`, parent);
  }

  /** Writes text in a look. */
  span(look: Look, xml: string): string {
    const properties = lookXml(look);
    if (properties === '' || xml === '') return xml;
    const name = this.#named('T', 'text', `<style:text-properties${properties}/>`);
    return `<text:span text:style-name="${name}">${xml}</text:span>`;
  }

  table(width: number, properties: string): string {
    const content = `<style:table-properties style:width="${inches(width)}" table:align="left" fo:margin-top="0.05in" fo:margin-bottom="0.12in"${properties}/>`;
    return this.#named('Table', 'table', content);
  }

  column(width: number): string {
    return this.#named(
      'Column',
      'table-column',
      `<style:table-column-properties style:column-width="${inches(width)}"/>`,
    );
  }

  cell(color: string | undefined): string {
    const background = color === undefined ? '' : ` fo:background-color="${color}"`;
    const content = `<style:table-cell-properties fo:padding="0.05in" fo:border="0.5pt solid #808080"${background}/>`;
    return this.#named('Cell', 'table-cell', content);
  }

  /** Returns the name of a list style whose levels all have a numbering. */
  list({ type, prefix, suffix }: ListNumbering): string {
    const label = type === 'none' || type === 'bullet' ? '' : labelXml(type, prefix, suffix);
    const content = Array.from({ length: levels }, (_, index) => levelXml(type, label, index + 1)).join('');
    return this.#once('L', 'text:list-style', '', content);
  }

  #named(prefix: string, family: string, content: string, parent?: string): string {
    const base = parent === undefined ? '' : ` style:parent-style-name="${parent}"`;
    return this.#once(prefix, 'style:style', ` style:family="${family}"${base}`, content);
  }

  #once(prefix: string, element: string, attributes: string, content: string): string {
    const key = `${element}${attributes} ${content}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `${prefix}${this.#names.size + 1}`;
    this.#names.set(key, name);
    this.#xml += `<${element} style:name="${name}"${attributes}>${content}</${element}>`;
    return name;
  }
}

function labelXml(type: string, prefix: string, suffix: string): string {
  const before = prefix === '' ? '' : ` style:num-prefix="${xmlText(prefix)}"`;
  const after = suffix === '' ? '' : ` style:num-suffix="${xmlText(suffix)}"`;
  return ` style:num-format="${type}"${before}${after}`;
}

function levelXml(kind: string, label: string, level: number): string {
  const indent = inches(level * levelIndent);
  const hanging = kind === 'none' ? '0in' : `-${inches(levelIndent)}`;
  const alignment = `<style:list-level-label-alignment text:label-followed-by="${kind === 'none' ? 'nothing' : 'listtab'}" text:list-tab-stop-position="${indent}" fo:text-indent="${hanging}" fo:margin-left="${indent}"/>`;
  const properties = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment">${alignment}</style:list-level-properties>`;
  if (kind === 'bullet') {
    const sign = ['•', '◦', '▪'][(level - 1) % 3];
    return `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${sign}">${properties}</text:list-level-style-bullet>`;
  }
  return `<text:list-level-style-number text:level="${level}"${label || ' style:num-format=""'}>${properties}</text:list-level-style-number>`;
}

function lookXml(look: Look): string {
  return [
    look.bold ? bold : '',
    look.italic ? italic : '',
    look.underline ? ' style:text-underline-style="solid" style:text-underline-width="auto"' : '',
    look.strikethrough ? ' style:text-line-through-style="solid"' : '',
    look.subscript
      ? ' style:text-position="sub 58%"'
      : look.superscript
        ? ' style:text-position="super 58%"'
        : '',
    look.code ? ' style:font-name="Courier New"' : '',
    look.color === undefined ? '' : ` fo:color="${look.color}"`,
    look.backgroundColor === undefined ? '' : ` fo:background-color="${look.backgroundColor}"`,
    look.fontSize === undefined ? '' : inAllScripts('fo:font-size', `${look.fontSize}pt`),
  ].join('');
}
