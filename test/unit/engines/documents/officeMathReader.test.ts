import assert from 'node:assert/strict';
import { FormulaTypesetter } from '../../../../src/engines/documents/formulaTypesetter.ts';
import { texOf } from '../../../../src/engines/documents/word/officeMathReader.ts';
import { parseElement } from '../../../../src/engines/documents/xmlTree.ts';

const run = (text: string, look = ''): string => `<m:r><m:rPr>${look}</m:rPr><m:t>${text}</m:t></m:r>`;
const e = (content: string): string => `<m:e>${content}</m:e>`;
const set = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`;
const delimited = (open: string, close: string, ...parts: readonly string[]): string =>
  `<m:d><m:dPr>${set('begChr', open)}${set('endChr', close)}</m:dPr>${parts.map(e).join('')}</m:d>`;
const fraction = (above: string, below: string, look = ''): string =>
  `<m:f><m:fPr>${look}</m:fPr><m:num>${run(above)}</m:num><m:den>${run(below)}</m:den></m:f>`;
const rows = (...lines: readonly string[]): string =>
  `<m:eqArr>${lines.map((line) => e(run(line))).join('')}</m:eqArr>`;
const nary = (sign: string, place: string): string =>
  `<m:nary><m:naryPr>${set('chr', sign)}${set('limLoc', place)}</m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup>${e(run('x'))}</m:nary>`;
const accent = (sign: string, text: string): string =>
  `<m:acc><m:accPr>${set('chr', sign)}</m:accPr>${e(run(text))}</m:acc>`;
const limit = (kind: string, base: string, text: string): string =>
  `<m:${kind}>${e(base)}<m:lim>${run(text)}</m:lim></m:${kind}>`;
const box = (...sides: readonly string[]): string =>
  `<m:borderBox><m:borderBoxPr>${sides.map((side) => set(side, '1')).join('')}</m:borderBoxPr>${e(run('x'))}</m:borderBox>`;
const sides = ['hideTop', 'hideBot', 'hideLeft', 'hideRight'];

const formulas: readonly (readonly [office: string, tex: string])[] = [
  [run('50% of a_b & {c}'), String.raw`50\% of a\_b \& \{c\}`],
  [run('𝑥+𝛼'), 'x+α'],
  [run('if ', '<m:nor/>') + run('x') + run('sin', set('sty', 'p')) + run('y'), String.raw`\text{if }x\sin y`],
  [run('R', set('scr', 'double-struck')) + run('v', set('sty', 'b')), String.raw`\mathbb{R}\mathbf{v}`],
  [fraction('a', 'b') + fraction('a', 'b', set('type', 'lin')), String.raw`\frac{a}{b}a/b`],
  [delimited('(', ')', fraction('n', 'k', set('type', 'noBar'))), String.raw`\binom{n}{k}`],
  [delimited('(', ')', run('x'), run('y')), '(x|y)'],
  [
    delimited('[', '⟩', fraction('a', 'b'), run('y')),
    String.raw`\left[\frac{a}{b}\middle|y\right\rangle `.trim(),
  ],
  [delimited('', ']', run('x')), String.raw`\left.x\right]`],
  [delimited('{', '', rows('x, 1', 'y, 2')), String.raw`\begin{cases}x, 1\\y, 2\end{cases}`],
  [
    delimited('{', '', rows('x&amp;=1', 'y&amp;=2')),
    String.raw`\left\{\begin{aligned}x&=1\\y&=2\end{aligned}\right.`,
  ],
  [rows('x', 'y'), String.raw`\begin{array}{l}x\\y\end{array}`],
  [`<m:rad><m:deg>${run('3')}</m:deg>${e(run('x'))}</m:rad>`, String.raw`\sqrt[3]{x}`],
  [
    `<m:sSubSup>${e(run('ab'))}<m:sub>${run('i')}</m:sub><m:sup>${run('10')}</m:sup></m:sSubSup>`,
    '{ab}_i^{10}',
  ],
  [`<m:sPre><m:sub>${run('6')}</m:sub><m:sup>${run('12')}</m:sup>${e(run('C'))}</m:sPre>`, '{}_6^{12}C'],
  [`<m:sSup>${e(run('f'))}<m:sup>${run('′')}</m:sup></m:sSup>`, "f'"],
  [nary('∑', 'undOvr') + nary('∫', 'undOvr'), String.raw`\sum_{i=1}^n x\int\limits_{i=1}^n x`],
  [
    accent('\u0303', 'a') + accent('\u0303', 'ab') + accent('\u0305', 'c'),
    String.raw`\tilde{a}\widetilde{ab}\overline{c}`,
  ],
  [
    `<m:func><m:fName>${limit('limLow', run('lim', set('sty', 'p')), 'x→0')}</m:fName>${e(run('f'))}</m:func>`,
    String.raw`\lim_{x→0}f`,
  ],
  [
    limit(
      'limUpp',
      `<m:groupChr><m:groupChrPr>${set('chr', '⏞')}${set('pos', 'top')}</m:groupChrPr>${e(run('a'))}</m:groupChr>`,
      'n',
    ),
    String.raw`\overbrace{a}^n`,
  ],
  [limit('limLow', run('a'), 'b'), String.raw`\underset{b}{a}`],
  [`<m:bar>${e(run('x'))}</m:bar>`, String.raw`\underline{x}`],
  [box() + box(...sides, 'strikeBLTR'), String.raw`\boxed{x}\cancel{x}`],
  [`<m:phant><m:phantPr>${set('show', '0')}</m:phantPr>${e(run('x'))}</m:phant>`, String.raw`\phantom{x}`],
  [
    delimited('(', ')', `<m:m><m:mr>${e(run('a'))}${e(run('b'))}</m:mr></m:m>`),
    String.raw`\begin{pmatrix}a & b\end{pmatrix}`,
  ],
  [
    run('a', '<m:aln/>') + run('=b') + run('=c', '<m:brk/><m:aln/>'),
    String.raw`\begin{aligned}&a=b\\&=c\end{aligned}`,
  ],
];

describe('A formula of a Word document', () => {
  for (const [office, tex] of formulas) {
    it(`becomes ${tex}`, () => {
      const written = texOf(
        parseElement(`<m:oMath>${office.replaceAll(/&(?!amp;)/g, '&amp;')}</m:oMath>`),
        false,
      );
      assert.equal(written, tex);
      new FormulaTypesetter().mathMl(written, false);
    });
  }

  it('is read in little time, however deep or long it is', () => {
    const deep = `${'<m:rad><m:e>'.repeat(400)}${run('x')}${'</m:e></m:rad>'.repeat(400)}`;
    const long = run('xy').repeat(50_000);
    assert.equal(texOf(parseElement(`<m:oMath>${deep}</m:oMath>`), false).match(/sqrt/g)?.length, 100);
    assert.equal(texOf(parseElement(`<m:oMath>${long}</m:oMath>`), false).length, 100_000);
  });
});
