import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { InlineMath, Math as BlockMath } from 'mdast-util-math';
import type { Code, Construct, Extension, State } from 'micromark-util-types';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    inlineFormula: 'inlineFormula';
    formulaBlock: 'formulaBlock';
    formulaSign: 'formulaSign';
    formulaText: 'formulaText';
  }
}

const codes = { dollar: 36, backslash: 92 } as const;

function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

function isSpace(code: Code): boolean {
  return code === null || code < 0 || code === 32;
}

const isDigit = (code: Code): boolean => code !== null && code >= 48 && code <= 57;
const isWordCharacter = (code: Code): boolean =>
  code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
const startsTex = (code: Code): boolean =>
  code !== null && code > 0 && /[A-Za-z\\_^{]/.test(String.fromCodePoint(code));

/** True for TeX between single dollar signs that a letter may follow, as in `$n$th`. In `$HOME:$PATH`, it is text. */
export function canPrecedeLetter(tex: string): boolean {
  return tex.length === 1 || (/[\\_^{]/.test(tex) && !/\s/.test(tex));
}

/**
 * A formula between dollar signs. As in Pandoc, there is no space inside of single ones, and no digit after them,
 * so that prices are text.
 */
const inlineFormula: Construct = {
  name: 'inlineFormula',
  previous(code) {
    return code !== codes.dollar || this.events.at(-1)?.[1].type === 'characterEscape';
  },
  tokenize(effects, ok, nok) {
    const isAfterWord = isWordCharacter(this.previous);
    let size = 0;
    let closing = 0;
    let last: Code = null;
    let isEmpty = true;
    const start = this.now();
    const open: State = (code) => {
      if (code === codes.dollar) {
        size += 1;
        effects.consume(code);
        return open;
      }
      if (size > 2 || (size === 1 && (isSpace(code) || (isAfterWord && !startsTex(code))))) return nok(code);
      effects.exit('formulaSign');
      return inside(code);
    };
    const inside: State = (code) => {
      if (code === null) return nok(code);
      if (code === codes.dollar) {
        effects.enter('formulaSign');
        return close(code);
      }
      if (isLineEnding(code)) {
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        last = code;
        return inside;
      }
      effects.enter('formulaText');
      return text(code);
    };
    const text: State = (code) => {
      if (code === null || (code === codes.dollar && last !== codes.backslash) || isLineEnding(code)) {
        effects.exit('formulaText');
        return inside(code);
      }
      if (!isSpace(code)) isEmpty = false;
      // A backslash after another one is a line break in TeX.
      last = code === codes.backslash && last === codes.backslash ? null : code;
      effects.consume(code);
      return text;
    };
    const close: State = (code) => {
      if (code === codes.dollar) {
        closing += 1;
        effects.consume(code);
        return close;
      }
      if (size === 2 && closing === 1) {
        effects.exit('formulaSign');
        closing = 0;
        return inside(code);
      }
      if (closing !== size || isEmpty || (size === 1 && (isSpace(last) || isDigit(code)))) return nok(code);
      const isBeforeWord = size === 1 && isWordCharacter(code);
      if (isBeforeWord && !canPrecedeLetter(this.sliceSerialize({ start, end: this.now() }).slice(1, -1)))
        return nok(code);
      effects.exit('formulaSign');
      effects.exit('inlineFormula');
      return ok(code);
    };
    effects.enter('inlineFormula');
    effects.enter('formulaSign');
    return open;
  },
};

const afterLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return (next) => (this.parser.lazy[this.now().line] === true ? nok(next) : ok(next));
    };
  },
};

/** A formula on lines of its own, which {@link formulaEnds} has found. */
function formulaBlock(ends: ReadonlyMap<number, number>): Construct {
  return {
    name: 'formulaBlock',
    concrete: true,
    tokenize(effects, ok, nok) {
      const end = ends.get(this.now().line);
      if (end === undefined) return nok;
      const start: State = (code) => {
        if (code === null) return done(code);
        if (isLineEnding(code))
          return this.now().line >= end ? done(code) : effects.attempt(afterLine, start, done)(code);
        effects.enter('formulaText');
        return text(code);
      };
      const text: State = (code) => {
        if (code === null || isLineEnding(code)) {
          effects.exit('formulaText');
          // Whether it interrupts a paragraph is known after its first line.
          return this.interrupt === true ? done(code) : start(code);
        }
        effects.consume(code);
        return text;
      };
      const done: State = (code) => {
        effects.exit('formulaBlock');
        return ok(code);
      };
      effects.enter('formulaBlock');
      return start;
    },
  };
}

/** Formulas in Markdown. */
export function formulas(markdown: string): Extension {
  const block = formulaBlock(formulaEnds(markdown));
  return {
    text: { [codes.dollar]: inlineFormula },
    flow: { [codes.dollar]: block, [codes.backslash]: block },
  };
}

function addText(this: CompileContext, token: Parameters<CompileContext['exit']>[0]): void {
  this.config.enter['data']?.call(this, token);
  this.config.exit['data']?.call(this, token);
}

/** Adds the nodes of formulas to the tree, as mdast-util-math has them. */
export const formulaNodes: TreeExtension = {
  enter: {
    inlineFormula(token) {
      this.enter({ type: 'inlineMath', value: '' } satisfies InlineMath, token);
      this.buffer();
    },
    formulaBlock(token) {
      this.enter({ type: 'math', value: '' } satisfies BlockMath, token);
      this.buffer();
    },
  },
  exit: {
    formulaText: addText,
    inlineFormula(token) {
      const lines = this.resume().split('\n');
      const tex = lines
        .map((line) => line.trim())
        .join(' ')
        .trim();
      const node = this.stack.at(-1);
      // GitHub also reads TeX in backticks.
      if (node?.type === 'inlineMath') node.value = /^`[^]*`$/.test(tex) ? tex.slice(1, -1) : tex;
      this.exit(token);
    },
    formulaBlock(token) {
      const tex = this.resume();
      const node = this.stack.at(-1);
      if (node?.type === 'math') node.value = texIn(tex);
      this.exit(token);
    },
  },
};

const container = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*/;
const delimiter = '$$';
/** The end of a formula, and the punctuation of its sentence. */
const formulaEnd = /\$\$([.,;]?)[ \t]*$/;
const environmentStart =
  /^\\begin\{((?:align|alignat|eqnarray|equation|flalign|gather|multline)\*?|cases|[bpvBV]?matrix)\}/;
const codeFence = /^(?:`{3}|~{3})/;
const maxFormulaLines = 200;

function texIn(formula: string): string {
  if (!formula.startsWith(delimiter)) return formula;
  const lines = formula.slice(delimiter.length).replace(formulaEnd, '$1').split('\n');
  return lines.filter((line) => line.trim() !== '').join('\n');
}

/**
 * Finds formulas on lines of their own: between `$$`, or TeX environments without delimiters, which Jupyter and VS Code
 * typeset. Returns the numbers of the last lines by those of the first, from 1. A delimiter without an end is text.
 */
function formulaEnds(markdown: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  if (!/\$\$|\\begin\{/.test(markdown)) return ends;
  const lines = markdown.split(/\r\n?|\n/).map((line) => line.replace(container, ''));
  for (const [at, line] of lines.entries()) {
    const [, environment] = environmentStart.exec(line) ?? [];
    if (environment === undefined && (!line.startsWith(delimiter) || line.startsWith('$$$'))) continue;
    const last =
      environment === undefined ? endOfFormula(lines, at) : endOfEnvironment(lines, at, environment);
    if (last !== undefined) ends.set(at + 1, last + 1);
  }
  return ends;
}

/** True for a line that begins a formula and doesn't end it. */
function isOpen(line: string): boolean {
  return line.startsWith(delimiter) && !line.includes(delimiter, delimiter.length);
}

function endOfFormula(lines: readonly string[], at: number): number | undefined {
  let isBlank = true;
  for (let last = at; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || codeFence.test(line)) return undefined;
    const rest = last === at ? line.slice(delimiter.length) : line;
    const isEnd = formulaEnd.test(rest);
    const tex = rest.replace(formulaEnd, '');
    if (tex.includes(delimiter) || (last > at && isOpen(line) && !isEnd)) return undefined;
    if (tex.trim() !== '') isBlank = false;
    if (isEnd) return isBlank ? undefined : last;
  }
  return undefined;
}

function endOfEnvironment(lines: readonly string[], at: number, name: string): number | undefined {
  for (let last = at; last <= at + maxFormulaLines; last += 1) {
    const line = lines[last];
    if (line === undefined || line.trim() === '') return undefined;
    if (line.trimEnd().endsWith(`\\end{${name}}`)) return last;
  }
  return undefined;
}
