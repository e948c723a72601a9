import type { OfficeContentNode } from 'officeparser';
import type { DocumentTree } from '../read.ts';
import type { FormulaTypesetter } from './typesetter.ts';

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
  readonly tree: DocumentTree;
  readonly formulas: ReadonlyMap<OfficeContentNode, Form>;
}

/** Typesets formulas in one form. `typeset` throws for invalid TeX, and `sizeOf` returns a result's size in characters. */
export interface FormulaForm<Form> {
  readonly typeset: (typesetter: FormulaTypesetter, tex: string, isBlock: boolean) => Form;
  readonly sizeOf: (form: Form) => number;
}

/** Typesets the formulas of a document. Formulas that are invalid, or beyond the limits, become code. */
export async function withFormulas<Form>(
  tree: DocumentTree,
  form: FormulaForm<Form>,
): Promise<TypesetDocument<Form>> {
  if (!tree.content.some(hasFormula)) return { tree, formulas: new Map() };
  const { FormulaTypesetter } = await import('./typesetter.ts');
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
