import { type MmlNode, TEXCLASS } from '@mathjax/src/js/core/MmlTree/MmlNode.js';
import { ownValue } from '../../util/ownValue.ts';
import { element, textElement, writeFragment, type XmlElement } from './xmlTree.ts';
import { textOf, variantOf } from './mathMl.ts';
import { combiningAccents } from './texSigns.ts';

const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
const nary = /^[∏∐∑∫∬∭∮∯∰⋀⋁⋂⋃⨀-⨆]$/;
const invisible = /[\u2061-\u2064\u200b]/g;
const zeroWidthSpace = '\u200b';

const lines = new Set(['¯', 'ˉ', '―', '‾', '_', '–']);
const groupCharacters = new Set(['⏞', '⏟', '⏜', '⏝', '⎴', '⎵', '⟷', '←', '↔', '→']);
const spaces: readonly (readonly [ems: number, space: string])[] = [
  [0.9, '\u2003'],
  [0.45, '\u2002'],
  [0.3, '\u2004'],
  [0.22, '\u2005'],
  [0.12, '\u2009'],
  [0, '\u200a'],
];
const strikes: Readonly<Record<string, string>> = {
  updiagonalstrike: 'm:strikeBLTR',
  downdiagonalstrike: 'm:strikeTLBR',
  verticalstrike: 'm:strikeV',
  horizontalstrike: 'm:strikeH',
};

/** Writes a formula as Office Math (ECMA-376, part 1, 22.1). A block formula is a paragraph of its own. */
export function officeMathOf(root: MmlNode, isBlock: boolean): string {
  const formula = element('m:oMath', isBlock ? {} : { 'xmlns:m': namespace }, sequence(root.childNodes));
  if (!isBlock) return writeFragment(formula);
  return writeFragment(element('w:p', {}, [element('m:oMathPara', { 'xmlns:m': namespace }, [formula])]));
}

function sequence(nodes: readonly MmlNode[]): XmlElement[] {
  const flat = nodes.flatMap((node) => (isGroup(node) ? node.childNodes : [node]));
  if (flat.length !== nodes.length || flat.some(isGroup)) return sequence(flat);
  const written: XmlElement[] = [];
  for (let at = 0; at < flat.length; at += 1) {
    const node = flat[at];
    if (node === undefined) break;
    const sign = naryIn(node);
    if (sign === undefined) {
      written.push(...write(node));
      continue;
    }
    const rest = flat.slice(at + 1);
    const length = rest.findIndex((each) => each.texClass === TEXCLASS.REL || each.texClass === TEXCLASS.BIN);
    const operand = length < 0 ? rest : rest.slice(0, length);
    written.push(naryOf(node, sign, operand));
    at += operand.length;
  }
  return written;
}

/** True for groups that only matter to TeX. Groups between fences are written as delimiters. */
function isGroup(node: MmlNode): boolean {
  if (node.isKind('mrow') || node.isKind('TeXAtom')) return !isFenced(node);
  return node.isKind('inferredMrow') || node.isKind('mstyle') || node.isKind('semantics');
}

function isFenced(node: MmlNode): boolean {
  return node.getProperty('open') !== undefined && node.childNodes.length > 1;
}

function write(node: MmlNode): XmlElement[] {
  const [first, second, third] = node.childNodes;
  switch (node.kind) {
    case 'mrow':
    case 'TeXAtom':
      return [fenced(node)];
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return runOf(node);
    case 'mspace':
      return spaceOf(String(node.attributes.get('width')));
    case 'mfrac': {
      const isBare = String(node.attributes.get('linethickness')).startsWith('0');
      const type = property('m:fPr', isBare ? { 'm:type': 'noBar' } : {});
      return [math('m:f', ...type, argument('m:num', first), argument('m:den', second))];
    }
    case 'msqrt': {
      const hidden = property('m:radPr', { 'm:degHide': '1' });
      return [math('m:rad', ...hidden, math('m:deg'), math('m:e', ...sequence(node.childNodes)))];
    }
    case 'mroot':
      return [math('m:rad', argument('m:deg', second), argument('m:e', first))];
    case 'msub':
      return [math('m:sSub', argument('m:e', first), argument('m:sub', second))];
    case 'msup':
      return [math('m:sSup', argument('m:e', first), argument('m:sup', second))];
    case 'msubsup':
      return [math('m:sSubSup', argument('m:e', first), argument('m:sub', second), argument('m:sup', third))];
    case 'munder':
      return [limit('m:limLow', sequence(first ? [first] : []), second)];
    case 'mover':
      return [limit('m:limUpp', sequence(first ? [first] : []), second)];
    case 'munderover':
      return [limit('m:limUpp', [limit('m:limLow', sequence(first ? [first] : []), second)], third)];
    case 'mtable':
      return [matrix(node)];
    case 'menclose':
      return [enclosed(node)];
    case 'mphantom': {
      const isNarrow = node.parent?.parent?.isKind('mpadded');
      const hidden = property('m:phantPr', { 'm:show': '0', ...(isNarrow ? { 'm:zeroWid': '1' } : {}) });
      return [math('m:phant', ...hidden, math('m:e', ...sequence(node.childNodes)))];
    }
    default:
      return sequence(node.childNodes);
  }
}

/** Returns the sign of a sum, an integral, or a similar operator, with or without limits. */
function naryIn(node: MmlNode): string | undefined {
  const isLimited = /^(?:msub|msup|msubsup|munder|mover|munderover)$/.test(node.kind);
  const core = isLimited ? node.childNodes[0]?.coreMO() : node;
  if (core?.isKind('mo') !== true) return undefined;
  const sign = textOf(core);
  return nary.test(sign) ? sign : undefined;
}

function naryOf(node: MmlNode, sign: string, operand: readonly MmlNode[]): XmlElement {
  const [, second, third] = node.isKind('mo') ? [] : node.childNodes;
  const isUpper = node.isKind('msup') || node.isKind('mover');
  const [lower, upper] = isUpper ? [undefined, second] : [second, third];
  const isStacked = node.kind.startsWith('mu') && node.attributes.get('displaystyle') === true;
  const look = property('m:naryPr', {
    'm:chr': sign,
    'm:limLoc': isStacked ? 'undOvr' : 'subSup',
    ...(lower === undefined ? { 'm:subHide': '1' } : {}),
    ...(upper === undefined ? { 'm:supHide': '1' } : {}),
  });
  // Word shows an empty operand as a placeholder box, so the operand gets an invisible space.
  const content = operand.length === 0 ? [plainRun(zeroWidthSpace)] : sequence(operand);
  return math('m:nary', ...look, argument('m:sub', lower), argument('m:sup', upper), math('m:e', ...content));
}

function limit(name: string, base: XmlElement[], sign: MmlNode | undefined): XmlElement {
  const text = sign === undefined ? '' : textIn(sign);
  const position = name === 'm:limUpp' ? 'top' : 'bot';
  const content = math('m:e', ...base);
  if (lines.has(text)) return math('m:bar', ...property('m:barPr', { 'm:pos': position }), content);
  const accent = position === 'top' ? ownValue(combiningAccents, text) : undefined;
  if (accent !== undefined) return math('m:acc', ...property('m:accPr', { 'm:chr': accent }), content);
  if (groupCharacters.has(text)) {
    const vertical = position === 'top' ? 'bot' : 'top';
    const look = property('m:groupChrPr', { 'm:chr': text, 'm:pos': position, 'm:vertJc': vertical });
    return math('m:groupChr', ...look, content);
  }
  return math(name, content, argument('m:lim', sign));
}

function textIn(node: MmlNode): string {
  return node.isToken ? textOf(node) : node.childNodes.map(textIn).join('');
}

function fenced(node: MmlNode): XmlElement {
  const inner = node.childNodes.slice(1, -1);
  const [open, close] = [node.childNodes[0], node.childNodes.at(-1)].map((each) => each && textIn(each));
  const look = property('m:dPr', { 'm:begChr': open ?? '', 'm:endChr': close ?? '' });
  return math('m:d', ...look, math('m:e', ...sequence(inner)));
}

function matrix(node: MmlNode): XmlElement {
  const rows = node.childNodes.map((row) => row.childNodes.map((cell) => sequence(cell.childNodes)));
  const count = Math.max(1, ...rows.map(({ length }) => length));
  const alignments = String(node.attributes.get('columnalign')).split(' ');
  const columns = Array.from({ length: count }, (_, index) => {
    const alignment = alignments[index] ?? alignments.at(-1) ?? 'center';
    return math('m:mc', ...property('m:mcPr', { 'm:count': '1', 'm:mcJc': alignment }));
  });
  const cellsOf = (row: readonly XmlElement[][]): XmlElement[] =>
    Array.from({ length: count }, (_, index) => math('m:e', ...(row[index] ?? [])));
  const look = math('m:mPr', element('m:plcHide', { 'm:val': '1' }), math('m:mcs', ...columns));
  return math('m:m', look, ...rows.map((row) => math('m:mr', ...cellsOf(row))));
}

function enclosed(node: MmlNode): XmlElement {
  const notations = String(node.attributes.get('notation')).split(' ');
  const drawn = notations.flatMap((notation) => ownValue(strikes, notation) ?? []);
  const sides = drawn.length === 0 ? [] : ['m:hideTop', 'm:hideBot', 'm:hideLeft', 'm:hideRight'];
  const look = property('m:borderBoxPr', Object.fromEntries([...sides, ...drawn].map((name) => [name, '1'])));
  return math('m:borderBox', ...look, math('m:e', ...sequence(node.childNodes)));
}

function runOf(token: MmlNode): XmlElement[] {
  const text = textOf(token).replaceAll(invisible, '');
  if (text === '') return [];
  if (token.isKind('mtext')) return [plainRun(text)];
  const isUpright = token.isKind('mi') && (variantOf(token) !== undefined || Array.from(text).length > 1);
  return [run(text, isUpright ? property('m:rPr', { 'm:sty': 'p' }) : [])];
}

function plainRun(text: string): XmlElement {
  return run(text, [math('m:rPr', math('m:nor'))]);
}

function run(text: string, look: XmlElement[]): XmlElement {
  const font = { 'w:ascii': 'Cambria Math', 'w:hAnsi': 'Cambria Math' };
  const content = { ...textElement(text), name: 'm:t' };
  return element('m:r', {}, [...look, element('w:rPr', {}, [element('w:rFonts', font)]), content]);
}

function spaceOf(width: string): XmlElement[] {
  const ems = Number.parseFloat(width);
  const space = spaces.find(([least]) => ems > least)?.[1];
  return space === undefined ? [] : [plainRun(space)];
}

function argument(name: string, node: MmlNode | undefined): XmlElement {
  return math(name, ...(node === undefined ? [] : sequence([node])));
}

function math(name: string, ...children: XmlElement[]): XmlElement {
  return element(name, {}, children);
}

function property(name: string, values: Readonly<Record<string, string>>): XmlElement[] {
  const set = Object.entries(values).map(([key, value]) => element(key, { 'm:val': value }));
  return set.length === 0 ? [] : [element(name, {}, set)];
}
