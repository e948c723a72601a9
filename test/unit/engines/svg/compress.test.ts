import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compressSvg, isComparable } from '../../../../src/engines/svg/compress.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const comment = '<!-- a comment that is long enough -->';

describe('compressSvg', () => {
  const folder = useTemporaryFolder();

  async function compressed(svg: string, options: Record<string, unknown> = {}): Promise<string> {
    const [inputPath, outputPath] = [path.join(folder.path, 'in.svg'), path.join(folder.path, 'out.svg')];
    await writeFile(inputPath, svg);
    const work = { tool: 'compress', engine: 'svgCompression', from: 'svg', to: 'svg' } as const;
    const file = { inputBytes: svg.length, fileName: 'in.svg', inputPath, outputPath };
    await compressSvg({ ...work, ...file, options });
    return readFile(outputPath, 'utf8');
  }

  // SVGO moves the style of a group to its only shape, where it overrides the shape's own attribute.
  for (const [name, content] of [
    ['color', '<g style="fill:red"><path fill="#0a0" d="M10 10h40v10h-40z"/></g>'],
    ['opacity', '<g style="fill-opacity:.3"><path fill-opacity=".9" d="M10 10h40v10h-40z"/></g>'],
  ] as const) {
    it(`keeps the ${name} of a small shape`, async () => {
      const start = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">';
      assert.equal(await compressed(`${start}${comment}${content}</svg>`), `${start}${content}</svg>`);
    });
  }

  it('keeps the attributes that screen readers and keyboards use', async () => {
    const start =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" lang="en" role="img" aria-labelledby="t d" tabindex="0" focusable="false">';
    const content =
      '<title id="t">Sales</title><desc id="d">Sales by year</desc><g role="list" aria-label="Years"><path role="listitem" aria-hidden="false" d="M10 10h40v10h-40z"/><path role="none" d="M10 50h40v10h-40z"/></g>';
    const result = await compressed(`${start}${comment}${content}</svg>`);
    for (const text of [
      ...start.matchAll(/ (?:lang|role|aria|tabindex|focusable)[^ >]*/g),
      ...content.matchAll(/(?:role|aria-\w+|id)="[^"]*"|>[^<>]+</g),
    ]) {
      assert.ok(result.includes(text[0].trim()), `${text[0]} in ${result}`);
    }
  });

  it('removes comments from drawings whose selectors SVGO can’t read', async () => {
    const start = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">';
    const content = '<style>100%{fill:red}</style><path d="M10 10h40v10h-40z"/>';
    assert.equal(await compressed(`${start}${comment}${content}</svg>`), `${start}${content}</svg>`);
  });
});

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`;
const rect = '<rect class="a" width="9" height="9"/>';

describe('A drawing', () => {
  for (const [name, content] of [
    [
      'a rule for dark mode',
      `<style>.a{fill:#000}@media (prefers-color-scheme:dark){.a{fill:#fff}}</style>${rect}`,
    ],
    ['a rule for small screens', `<style>@media(max-width:9px){.a{fill:#fff}}</style>${rect}`],
    ['a style sheet for a medium', `<style media="print">.a{fill:#fff}</style>${rect}`],
    ['keyframes', `<style>@keyframes b{to{opacity:0}}.a{animation:b 1s}</style>${rect}`],
    ['an imported style sheet', `<style>@import "a.css";</style>${rect}`],
    ['a supports rule', `<style>@supports (color:oklch(0 0 0)){.a{fill:red}}</style>${rect}`],
    ['a hover style', `<style>.a:hover{fill:red}</style>${rect}`],
    ['a target style', `<style>.a:target{fill:red}</style>${rect}`],
    ['a transition', `<style>.a{fill:red;transition:fill 1s}</style>${rect}`],
    ['an animated style', '<rect style="animation: spin 1s infinite" width="9" height="9"/>'],
    [
      'an animated height',
      '<rect width="9" height="9"><animate attributeName="height" to="0" dur="1s"/></rect>',
    ],
    [
      'an animated group',
      `<g>${rect}<animateTransform attributeName="transform" type="rotate" to="9" dur="1s"/></g>`,
    ],
    ['a set element', `<g><set attributeName="x" to="0"/>${rect}</g>`],
    ['a prefixed animation', `<s:g xmlns:s="http://www.w3.org/2000/svg"><s:animate dur="1s"/></s:g>`],
    ['a script', `${rect}<script>go()</script>`],
    ['an event', '<rect width="9" height="9" onclick="go()"/>'],
    ['a nested rule', `<style>g{.a{fill:red}}</style><g>${rect}</g>`],
    ['a namespace', `<style>@namespace s url(urn:a);s|rect{fill:red}</style>${rect}`],
    ['a pseudo-element', '<style>text::first-letter{fill:red}</style><text>A</text>'],
    ['alternatives in a selector', `<style>:is(.a,.b){fill:red}</style>${rect}`],
    ['an origin', '<g transform="rotate(45)" transform-origin="4 4"><path d="M0 0h9v1z"/></g>'],
    ['an origin in a style', '<style>.b{transform-origin:center}</style><g class="b" transform="scale(2)"/>'],
    ['a shape in a style', '<rect width="9" height="9" style="d:path(\'M0 0h9\')"/>'],
    ['a clip in a style', `<g style="clip-path:circle(4px at 4px 4px)" transform="scale(2)">${rect}</g>`],
    ['a calculated width', '<style>path{stroke-width:calc(1px + 1px)}</style><path d="M0 0h9"/>'],
    ['a calculated place', '<g style="transform:translate(calc(1px + 1px),1px)"><path d="M0 0h9"/></g>'],
    ['a share of its size', '<g style="transform:translate(50%,10%)"><path d="M0 0h9"/></g>'],
    ['a mixed color', `<g style="fill:color-mix(in srgb,red,blue)"><path fill="red" d="M0 0h9"/></g>`],
    ['a color for dark mode', '<path fill="light-dark(red,blue)" d="M0 0h9"/>'],
    ['a custom property', '<g style="--a:red;fill:var(--a)"><path d="M0 0h9"/></g>'],
    ['texts by language', `<switch><g systemLanguage="de">${rect}</g><g/></switch>`],
  ] as const) {
    it(`isn’t comparable with ${name}`, () => {
      assert.ok(!isComparable(svg(content)));
    });
  }

  for (const [name, content] of [
    ['nothing else', rect],
    ['rules', `<style>.a{fill:#000;stop-color:red}/* hover */ .a:first-child{fill:red}</style>${rect}`],
    ['fonts', `<style>@font-face{font-family:a;src:url(data:,)}</style>${rect}`],
    ['sets', `<settings/><g id="set">${rect}</g><text>on a set animate</text>`],
    [
      'transforms',
      '<g transform="translate(1 2)rotate(3, 4, 5)" style="filter:blur(1px);fill:hsl(1 2% 3%)"/>',
    ],
    ['an address', `<text>a@example.org</text>${rect}`],
  ] as const) {
    it(`is comparable with ${name}`, () => {
      assert.ok(isComparable(svg(content)));
    });
  }
});
