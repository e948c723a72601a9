import type { Element, Root } from 'hast';
import type { FormulaTypesetter } from '../formulaTypesetter.ts';
import { elementsIn, formulaOf } from './document.ts';

/**
 * Limits for typesetting: the length of a formula's TeX, and the number of formulas and the total size of the results
 * per document.
 */
const maxTexCharacters = 4000;
const maxFormulas = 20_000;
const maxResultCharacters = 10_000_000;

/** Typesets formulas in one form. `typeset` throws for invalid TeX, and `sizeOf` returns a result's size in characters. */
export interface FormulaForm<Form> {
  readonly typeset: (typesetter: FormulaTypesetter, tex: string, isBlock: boolean) => Form;
  readonly sizeOf: (form: Form) => number;
}

/** Typesets the formulas of a document. Those that are invalid or beyond the limits are missing, and shown as code. */
export async function typesetFormulas<Form>(
  root: Root,
  form: FormulaForm<Form>,
): Promise<ReadonlyMap<Element, Form>> {
  const formulas = new Map<Element, Form>();
  let typesetter: FormulaTypesetter | undefined;
  let left = maxResultCharacters;
  for (const node of elementsIn(root)) {
    const formula = formulaOf(node);
    if (formula === undefined || formula.tex.length > maxTexCharacters) continue;
    if (left <= 0 || formulas.size >= maxFormulas) break;
    typesetter ??= await newTypesetter();
    try {
      const typeset = form.typeset(typesetter, formula.tex, formula.isBlock);
      left -= form.sizeOf(typeset);
      formulas.set(node, typeset);
    } catch {
      // The TeX is invalid, or nested too deeply for the stack.
    }
  }
  return formulas;
}

async function newTypesetter(): Promise<FormulaTypesetter> {
  const { FormulaTypesetter } = await import('../formulaTypesetter.ts');
  return new FormulaTypesetter();
}
