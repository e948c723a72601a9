import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import type { FormulaTypesetter } from './formulaTypesetter.ts';

/**
 * Limits for typesetting: the length of a formula's TeX, and the number of formulas and the total size of the results
 * per document.
 */
const maxTexCharacters = 4000;
const maxFormulas = 20_000;
const maxResultCharacters = 10_000_000;

type Formula = OfficeContentNode & { type: 'code' };

/** A document with its typeset formulas, keyed by their nodes. */
interface TypesetDocument<Form> {
  readonly tree: OfficeParserAST;
  readonly formulas: ReadonlyMap<OfficeContentNode, Form>;
}

/** Typesets formulas in one form. `typeset` throws for invalid TeX, and `sizeOf` returns a result's size in characters. */
export interface FormulaForm<Form> {
  readonly typeset: (typesetter: FormulaTypesetter, tex: string, isBlock: boolean) => Form;
  readonly sizeOf: (form: Form) => number;
}

/** Typesets the formulas of a document. Formulas that are invalid, or beyond the limits, become code. */
export async function withFormulas<Form>(
  tree: OfficeParserAST,
  form: FormulaForm<Form>,
): Promise<TypesetDocument<Form>> {
  if (!tree.content.some(hasFormula)) return { tree, formulas: new Map() };
  const { FormulaTypesetter } = await import('./formulaTypesetter.ts');
  const formulas = new Map<OfficeContentNode, Form>();
  const typesetter = new FormulaTypesetter();
  let left = maxResultCharacters;
  const typesetNode = (from: Formula, isBlock: boolean): OfficeContentNode => {
    const tex = from.text ?? '';
    try {
      if (tex.length > maxTexCharacters || left <= 0 || formulas.size >= maxFormulas)
        return codeOf(tex, isBlock);
      const typeset = form.typeset(typesetter, tex, isBlock);
      left -= form.sizeOf(typeset);
      const { language: _, ...metadata } = from.metadata ?? {};
      const node: Formula = { ...from, metadata: { ...metadata, math: isBlock ? 'block' : 'inline' } };
      formulas.set(node, typeset);
      return node;
    } catch {
      // The TeX is invalid, or nested too deeply for the stack.
      return codeOf(tex, isBlock);
    }
  };
  const changed = (node: OfficeContentNode, isInLine: boolean): OfficeContentNode => {
    if (isFormula(node)) return typesetNode(node, !isInLine && node.metadata?.math !== 'inline');
    const notes = node.notes?.map((note) => changed(note, false));
    const { children } = node;
    const [only] = children ?? [];
    if (node.type === 'paragraph' && only && children?.length === 1 && isBlockFormula(only) && !isInLine) {
      return changed(only, false);
    }
    return {
      ...node,
      ...(notes === undefined ? {} : { notes }),
      ...(children && { children: children.map((child) => changed(child, holdsLines.has(node.type))) }),
    };
  };
  const content = tree.content.map((node) => changed(node, false));
  return { tree: { ...tree, content }, formulas };
}

/** Nodes whose children are parts of lines, where a formula can't be a block of its own. */
const holdsLines: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'list',
  'cell',
  'definitionTerm',
  'note',
]);

function hasFormula(node: OfficeContentNode): boolean {
  return isFormula(node) || (node.children ?? []).some(hasFormula) || (node.notes ?? []).some(hasFormula);
}

/** A math block in Markdown may also be a code block in the language `math`. */
function isFormula(node: OfficeContentNode): node is Formula {
  return node.type === 'code' && (node.metadata?.math !== undefined || node.metadata?.language === 'math');
}

function isBlockFormula(node: OfficeContentNode): boolean {
  return isFormula(node) && node.metadata?.math !== 'inline';
}

function codeOf(text: string, isBlock: boolean): OfficeContentNode {
  if (isBlock) return { type: 'code', text, metadata: { language: 'latex' } };
  return { type: 'text', text, formatting: { font: 'monospace' } };
}

/** The commands that officeparser writes for formulas in Office Math and MathML, by number of arguments. */
const ofTwo = new Set(['frac', 'overset', 'underset']);
const ofNone = new Set([
  'bigcap',
  'bigcup',
  'bigvee',
  'bigwedge',
  'iiint',
  'iint',
  'int',
  'oint',
  'prod',
  'sum',
]);
const officeMath =
  /^(?:bar|big(?:cap|cup|vee|wedge)|dot|frac|hat|i{0,2}int|math(?:bb|bf|cal|frak|rm|sf|tt)|oint|operatorname|overline|overset|prod|sqrt|sum|underline|underset|vec)/;
/** Longer formulas are left unchanged, because the time grows with the square of the length. */
const maxSeparatedCharacters = 10_000;
/** The commands that officeparser writes for MathML. */
const mathMl = /^(?:frac|overset|sqrt|underset)/;

/**
 * Adds the braces and spaces that TeX needs, since officeparser writes commands and letters without any, as in
 * `\fracab`.
 */
export function withSeparateArguments(
  nodes: readonly OfficeContentNode[],
  isOfficeMath: boolean,
): OfficeContentNode[] {
  return nodes.map((node) => {
    const same = { ...node };
    if (node.children !== undefined) same.children = withSeparateArguments(node.children, isOfficeMath);
    if (node.notes !== undefined) same.notes = withSeparateArguments(node.notes, isOfficeMath);
    if (same.type === 'code' && same.metadata?.math !== undefined)
      same.text = separated(same.text ?? '', isOfficeMath);
    return same;
  });
}

/** Returns TeX with each argument in braces, and with spaces between commands and letters. */
export function separated(tex: string, isOfficeMath: boolean): string {
  if (tex.length > maxSeparatedCharacters) return tex;
  let written = '';
  let at = 0;
  for (const { 0: found, 1: letters = '', index } of tex.matchAll(/\\(?:([A-Za-z]+)|[^A-Za-z])/g)) {
    if (index < at) continue;
    const name = (isOfficeMath ? officeMath : mathMl).exec(letters)?.[0];
    if (name === undefined) {
      written += tex.slice(at, index) + found;
      at = index + found.length;
      continue;
    }
    written += tex.slice(at, index + 1) + name;
    at = index + 1 + name.length;
    const count = ofNone.has(name) ? 0 : ofTwo.has(name) ? 2 : 1;
    if (count === 0 && /[A-Za-z]/.test(tex.charAt(at))) written += ' ';
    if (name === 'sqrt' && tex.charAt(at) === '[') {
      const end = endOf(tex, at, ']');
      written += `[${separated(tex.slice(at + 1, end - 1), isOfficeMath)}]`;
      at = end;
    }
    for (let argument = 0; argument < count; argument += 1) {
      const isGroup = tex.charAt(at) === '{';
      const end = isGroup ? endOf(tex, at, '}') : at + 1;
      if (!isGroup && !/[\dA-Za-z]/.test(tex.charAt(at))) break;
      written += `{${isGroup ? separated(tex.slice(at + 1, end - 1), isOfficeMath) : tex.charAt(at)}}`;
      at = end;
    }
  }
  return written + tex.slice(at);
}

/** Returns the position after the bracket that closes the one at `start`. */
function endOf(tex: string, start: number, close: string): number {
  let depth = 0;
  for (let at = start; at < tex.length; at += 1) {
    const sign = tex.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === '{' || (at === start && sign === '[')) depth += 1;
    else if (sign === '}' || (sign === close && depth === 1)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tex.length + 1;
}
