import type { Element } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { childElements, textIn, textProperty } from '../tree/document.ts';
import { accented, base, inEnvironment, joined, script, withLimit } from '../tex.ts';
import { alphabets, commands, delimiters, functions, stretched } from '../texSigns.ts';

/** The limits of what becomes TeX. Other formulas are their text. */
const maxCharacters = 20_000;
const maxDepth = 200;

/** The commands of alphabets and styles. */
const variants: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  'bold-italic': 'boldsymbol',
  ...alphabets,
};
/** The commands of signs above or below something, also of the older ones for braces. */
const marks: typeof stretched = {
  ...stretched,
  '.': { over: 'dot' },
  '︷': { over: 'overbrace', under: 'overbrace' },
  '︸': { over: 'underbrace', under: 'underbrace' },
};
/** Elements whose content is a row. */
const rows: ReadonlySet<string> = new Set(['math', 'merror', 'mpadded', 'mrow', 'mstyle', 'mtd']);
const tokens = wordsIn('mi mn mo ms mtext');
const leftOut = wordsIn('annotation annotation-xml maligngroup malignmark mprescripts none');
const arguments2: Readonly<Record<string, (one: string, two: string) => string>> = {
  mroot: (radicand, index) => `\\sqrt[${index}]{${radicand}}`,
  msub: (tex, sub) => base(tex) + script('_', sub),
  msup: (tex, sup) => base(tex) + script('^', sup),
};

/** Converts MathML to TeX. White space between its elements has no meaning. */
export function texOfMathMl(math: Element): string {
  const text = textIn(math);
  return text.length > maxCharacters ? text : texOf(math, 0).trim();
}

function texOf(node: Element, depth: number): string {
  if (depth > maxDepth) return textOf(node);
  const children = childElements(node);
  const at = (index: number): string => {
    const child = children[index];
    return child === undefined ? '' : texOf(child, depth + 1);
  };
  const name = node.tagName.replace(/^.*:/, '');
  if (rows.has(name)) return rowOf(children, depth);
  const two = ownValue(arguments2, name);
  if (two !== undefined) return two(at(0), at(1));
  if (tokens.has(name)) return tokenOf(node, name);
  if (leftOut.has(name)) return '';
  switch (name) {
    case 'mspace':
      return spaceOf(node);
    case 'mfrac':
      return /^0(?:\D|$)/.test(textProperty(node, 'linethickness') ?? '')
        ? `\\genfrac{}{}{0pt}{}{${at(0)}}{${at(1)}}`
        : `\\frac{${at(0)}}{${at(1)}}`;
    case 'msqrt':
      return `\\sqrt{${rowOf(children, depth)}}`;
    case 'mphantom':
      return `\\phantom{${rowOf(children, depth)}}`;
    case 'msubsup':
      return base(at(0)) + script('_', at(1)) + script('^', at(2));
    case 'munder':
      return withMark(at(0), at(1), textOf(children[1]), 'under');
    case 'mover':
      return withMark(at(0), at(1), textOf(children[1]), 'over');
    case 'munderover': {
      const below = withMark(at(0), at(1), textOf(children[1]), 'under');
      return withMark(below, at(2), textOf(children[2]), 'over');
    }
    case 'mmultiscripts':
      return multiscripts(children, depth);
    case 'mfenced':
      return fenced(node, children, depth);
    case 'menclose':
      return enclosed(textProperty(node, 'notation') ?? '', rowOf(children, depth));
    case 'mtable':
      return tableOf(node, children, depth);
    case 'mtr':
    case 'mlabeledtr': {
      const cells = name === 'mtr' ? children : children.slice(1);
      return cells.map((cell) => texOf(cell, depth + 1)).join(' & ');
    }
    case 'semantics':
    case 'maction':
      return at(0);
    default:
      return children.length > 0 ? rowOf(children, depth) : escaped(textOf(node));
  }
}

function textOf(node: Element | undefined): string {
  return node === undefined
    ? ''
    : textIn(node)
        .replaceAll(/[ \t\n\f\r]+/g, ' ')
        .trim();
}

/** Brackets around a fraction, a sum, or a table grow with it. */
function rowOf(children: readonly Element[], depth: number): string {
  const parts = children.map((child) => texOf(child, depth + 1));
  const [first, last] = [children[0], children.at(-1)];
  const isTall = children.slice(1).some(({ tagName }) => tagName === 'mtable');
  const open = first?.tagName === 'mo' ? /^[([{|‖⟨]$/.exec(textOf(first))?.[0] : undefined;
  if (isTall && open !== undefined) {
    const close = last?.tagName === 'mo' ? /^[)\]}|‖⟩]$/.exec(textOf(last))?.[0] : undefined;
    const inner = parts.slice(1, close === undefined ? undefined : -1);
    return `\\left${delimiter(open)}${joined(inner)}\\right${delimiter(close ?? '')}`;
  }
  return joined(parts);
}

function escaped(text: string): string {
  const signs = Array.from(
    text,
    (sign) => ownValue(commands, sign) ?? (/[#$%&_{}]/.test(sign) ? `\\${sign}` : sign),
  );
  return joined(signs.map((sign) => (sign === '\\' ? '\\backslash' : sign)));
}

function tokenOf(node: Element, name: string): string {
  const text = textOf(node);
  if (text === '') return '';
  if (name === 'mtext' || name === 'ms') return `\\text{${inText(textIn(node).replaceAll(/\s+/g, ' '))}}`;
  const variant = ownValue(variants, textProperty(node, 'mathvariant') ?? '');
  if (functions.has(text)) return `\\${text}`;
  const tex = escaped(text);
  if (variant !== undefined) return `\\${variant}{${tex}}`;
  if (name === 'mn' || !/^[\p{L}]{2}/u.test(text)) return tex;
  return name === 'mo' ? `\\operatorname{${tex}}` : `\\mathrm{${tex}}`;
}

function inText(text: string): string {
  return text.replaceAll(/[\\{}$&#^_%~]/g, (sign) => (/[\\^~]/.test(sign) ? ' ' : `\\${sign}`));
}

function spaceOf(node: Element): string {
  if (textProperty(node, 'linebreak') === 'newline') return '\\\\';
  const width = Number.parseFloat(textProperty(node, 'width') ?? '');
  if (!(width > 0)) return '';
  return width >= 1.5 ? '\\qquad ' : width >= 0.8 ? '\\quad ' : width >= 0.25 ? '\\;' : '\\,';
}

function withMark(tex: string, mark: string, sign: string, side: 'over' | 'under'): string {
  const accent = side === 'over' ? accented(sign, tex) : undefined;
  const command = ownValue(marks, sign)?.[side];
  return accent ?? (command === undefined ? withLimit(tex, mark, side) : `\\${command}{${tex}}`);
}

function multiscripts(children: readonly Element[], depth: number): string {
  const [first, ...scripts] = children;
  const split = scripts.findIndex(({ tagName }) => tagName === 'mprescripts');
  const pairs = (of: readonly Element[]): string => {
    const [sub, sup] = [0, 1].map((side) =>
      joined(of.filter((_, at) => at % 2 === side).map((script) => texOf(script, depth + 1))),
    );
    return script('_', sub ?? '') + script('^', sup ?? '');
  };
  const before = split < 0 ? '' : pairs(scripts.slice(split + 1));
  const after = pairs(split < 0 ? scripts : scripts.slice(0, split));
  const written = first === undefined ? '' : texOf(first, depth + 1);
  return `${before === '' ? '' : `{}${before}`}${base(written)}${after}`;
}

function fenced(node: Element, children: readonly Element[], depth: number): string {
  const [open, close] = [textProperty(node, 'open') ?? '(', textProperty(node, 'close') ?? ')'];
  const separators = Array.from((textProperty(node, 'separators') ?? ',').replaceAll(/\s/g, ''));
  const parts = children.flatMap((child, at) => {
    const separator = separators[Math.min(at, separators.length) - 1] ?? '';
    const tex = texOf(child, depth + 1);
    return at === 0 || separator === '' ? [tex] : [escaped(separator), tex];
  });
  const [left, right] = [delimiter(open), delimiter(close)];
  return `\\left${left}${joined([/[a-z]$/.test(left) ? ' ' : '', ...parts])}\\right${right}`;
}

function delimiter(sign: string): string {
  const trimmed = sign.trim();
  return ownValue(delimiters, trimmed) ?? escaped(trimmed);
}

function enclosed(notation: string, tex: string): string {
  if (/\bbox\b/.test(notation)) return `\\boxed{${tex}}`;
  if (/\btop\b/.test(notation)) return `\\overline{${tex}}`;
  if (/\bbottom\b/.test(notation)) return `\\underline{${tex}}`;
  return /\bradical\b/.test(notation) ? `\\sqrt{${tex}}` : tex;
}

function tableOf(node: Element, children: readonly Element[], depth: number): string {
  const lines = children.filter(({ tagName }) => /^m(?:labeled)?tr$/.test(tagName));
  const written = lines.map((line) => texOf(line, depth + 1)).join(' \\\\ ');
  const columns = Math.max(
    0,
    ...lines.map((line) => childElements(line).length - (line.tagName === 'mtr' ? 0 : 1)),
  );
  const declared = (textProperty(node, 'columnalign') ?? '').split(/\s+/).filter((each) => each !== '');
  if (columns > 1 && /^right left(?: right left)*$/.test(declared.join(' '))) {
    return inEnvironment('aligned', written);
  }
  if (declared.every((each) => each === 'center')) return inEnvironment('matrix', written);
  const sides = Array.from({ length: Math.min(columns, 100) }, (_, at) => {
    const side = declared[Math.min(at, declared.length - 1)];
    return side === 'left' ? 'l' : side === 'right' ? 'r' : 'c';
  });
  return inEnvironment('array', `{${sides.join('')}}${written}`);
}
