import assert from 'node:assert/strict';
import { FormulaTypesetter } from '../../../../../src/engines/documents/formulaTypesetter.ts';
import { readHtml } from '../../../../../src/engines/documents/html/read.ts';
import { textIn } from '../../../../../src/engines/documents/tree/document.ts';

const texOf = (mathMl: string): string => textIn(readHtml(`<p><math>${mathMl}</math></p>`).root);
const table = (columns: string, ...rows: readonly (readonly string[])[]): string =>
  `<mtable${columns}>${rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`).join('')}</mtable>`;

describe('MathML', () => {
  it('becomes TeX that can be typeset, whatever its white space', () => {
    const typesetter = new FormulaTypesetter();
    for (const [mathMl, tex] of [
      ['<mfrac>\n <mn>1</mn>\n <msup>\n  <mi>n</mi> <mn>2</mn> </msup>\n</mfrac>', String.raw`\frac{1}{n^2}`],
      [
        '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>',
        String.raw`\sum_{i=1}^na_i`,
      ],
      [
        `<mo>{</mo>${table(' columnalign="left left"', ['<mi>x</mi>', '<mtext>if </mtext><mi>α</mi><mi>b</mi>'], ['<mn>0</mn>', ''])}`,
        String.raw`\left\{\begin{array}{ll}x & \text{if }\alpha b \\ 0 & \end{array}\right.`,
      ],
      [
        `<mo>(</mo>${table('', ['<mn>1</mn>', '<mn>0</mn>'])}<mo>)</mo>`,
        String.raw`\left(\begin{matrix}1 & 0\end{matrix}\right)`,
      ],
      [
        table(' columnalign="right left"', ['<mi>a</mi>', '<mo>=</mo><mi>b</mi>']),
        String.raw`\begin{aligned}a & =b\end{aligned}`,
      ],
      [
        '<mfenced open="[" close=""><mi>a</mi><mi>b</mi></mfenced><msqrt><mi>x</mi><mo>&lt;</mo><mn>1</mn></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>',
        String.raw`\left[a,b\right.\sqrt{x<1}\sqrt[3]{x}`,
      ],
      [
        '<mover><mi>x</mi><mo>→</mo></mover><mover><mrow><mi>a</mi><mi>b</mi></mrow><mo>^</mo></mover><mover><mo>=</mo><mtext>50%</mtext></mover>',
        String.raw`\vec{x}\widehat{ab}\overset{\text{50\%}}{=}`,
      ],
      [
        '<munder><mi>lim</mi><mi>∞</mi></munder><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>',
        String.raw`\lim_{\infty}\sin x`,
      ],
      ['<munder><munder><mi>a</mi><mo>⏟</mo></munder><mi>b</mi></munder>', String.raw`\underbrace{a}_b`],
      [
        '<mmultiscripts><mi>X</mi><mi>a</mi><none/><mprescripts/><mi>c</mi><mi>d</mi></mmultiscripts>',
        '{}_c^dX_a',
      ],
      [
        '<msup><msup><mi>x</mi><mn>2</mn></msup><mn>10</mn></msup><msup><mi>f</mi><mo>′</mo></msup>',
        "{x^2}^{10}f'",
      ],
      [
        '<mi mathvariant="double-struck">R</mi><mi>ℝ</mi><mi mathvariant="normal">d</mi><mi>rank</mi><mo>{</mo><mo>}</mo>',
        String.raw`\mathbb{R}\mathbb{R}\mathrm{d}\mathrm{rank}\{\}`,
      ],
      ['<semantics><mi>x</mi><annotation encoding="application/x-tex"> x_1 </annotation></semantics>', 'x_1'],
    ] as const) {
      assert.equal(texOf(mathMl), tex);
      assert.match(typesetter.mathMl(tex, false), /^<math /);
    }
  });

  it('is its text if it is nested or long without end', () => {
    assert.match(texOf(`${'<mrow>'.repeat(900)}<mi>x</mi>`), /^x$/);
    assert.equal(texOf('<mi>α</mi>'.repeat(30_000)), 'α'.repeat(30_000));
  });
});
