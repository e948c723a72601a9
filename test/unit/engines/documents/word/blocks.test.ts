import assert from 'node:assert/strict';
import type { Element } from 'hast';
import { element } from '../../../../../src/engines/documents/tree/document.ts';
import {
  bodyOf,
  cell,
  indent,
  number,
  p,
  partsOf,
  plain,
  r,
  separator,
  style,
} from '../../../../support/wordOutput.ts';

const start = (level: number, value: number): string =>
  `<lvlOverride ilvl="${level}"><startOverride val="${value}"/></lvlOverride>`;
const row = (...texts: readonly string[]): string => `<tr>${texts.map((text) => `<td>${text}`).join('')}`;
const formula = (tex: string): Element =>
  element('code', { className: ['language-math', 'math-inline'] }, [tex]);

const table = (text: string): string =>
  `<tbl><tblPr><tblStyle val="TableGrid"/><tblW w="315" type="dxa"/><tblLook val="0000" firstRow="0" lastRow="0" firstColumn="0" lastColumn="0" noHBand="1" noVBand="1"/></tblPr><tblGrid><gridCol w="315"/></tblGrid><tr>${cell(315, p('', r(text)))}</tr></tbl>`;
const widths = async (...texts: readonly string[]): Promise<number[]> => {
  const body = await bodyOf(`<table>${row(...texts)}</table>`, { pageSize: 'A4', margin: 25 });
  return Array.from(body.matchAll(/<gridCol w="(\d+)"/g), ([, width]) => Number(width));
};

describe('The blocks of a written Word document', () => {
  it('has lists with their own numbers, and items of several blocks', async () => {
    const html =
      '<ol start="3"><li><p>a</p><p>b</p><pre><code>c\n\td\n</code></pre><ul><li>e<ul><li>f</li></ul></li></ul></li><li value="9">g</li></ol><ol type="a"><li data-label="(a) ">h</li><li><ol><li>i</li></ol></li></ol>';
    const parts = await partsOf(html);
    assert.equal(
      await bodyOf(html),
      [
        p(number(1), r('a')),
        p(style('ListParagraph') + indent(720), r('b')),
        p(style('Code') + indent(720), '<r><t>c</t><br/><tab/><t>d</t></r>'),
        p(number(2, 1), r('e')),
        p(number(3, 2), r('f')),
        p(number(4), r('g')),
        p(`${style('ListParagraph')}<ind left="720" hanging="360"/>`, r('(a) '), r('h')),
        p(number(5)),
        p(number(6, 1), r('i')),
      ].join(''),
    );
    const numbering = plain(parts['word/numbering.xml'] ?? '');
    assert.equal(
      numbering.slice(numbering.indexOf('<num ')),
      [
        `<num numId="1"><abstractNumId val="0"/>${start(0, 3)}</num>`,
        '<num numId="2"><abstractNumId val="1"/></num>',
        '<num numId="3"><abstractNumId val="1"/></num>',
        `<num numId="4"><abstractNumId val="0"/>${start(0, 9)}</num>`,
        `<num numId="5"><abstractNumId val="2"/>${start(0, 1)}</num>`,
        `<num numId="6"><abstractNumId val="0"/>${start(1, 1)}</num>`,
        '</numbering>',
      ].join(''),
    );
    assert.match(numbering, /<numFmt val="decimal"\/><lvlText val="%1\."\/>.*<numFmt val="lowerLetter"\/>/);
  });

  it('begins items with quotes, tables, and boxes', async () => {
    const box = element('input', { type: 'checkbox', checked: true });
    const task = element('li', { className: ['task-list-item'] }, [element('p', {}, [box, ' done'])]);
    const quote = element('li', {}, [element('blockquote', {}, [element('p', {}, ['q'])])]);
    const table = element('li', {}, [element('table', {}, [element('tr', {}, [element('td', {})])])]);
    const body = await bodyOf([element('ul', {}, [task, quote, table])]);
    assert.equal(
      body.replace(/<tbl>.*<\/tbl>/, (found) =>
        found.includes('<tblInd w="720" type="dxa"/>') ? '<tbl/>' : '',
      ),
      [
        p(number(1), r('done')),
        p(`${number(2).replace('ListParagraph', 'Quote')}<ind left="1060" hanging="360"/>`, r('q')),
        `${p(number(2))}<tbl/>${separator}`,
      ].join(''),
    );
    const { 'word/numbering.xml': numbering = '' } = await partsOf([element('ul', {}, [task])]);
    assert.match(numbering, /<w:lvlText w:val="☑"\/>/);
  });

  it('counts an item after a table with another list', async () => {
    const html = '<ol><li>a<table><tr><td><ol><li>b</li></ol></td></tr></table></li><li>c</li></ol>';
    const { 'word/numbering.xml': numbering = '' } = await partsOf(html);
    assert.deepEqual(
      Array.from(numbering.matchAll(/<w:abstractNumId w:val="(\d)"\/>/g), ([, id]) => id),
      ['0', '1'],
    );
  });

  it('keeps quotes, code, and tables apart, and shows alerts', async () => {
    const html =
      '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><blockquote>c</blockquote><a id="x"></a><pre><code class="language-js">let x</code></pre><pre><code></code></pre><div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>d</p></div><hr><table><tr><td>e</table><table><tr><td>f</table>';
    assert.equal(
      await bodyOf(html),
      [
        p(style('Quote'), r('a')) + p(style('Quote') + indent(680), r('b')),
        separator + p(style('Quote'), r('c')),
        p(style('Code'), r('let', '<color val="A8172A"/>'), r(' x')),
        separator + p(style('Code')),
        p(style('AlertTip'), r('Tip', '<b/><color val="1A7F37"/>')) + p(style('AlertTip'), r('d')),
        p('<pBdr><bottom val="single" sz="6" space="1" color="C8CCD1"/></pBdr>'),
        table('e') + separator + table('f') + separator,
      ].join(''),
    );
  });

  it('has tables with spans, alignments, and headers that are repeated', async () => {
    const html =
      '<table><thead><tr><th>a</th><th align="center">b</th></tr></thead><tr><td colspan="900">c</td></tr><tr><th rowspan="2">d</th><td style="background-color: #ffff00"><p>e</p><p>f</p></td></tr><tr></tr></table>';
    const body = await bodyOf(html);
    assert.equal(
      body.slice(body.indexOf('<tblGrid>'), -separator.length),
      [
        '<tblGrid><gridCol w="315"/><gridCol w="315"/></tblGrid>',
        `<tr><trPr><cantSplit/><tblHeader/></trPr>${cell(315, p('', r('a')))}${cell(315, p('<jc val="center"/>', r('b')))}</tr>`,
        `<tr>${cell(630, p('', r('c')), '<gridSpan val="2"/>')}</tr>`,
        `<tr>${cell(315, p('', r('d', '<b/>')), '<vMerge val="restart"/>')}${cell(315, p('', r('e')) + p('', r('f')), '<shd val="clear" color="auto" fill="FFFF00"/>')}</tr>`,
        `<tr>${cell(315, p(''), '<vMerge/>')}${cell(315, p(''))}</tr></tbl>`,
      ].join(''),
    );
    assert.match(body, /<tblLook val="0020" firstRow="1"/);
  });

  it('has columns as wide as their text, and as the page allows', async () => {
    const words = 'some words '.repeat(60);
    assert.deepEqual(await widths('four', 'letters'), [660, 1005]);
    assert.deepEqual(await widths('four', words), [660, 8412]);
    assert.deepEqual(await widths('four', 'x'.repeat(500)), [660, 8412]);
  });

  it('shows the look, the direction, and the line breaks of text', async () => {
    const html =
      '<p align="right" style="margin-left: 36pt; background-color: #00ff00"><b>a<i>b</i></b><u>c</u><s>d</s><sub>e</sub><mark>f</mark><code>g</code><span style="color: #ff0000; font-size: 9pt; background-color: #0000ff">h</span><br>&shy;<ruby>山<rt>yama</rt></ruby></p><p align="left">שלום x</p><dl><dt>i</dt><dd>j</dd></dl><details><summary>k</summary>l</details>';
    assert.equal(
      await bodyOf(html),
      [
        p(
          '<shd val="clear" color="auto" fill="00FF00"/><ind left="720"/><jc val="right"/>',
          r('a', '<b/>') + r('b', '<b/><i/>') + r('c', '<u val="single"/>') + r('d', '<strike/>'),
          r('e', '<vertAlign val="subscript"/>') + r('f', '<highlight val="yellow"/>'),
          r('g', '<rStyle val="CodeChar"/>'),
          r(
            'h',
            '<color val="FF0000"/><sz val="18"/><szCs val="18"/><shd val="clear" color="auto" fill="0000FF"/>',
          ),
          '<r><br/></r><r><softHyphen/></r>',
          r('山') + r(' (yama)'),
        ),
        p('<bidi/><jc val="right"/>', r('שלום x', '<rtl/>')),
        p(style('DefinitionTerm'), r('i')) + p(indent(720), r('j')),
        p(style('DefinitionTerm'), r('k')) + p('', r('l')),
      ].join(''),
    );
  });

  it('has formulas, and code for those that can’t be typeset', async () => {
    const block = element('pre', {}, [
      element('code', { className: ['language-math', 'math-display'] }, ['x']),
    ]);
    const list = element('ul', {}, [
      element('li', {}, [element('p', {}, [formula('a'), formula('\\x')]), block]),
    ]);
    assert.match(
      await bodyOf([list]),
      /^<p><pPr>.*<\/pPr><m:oMath [^>]*>.*<m:t>a<\/m:t>.*<\/m:oMath><r><rPr><rStyle val="CodeChar"\/><\/rPr><t>\\x<\/t><\/r><\/p><p><pPr><pStyle val="ListParagraph"\/><ind left="720"\/><\/pPr><m:oMathPara .*<\/m:oMathPara><\/p>$/,
    );
  });
});
