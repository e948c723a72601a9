import type { Element } from 'hast';
import { own } from '../../../util/own.ts';
import { textIn, textProperty } from '../tree/document.ts';
import { accents, commands, functions, stretched, variants } from './mathCommands.ts';

/** The limits of what becomes TeX. Other formulas are their text. */
const maxCharacters = 20_000;
const maxDepth = 200;

/** Elements whose content is a row. */
const rows: ReadonlySet<string> = new Set(['math', 'merror', 'mpadded', 'mrow', 'mstyle', 'mtd']);
const arguments2: Readonly<Record<string, (one: string, two: string) => string>> = {
  mroot: (radicand, index) => `\\sqrt[${index}]{${radicand}}`,
  msub: (base, sub) => `${baseOf(base)}_${scriptOf(sub)}`,
  msup: (base, sup) => (/^'+$/.test(sup) ? `${baseOf(base)}${sup}` : `${baseOf(base)}^${scriptOf(sup)}`),
};

/** Converts MathML to TeX. White space between its elements has no meaning. */
export function texOfMathMl(math: Element): string {
  const text = textIn(math);
  return text.length > maxCharacters ? text : texOf(math, 0).trim();
}

function texOf(node: Element, depth: number): string {
  if (depth > maxDepth) return textOf(node);
  const children = elementsIn(node);
  const at = (index: number): string => {
    const child = children[index];
    return child === undefined ? '' : texOf(child, depth + 1);
  };
  const name = node.tagName.replace(/^.*:/, '');
  if (rows.has(name)) return rowOf(children, depth);
  const two = own(arguments2, name);
  if (two !== undefined) return two(at(0), at(1));
  switch (name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return tokenOf(node, name);
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
      return `${baseOf(at(0))}_${scriptOf(at(1))}^${scriptOf(at(2))}`;
    case 'munder':
      return withMark(at(0), at(1), textOf(children[1]), 'under');
    case 'mover':
      return withMark(at(0), at(1), textOf(children[1]), 'over');
    case 'munderover': {
      const base = at(0);
      if (takesLimits.test(base)) return `${base}_${scriptOf(at(1))}^${scriptOf(at(2))}`;
      return withMark(
        withMark(base, at(1), textOf(children[1]), 'under'),
        at(2),
        textOf(children[2]),
        'over',
      );
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
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
    case 'maligngroup':
    case 'malignmark':
      return '';
    default:
      return children.length > 0 ? rowOf(children, depth) : escaped(textOf(node));
  }
}

function elementsIn({ children }: Element): Element[] {
  return children.filter((child): child is Element => child.type === 'element');
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
  if (isTall && first?.tagName === 'mo' && own(brackets, textOf(first)) !== undefined) {
    const close = last?.tagName === 'mo' ? own(closings, textOf(last)) : undefined;
    const inner = parts.slice(1, close === undefined ? undefined : -1);
    return `\\left${own(brackets, textOf(first))}${joined(inner)}\\right${close ?? '.'}`;
  }
  return joined(parts);
}

const brackets: Readonly<Record<string, string>> = {
  '(': '(',
  '[': '[',
  '{': '\\{',
  '|': '|',
  '‖': '\\|',
  '⟨': '\\langle ',
};
const closings: Readonly<Record<string, string>> = {
  ')': ')',
  ']': ']',
  '}': '\\}',
  '|': '|',
  '‖': '\\|',
  '⟩': '\\rangle ',
};

/** Joins parts, with a space where a letter would otherwise be a part of a command. */
function joined(parts: readonly string[]): string {
  let written = '';
  for (const part of parts) {
    const isOpen = /^[A-Za-z]/.test(part) && /\\[A-Za-z]+$/.test(written.slice(-30));
    written += isOpen ? ` ${part}` : part;
  }
  return written;
}

function escaped(text: string): string {
  const signs = Array.from(
    text,
    (sign) => own(commands, sign) ?? (/[#$%&_{}]/.test(sign) ? `\\${sign}` : sign),
  );
  return joined(signs.map((sign) => (sign === '\\' ? '\\backslash' : sign)));
}

function tokenOf(node: Element, name: string): string {
  const text = textOf(node);
  if (text === '') return '';
  if (name === 'mtext' || name === 'ms') return `\\text{${inText(textIn(node).replaceAll(/\s+/g, ' '))}}`;
  const variant = own(variants, textProperty(node, 'mathvariant') ?? '');
  if (own(functions, text) !== undefined) return `\\${text}`;
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

const takesLimits =
  /^\\(?:sum|prod|coprod|o?i{1,3}nt|big(?:cap|cup|oplus|otimes|vee|wedge)|lim(?:inf|sup)?|max|min|sup|inf|det|gcd|Pr|argmax|argmin)$/;

function withMark(base: string, mark: string, sign: string, side: 'over' | 'under'): string {
  const accent = own(side === 'over' ? accents : stretched, sign);
  if (accent !== undefined) {
    const wide = base.length > 1 && !/^\\[A-Za-z]+$/.test(base) ? own(wider, accent) : undefined;
    return `\\${wide ?? accent}{${base}}`;
  }
  const script = side === 'over' ? '^' : '_';
  const isLimit =
    takesLimits.test(base) || /^\\(?:over|under)brace\{/.test(base) || base.startsWith('\\operatorname{');
  return isLimit ? `${base}${script}${scriptOf(mark)}` : `\\${side}set{${mark}}{${base}}`;
}

const wider: Readonly<Record<string, string>> = {
  bar: 'overline',
  hat: 'widehat',
  tilde: 'widetilde',
  vec: 'overrightarrow',
};

function baseOf(tex: string): string {
  const isSingle =
    /^(?:.|\\[A-Za-z]+|\\[^A-Za-z]|\\(?:math[a-z]+|text|operatorname|hat|bar|vec|dot|tilde)\{[^{}]*\})$/su.test(
      tex,
    );
  return isSingle ? tex : `{${tex}}`;
}

function scriptOf(tex: string): string {
  return /^[\dA-Za-z]$/.test(tex) ? tex : `{${tex}}`;
}

function multiscripts(children: readonly Element[], depth: number): string {
  const [base, ...scripts] = children;
  const split = scripts.findIndex(({ tagName }) => tagName === 'mprescripts');
  const pairs = (of: readonly Element[]): string => {
    const [sub, sup] = [0, 1].map((side) =>
      joined(of.filter((_, at) => at % 2 === side).map((script) => texOf(script, depth + 1))),
    );
    return `${sub ? `_${scriptOf(sub)}` : ''}${sup ? `^${scriptOf(sup)}` : ''}`;
  };
  const before = split < 0 ? '' : pairs(scripts.slice(split + 1));
  const after = pairs(split < 0 ? scripts : scripts.slice(0, split));
  const written = base === undefined ? '' : texOf(base, depth + 1);
  return `${before === '' ? '' : `{}${before}`}${baseOf(written)}${after}`;
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
  return trimmed === '' ? '.' : (own(brackets, trimmed) ?? own(closings, trimmed) ?? escaped(trimmed));
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
    ...lines.map((line) => elementsIn(line).length - (line.tagName === 'mtr' ? 0 : 1)),
  );
  const declared = (textProperty(node, 'columnalign') ?? '').split(/\s+/).filter((each) => each !== '');
  if (columns > 1 && /^right left(?: right left)*$/.test(declared.join(' '))) {
    return `\\begin{aligned}${written}\\end{aligned}`;
  }
  if (declared.every((each) => each === 'center')) return `\\begin{matrix}${written}\\end{matrix}`;
  const sides = Array.from({ length: Math.min(columns, 100) }, (_, at) => {
    const side = declared[Math.min(at, declared.length - 1)];
    return side === 'left' ? 'l' : side === 'right' ? 'r' : 'c';
  });
  return `\\begin{array}{${sides.join('')}}${written}\\end{array}`;
}
