import assert from 'node:assert/strict';
import type { Element } from 'hast';
import { FormulaTypesetter } from '../../../../src/engines/documents/formulaTypesetter.ts';
import { element } from '../../../../src/engines/documents/tree/document.ts';
import { typesetFormulas } from '../../../../src/engines/documents/tree/formulas.ts';

const formula = (tex: string): Element =>
  element('code', { className: ['language-math', 'math-inline'] }, [tex]);
const form = {
  typeset: (typesetter: FormulaTypesetter, tex: string, isBlock: boolean) =>
    typesetter.officeMath(tex, isBlock),
  sizeOf: ({ length }: string) => length,
};

async function typeset(formulas: readonly Element[]): Promise<ReadonlyMap<Element, string>> {
  return typesetFormulas({ type: 'root', children: [element('p', {}, formulas)] }, form);
}

describe('typesetFormulas', () => {
  it('leaves out wrong TeX, endless macros, deep nesting, and very long formulas', async () => {
    const hostile = [
      '\\frobnicate',
      '\\def\\a{\\a\\a}\\a',
      `${'{'.repeat(3900)}x`,
      `${'x^{'.repeat(900)}x${'}'.repeat(900)}`,
      'x'.repeat(5000),
    ];
    const good = formula('x');
    assert.deepEqual([...(await typeset([...hostile.map(formula), good])).keys()], [good]);
  });

  it('typesets 20,000 formulas of a document, and no more', async () => {
    assert.equal((await typeset(Array.from({ length: 20_001 }, () => formula('x')))).size, 20_000);
  });
});

/** TeX with a macro for a fraction of two macros, each of which is a fraction of two macros, and so on. */
function doubling(count: number): string {
  const names = Array.from({ length: count + 1 }, (_, at) => `\\m${String.fromCodePoint(97 + at)}`);
  const defined = names.map((name, at) => {
    const next = names[at + 1];
    return `\\def${name}{${next === undefined ? 'x' : `\\frac{${next}}{${next}}`}}`;
  });
  return `${defined.join('')}\\ma`;
}

describe('FormulaTypesetter', () => {
  it('rejects macros that grow exponentially, whose uses MathJax counts separately in each argument', () => {
    const typesetter = new FormulaTypesetter();
    assert.match(typesetter.mathMl(doubling(5), false), /<mfrac>/);
    assert.throws(() => typesetter.mathMl(doubling(24), false), { message: 'The formula is too complex' });
    assert.match(typesetter.mathMl('y', false), /<mi>y<\/mi>/);
  });

  it('limits the steps of all formulas of a document, including those that fail', () => {
    const typesetter = new FormulaTypesetter();
    typesetter.mathMl(`\\def\\none{}\\def\\many{${'\\none'.repeat(900)}}`, false);
    for (let count = 0; count < 1200; count += 1) {
      try {
        typesetter.mathMl('\\many\\frobnicate', false);
      } catch {
        // Each of these formulas is wrong.
      }
    }
    assert.throws(() => typesetter.mathMl('x', false), { message: 'The formula is too complex' });
  });

  it('leaves out links and styles that TeX sets, since links may run scripts', () => {
    const hostile =
      '\\mmlToken{mi}[href="javascript:alert(1)", style="position:fixed", class="a", id="b"]{x}';
    const typesetter = new FormulaTypesetter();
    assert.match(typesetter.mathMl(hostile, false), /<mi>x<\/mi>/);
    assert.doesNotMatch(typesetter.drawing(hostile, false).svg, /<a\b| (?:href|style)="/);
  });

  it('writes Office Math that Word can show: operands, fences, accents, and aligned rows', () => {
    const typesetter = new FormulaTypesetter();
    const write = (tex: string): string =>
      typesetter.officeMath(tex, false).replaceAll(/<w:rPr>.*?<\/w:rPr>/g, '');
    assert.match(
      write('\\int_0^1 x\\,dx + c'),
      /<m:e><m:r><m:t xml:space="preserve">x<\/m:t>.*<\/m:nary><m:r>/,
    );
    assert.match(write('\\left(\\frac12\\right]'), /<m:begChr m:val="\("\/><m:endChr m:val="\]"\/>/);
    assert.match(write('\\hat{x}'), /<m:acc><m:accPr><m:chr m:val="\u0302"\/>/);
    assert.match(write('\\begin{aligned}a&=b\\end{aligned}'), /m:mcJc m:val="right".*m:mcJc m:val="left"/);
    // Word shows an empty operand as a box.
    assert.doesNotMatch(write('\\sum'), /<m:e\/>/);
  });

  it('writes chemical arrows and bonds in standard characters, and draws them', () => {
    const typesetter = new FormulaTypesetter();
    for (const sign of [
      '->',
      '<-',
      '<->',
      '<-->',
      '<=>',
      '<=>>',
      '<<=>',
      '->[x][y]',
      '<=>[x]',
      '~',
      '~-',
      '~--',
    ]) {
      const tex = `\\ce{A ${sign} B}`;
      for (const written of [typesetter.mathMl(tex, true), typesetter.officeMath(tex, true)])
        assert.doesNotMatch(written, /[\ue000-\uf8ff]/, sign);
      assert.doesNotMatch(typesetter.drawing(tex, true).svg, /[\ue000-\uf8ff]/, sign);
    }
    // All of its signs are in the font, so none is a text in another font.
    assert.doesNotMatch(typesetter.drawing('\\ce{2H2 + O2 <=> 2H2O ->[x] A}', true).svg, /<text/);
  });

  it('writes MathML with letters that browsers show', () => {
    const page = new FormulaTypesetter().mathMl(
      '\\mathbb{R}\\mathcal{L}\\mathfrak{g}\\boldsymbol{\\alpha}',
      true,
    );
    assert.match(page, /ℝ.*ℒ.*𝔤.*𝜶/u);
    assert.doesNotMatch(page, /mathvariant/);
  });
});
