import { ownValue } from '../../../util/ownValue.ts';
import { childOf, childrenOf, elementsOf, textIn, type XmlElement } from '../xmlTree.ts';
import { accented, base, inEnvironment, joined, script, withLimit } from '../tex.ts';
import { alphabets, delimiters, functions, operators, stretched } from '../texSigns.ts';

// cspell:ignore bcancel bmatrix enspace genfrac hphantom mathop nolimits pmatrix vmatrix vphantom xcancel binom mathbf mathrm
/** The depth beyond which only the text of a formula is read. TeX itself nests less deep. */
const maxFormulaDepth = 100;
/** Operators with limits at their side, unless the formula says otherwise. */
const integral = /^[∫-∳⨋-⨜]$/;
const invisible = /[\u2061-\u2064\u200b]/g;
const italicLetters = /[\u{1d434}-\u{1d467}\u{1d6e2}-\u{1d71b}ℎ]/gu;
const escaped = /[\\^~{}$%#&_\u00a0\u2002-\u200a\u205f]/g;
/** An expression no taller than a line of text, whose brackets needn't stretch. */
const flat = /^[^\\{}&]*$/;

/** Characters with a meaning in TeX, and spaces, which TeX leaves out. */
const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\backslash `,
  '^': String.raw`\hat{\ }`,
  '~': String.raw`\sim `,
  ...Object.fromEntries(Array.from('{}$%#&_', (sign) => [sign, `\\${sign}`])),
  '\u00a0': '~',
  '\u2002': String.raw`\enspace `,
  '\u2003': String.raw`\quad `,
  '\u2004': String.raw`\;`,
  '\u2005': String.raw`\:`,
  '\u2006': String.raw`\,`,
  '\u2009': String.raw`\,`,
  '\u200a': String.raw`\,`,
  '\u205f': String.raw`\:`,
};

/** The kinds of matrices that TeX has with their brackets. */
const matrices: Readonly<Record<string, string>> = {
  '{': 'cases',
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
};

/** The commands for the styles of letters. */
const styles: Readonly<Record<string, string>> = { p: 'mathrm', b: 'mathbf', bi: 'boldsymbol' };

/** Returns a formula in Office Math (ECMA-376, part 1, 22.1) as TeX. */
export function texOf(math: XmlElement, isBlock: boolean): string {
  const tex = new Formula(isBlock).argument(math);
  if (!tex.includes(lineBreak)) return settled(tex).trim();
  const lines = tex.split(lineBreak).map((line) => aligned(line).trim());
  return inEnvironment('aligned', lines.join(newRow));
}

/**
 * Placeholders for manual line breaks, points of alignment, and ampersands, which are points of alignment in rows of
 * equations.
 */
const lineBreak = '\ue000';
const mark = '\ue001';
const ampersand = '\ue002';
const placeholders = /[\ue000-\ue002]/g;
const newRow = String.raw`\\`;

function settled(tex: string): string {
  return tex.replaceAll(placeholders, (sign) => (sign === ampersand ? String.raw`\&` : ''));
}

function aligned(tex: string): string {
  return tex.replaceAll(placeholders, (sign) => (sign === lineBreak ? ' ' : '&'));
}

type Reader = (formula: Formula, node: XmlElement) => string;

class Formula {
  readonly isBlock: boolean;
  #depth = 0;

  constructor(isBlock: boolean) {
    this.isBlock = isBlock;
  }

  /** Reads the content of an element, with placeholders for breaks and points of alignment. */
  argument(parent: XmlElement | undefined): string {
    if (parent === undefined) return '';
    if (this.#depth >= maxFormulaDepth) return mathText(textIn(parent));
    this.#depth += 1;
    const written = elementsOf(parent).map((child) => this.#read(child));
    this.#depth -= 1;
    return joined(written);
  }

  /** Reads a child of an element. Breaks and alignment inside it don't concern the lines around it. */
  part(parent: XmlElement, name: string): string {
    return settled(this.argument(childOf(parent, name)));
  }

  #read(node: XmlElement): string {
    if (node.name === 'm:r') return runOf(node);
    if (node.name.endsWith('Pr')) return '';
    if (node.name === 'm:oMath' || !node.name.startsWith('m:')) return this.argument(node);
    return ownValue(readers, node.name)?.(this, node) ?? this.argument(node);
  }
}

const readers: Readonly<Record<string, Reader>> = {
  'm:f': (formula, node) => {
    const [above, below] = [formula.part(node, 'm:num'), formula.part(node, 'm:den')];
    switch (settingOf(node, 'm:type')) {
      case 'noBar':
        return String.raw`\genfrac{}{}{0pt}{}{${above}}{${below}}`;
      case 'lin':
        return `${grouped(above)}/${grouped(below)}`;
      case 'skw':
        return `{}^{${above}}/_{${below}}`;
      default:
        return String.raw`\frac{${above}}{${below}}`;
    }
  },
  'm:rad': (formula, node) => {
    const degree = isSet(node, 'm:degHide') ? '' : formula.part(node, 'm:deg');
    const shown = degree.includes(']') ? `{${degree}}` : degree;
    return `\\sqrt${shown === '' ? '' : `[${shown}]`}{${formula.part(node, 'm:e')}}`;
  },
  'm:sSub': scripted,
  'm:sSup': scripted,
  'm:sSubSup': scripted,
  'm:sPre': (formula, node) => `{}${scripts(formula, node)}${grouped(formula.part(node, 'm:e'))}`,
  'm:nary': (formula, node) => {
    const sign = settingOf(node, 'm:chr') ?? '∫';
    const command = ownValue(operators, sign);
    const operator = command === undefined ? `\\mathop{${mathText(sign)}}` : `\\${command}`;
    const place = settingOf(node, 'm:limLoc');
    const isStacked = place === 'undOvr' && integral.test(sign);
    const isBeside = place === 'subSup' && !integral.test(sign) && formula.isBlock;
    const limits = isStacked ? String.raw`\limits` : isBeside ? String.raw`\nolimits` : '';
    const operand = formula.part(node, 'm:e');
    return `${operator}${limits}${scripts(formula, node)} ${operand}`.trim();
  },
  'm:func': (formula, node) => {
    return joined([nameOf(formula.part(node, 'm:fName')), formula.part(node, 'm:e')]);
  },
  'm:limLow': (formula, node) =>
    withLimit(nameOf(formula.part(node, 'm:e')), formula.part(node, 'm:lim'), 'under'),
  'm:limUpp': (formula, node) =>
    withLimit(nameOf(formula.part(node, 'm:e')), formula.part(node, 'm:lim'), 'over'),
  'm:acc': (formula, node) => {
    const sign = settingOf(node, 'm:chr') ?? '\u0302';
    const content = formula.part(node, 'm:e');
    return accented(sign, content) ?? String.raw`\overset{${mathText(sign)}}{${content}}`;
  },
  'm:bar': (formula, node) =>
    `\\${settingOf(node, 'm:pos') === 'top' ? 'overline' : 'underline'}{${formula.part(node, 'm:e')}}`,
  'm:groupChr': (formula, node) => {
    const sign = settingOf(node, 'm:chr') ?? '⏟';
    const side = settingOf(node, 'm:pos') === 'top' ? 'over' : 'under';
    const content = formula.part(node, 'm:e');
    const command = ownValue(stretched, sign)?.[side];
    return command === undefined ? `\\${side}set{${mathText(sign)}}{${content}}` : `\\${command}{${content}}`;
  },
  'm:borderBox': (formula, node) => {
    const content = formula.part(node, 'm:e');
    const [rising, falling] = [isSet(node, 'm:strikeBLTR'), isSet(node, 'm:strikeTLBR')];
    const strike = rising && falling ? 'xcancel' : rising ? 'cancel' : falling ? 'bcancel' : '';
    const struck = strike === '' ? content : `\\${strike}{${content}}`;
    const hasBox = ['m:hideTop', 'm:hideBot', 'm:hideLeft', 'm:hideRight'].some((side) => !isSet(node, side));
    return hasBox ? String.raw`\boxed{${struck}}` : struck;
  },
  'm:phant': (formula, node) => {
    const content = formula.part(node, 'm:e');
    if (settingOf(node, 'm:show') === undefined || isSet(node, 'm:show')) return content;
    const isFlat = isSet(node, 'm:zeroAsc') && isSet(node, 'm:zeroDesc');
    return `\\${isSet(node, 'm:zeroWid') ? 'vphantom' : isFlat ? 'hphantom' : 'phantom'}{${content}}`;
  },
  'm:m': (formula, node) => matrix(formula, node, 'matrix'),
  'm:eqArr': (formula, node) => {
    const rows = rowsOf(formula, node);
    return rows.some((row) => row.includes('&'))
      ? inEnvironment('aligned', rows.join(newRow))
      : inEnvironment('array', `{l}${rows.join(newRow)}`);
  },
  'm:d': delimited,
};

function delimited(formula: Formula, node: XmlElement): string {
  const [open, close] = [settingOf(node, 'm:begChr') ?? '(', settingOf(node, 'm:endChr') ?? ')'];
  const parts = childrenOf(node, 'm:e');
  if (parts.length === 0) return mathText(open + close);
  const [first, ...others] = parts;
  const [only, ...more] =
    first === undefined ? [] : elementsOf(first).filter(({ name }) => name !== 'm:ctrlPr');
  if (only !== undefined && more.length + others.length === 0) {
    if (only.name === 'm:f' && settingOf(only, 'm:type') === 'noBar' && open + close === '()')
      return String.raw`\binom{${formula.part(only, 'm:num')}}{${formula.part(only, 'm:den')}}`;
    const kind = ownValue(matrices, open + close);
    if (only.name === 'm:m' && kind !== undefined) return matrix(formula, only, kind);
    if (only.name === 'm:eqArr' && open === '{' && close === '') {
      const rows = rowsOf(formula, only);
      if (!rows.some((row) => row.includes('&'))) return inEnvironment('cases', rows.join(newRow));
    }
  }
  const written = parts.map((part) => settled(formula.argument(part)));
  const separator = settingOf(node, 'm:sepChr') ?? '|';
  const [before, between, after] = [open, separator, close].map((sign) => ownValue(delimiters, sign));
  const isStretched = open === '' || close === '' || !written.every((each) => flat.test(each));
  // TeX doesn't stretch other brackets.
  if (!isStretched || before === undefined || after === undefined)
    return joined([mathText(open), written.join(mathText(separator)), mathText(close)]);
  const middle =
    separator === '' ? '' : between === undefined ? mathText(separator) : String.raw`\middle${between}`;
  const inside = written.flatMap((each, index) => (index === 0 ? [each] : [middle, each]));
  return joined([String.raw`\left${before}`, ...inside, String.raw`\right${after}`]);
}

function rowsOf(formula: Formula, array: XmlElement): string[] {
  return childrenOf(array, 'm:e').map((row) => aligned(formula.argument(row)));
}

function matrix(formula: Formula, node: XmlElement, kind: string): string {
  const rows = childrenOf(node, 'm:mr').map((row) =>
    childrenOf(row, 'm:e').map((cell) => settled(formula.argument(cell))),
  );
  const content = rows.map((row) => row.join(' & ')).join(newRow);
  const columns = kind === 'matrix' ? columnsOf(node, Math.max(0, ...rows.map(({ length }) => length))) : 'c';
  if (/^c*$/.test(columns)) return inEnvironment(kind, content);
  // TeX's lines of equations are written as such matrices.
  return /^(?:rl)+$/.test(columns)
    ? inEnvironment('aligned', content)
    : inEnvironment('array', `{${columns}}${content}`);
}

/** Returns the alignment of columns as TeX has it, such as `lcr`. */
function columnsOf(node: XmlElement, count: number): string {
  let columns = '';
  for (const each of childrenOf(childOf(node, 'm:mPr', 'm:mcs'), 'm:mc')) {
    const look = childOf(each, 'm:mcPr');
    const repeats = Number.parseInt(valueIn(look, 'm:count') ?? '1', 10) || 1;
    const align = /^[lr]/.exec(valueIn(look, 'm:mcJc') ?? '')?.[0] ?? 'c';
    columns += align.repeat(Math.max(0, Math.min(repeats, count - columns.length)));
  }
  return columns.padEnd(count, 'c');
}

/** Writes a function's name that is text as a command. */
function nameOf(tex: string): string {
  const [, name] = /^(?:\\(?:mathrm|text)\{)?([A-Za-z]+)\}?$/.exec(tex) ?? [];
  if (name === undefined) return tex;
  if (functions.has(name)) return `\\${name}`;
  return name.length > 1 ? String.raw`\operatorname{${name}}` : tex;
}

function scripted(formula: Formula, node: XmlElement): string {
  return base(formula.part(node, 'm:e')) + scripts(formula, node);
}

function scripts(formula: Formula, node: XmlElement): string {
  const below = isSet(node, 'm:subHide') ? '' : formula.part(node, 'm:sub');
  const above = isSet(node, 'm:supHide') ? '' : formula.part(node, 'm:sup');
  return script('_', below) + script('^', above);
}

function grouped(content: string): string {
  return content.length > 1 ? `{${content}}` : content;
}

function runOf(run: XmlElement): string {
  const look = childOf(run, 'm:rPr');
  const isText = isSet(run, 'm:nor', look);
  const before =
    (childOf(look, 'm:brk') === undefined ? '' : lineBreak) +
    (childOf(look, 'm:aln') === undefined ? '' : mark);
  let written = '';
  for (const child of elementsOf(run)) {
    if (child.name === 'w:br') written += lineBreak;
    else if (child.name === 'm:t' || child.name === 'w:t')
      written += isText ? plainText(textIn(child)) : mathText(textIn(child), true);
  }
  const style =
    ownValue(alphabets, valueIn(look, 'm:scr') ?? '') ?? ownValue(styles, valueIn(look, 'm:sty') ?? '');
  if (isText || style === undefined) return before + written;
  if (style === 'mathrm' && functions.has(written)) return `${before}\\${written}`;
  return /[A-Za-z]/.test(written) || (style === 'boldsymbol' && written !== '')
    ? `${before}\\${style}{${written}}`
    : before + written;
}

/** Escapes text of a formula. An ampersand may be a point of alignment. */
function mathText(text: string, hasMarks = false): string {
  return text
    .replaceAll(placeholders, '')
    .replaceAll(invisible, '')
    .replaceAll(italicLetters, (letter) => letter.normalize('NFKC'))
    .replaceAll(escaped, (sign) => (sign === '&' && hasMarks ? ampersand : (ownValue(escapes, sign) ?? ' ')));
}

/** Escapes text that isn't part of the formula's notation. */
function plainText(text: string): string {
  const pieces = text.replaceAll(invisible, '').split(/([\\^~\ue000-\ue002\u2002-\u200a\u205f])/);
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return mathText(piece);
      if (piece.trim() === '') return piece.replaceAll(/\s/g, String.raw`\ `);
      return String.raw`\text{${piece.replaceAll(/[{}$%#&_]/g, String.raw`\$&`)}}`;
    })
    .join('');
}

/** Returns the value of one of an element's properties. */
function settingOf(node: XmlElement, name: string): string | undefined {
  return valueIn(childOf(node, `${node.name}Pr`), name);
}

function valueIn(properties: XmlElement | undefined, name: string): string | undefined {
  const property = childOf(properties, name);
  return property && (ownValue(property.attributes, 'm:val') ?? ownValue(property.attributes, 'w:val') ?? '');
}

function isSet(node: XmlElement, name: string, properties = childOf(node, `${node.name}Pr`)): boolean {
  const value = valueIn(properties, name);
  return value !== undefined && !/^(?:0|false|off)$/.test(value);
}
