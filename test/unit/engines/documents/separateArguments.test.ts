import assert from 'node:assert/strict';
import { separated } from '../../../../src/engines/documents/formulas/separateArguments.ts';

describe('separated', () => {
  it('puts each argument in braces, and separates letters from commands', () => {
    for (const [joined, expected] of [
      ['\\fracab', '\\frac{a}{b}'],
      ['\\frac{a+b}c', '\\frac{a+b}{c}'],
      ['\\fraca{\\frac12+\\sqrtx}', '\\frac{a}{\\frac{1}{2}+\\sqrt{x}}'],
      ['\\sqrt[\\frac12]x', '\\sqrt[\\frac{1}{2}]{x}'],
      ['\\operatorname{sin}\\hatx', '\\operatorname{sin}\\hat{x}'],
      ['\\sumx+\\iintf', '\\sum x+\\iint f'],
      ['\\mathbbR\\{\\frac{\\}}b\\}', '\\mathbb{R}\\{\\frac{\\}}{b}\\}'],
    ] as const) {
      assert.equal(separated(joined, true), expected);
      assert.equal(separated(expected, true), expected);
    }
  });

  it('leaves other commands and incomplete formulas unchanged', () => {
    for (const tex of [
      '\\barwedge \\dots',
      '\\begin{matrix}a & b\\end{matrix}',
      '\\textbackslash{}frac',
      '\\int_0^1x',
    ]) {
      assert.equal(separated(tex, false), tex);
    }
    assert.equal(separated('\\fraca', true), '\\frac{a}');
    assert.match(separated('\\frac{'.repeat(1000), true), /^\\frac\{\\frac\{/);
  });
});
