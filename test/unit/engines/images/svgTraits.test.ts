import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Traits } from '../../../../src/contract/losses.ts';
import { probeImage } from '../../../../src/engines/images/probe.ts';
import { svgTraits } from '../../../../src/engines/images/svgTraits.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const svg = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>${content}</svg>`;
const styled = (css: string): string => svg(`<style>${css}</style><g class="x"><rect/></g>`);
const plain = { vector: true, animation: false, linkedFiles: false };
const drawn = (source: string): Traits => withoutPdfTraits(svgTraits(source));

/** Leaves out what only a PDF loses. */
function withoutPdfTraits(traits: Traits): Traits {
  const ofPdf = new Set(['effects', 'otherFonts']);
  return Object.fromEntries(Object.entries(traits).filter(([name]) => !ofPdf.has(name)));
}

const seen = (content: string): (boolean | undefined)[] => {
  const { effects, otherFonts } = svgTraits(svg(content));
  return [effects, otherFonts];
};

describe('The traits of a drawing', () => {
  const folder = useTemporaryFolder();

  async function probed(content: Buffer): Promise<Traits> {
    const inputPath = path.join(folder.path, 'a.svg');
    writeFileSync(inputPath, content);
    const file = { from: 'svg', inputPath, inputBytes: content.length, fileName: 'a.svg' };
    const work = { tool: 'convert', engine: 'imageProbe', to: 'svg', options: {}, outputPath: '' } as const;
    return withoutPdfTraits((await probeImage({ ...work, ...file })).traits ?? {});
  }

  it('include details that only browsers draw', () => {
    for (const source of [
      svg('<g style="background-image:linear-gradient(red,blue)"/>'),
      svg('<style>rect:nth-child(2){fill:red}</style><rect/>', ' style="background:#fff"'),
      ...['x="1 2"', 'y="1,2"', 'dx="0 1em"', 'dy="0 -1"', 'rotate="0 9"', 'textLength="9"'].flatMap(
        (list) => [svg(`<text ${list}>ab</text>`), svg(`<text><tspan ${list}>ab</tspan></text>`)],
      ),
      ...['blur(2px)', 'url(#a) sepia(1)', 'invert(1)'].map((filter) => svg(`<g style="filter:${filter}"/>`)),
      ...[
        'fill:var(--a)',
        'fill:color-mix(in srgb,red,blue)',
        'fill:rgb(from red r g b)',
        'fill:initial',
      ].map((style) => svg(`<g style="${style}"/>`)),
      ...['clip-path:circle(9px)', 'mask-image:url(#a)', 'transform-box:fill-box', 'scale:2', 'FILL:red'].map(
        (style) => svg(`<g style="${style}"/>`),
      ),
      ...['transform-origin="4 4"', 'pathLength="9"', 'width="2rem"', 'systemLanguage="de"'].map(
        (attribute) => svg(`<rect ${attribute}/>`),
      ),
      ...['text-transform:uppercase', 'word-spacing:2px', 'white-space:pre'].map((style) =>
        svg(`<text style="${style}">a</text>`),
      ),
      styled('g{rect{fill:red}}'),
      styled('g{&amp;.x{fill:red}}'),
      styled('@layer a{rect{fill:red}}'),
      styled('@supports (fill:red){rect{fill:red}}'),
      styled('@media (min-width:9px){rect{fill:red}}'),
      styled('@font-face{font-family:A;src:url(data:font/woff2;base64,AAAA)}'),
      styled(':is(rect){fill:red}'),
      styled('g:has(rect){fill:red}'),
      ...['transform="scale(-1 1)"', 'style="padding:9px"', 'style="color:red;border: 1px solid"'].map(
        (box) => svg('<rect/>', ` ${box}`),
      ),
      ...['svg{padding:9px}', ':root,g{border:1px solid}', 'svg.x#y{transform:scale(2)}'].map((rule) =>
        svg(`<style>${rule}</style>`, ' class="w x" id="y"'),
      ),
      svg('<rect/>', ' style="background:red;opacity:.5"'),
      svg('<style>svg{background:red}:root{opacity:.5}</style>'),
      svg('<style type="text/plain">rect{fill:red}</style>'),
      ...['fill="LinkText"', 'style="stop-color:canvas"', 'rx="auto"'].map((look) => svg(`<rect ${look}/>`)),
      svg('<filter id="a"><feMerge><feMergeNode in="FillPaint"/></feMerge></filter>'),
      svg('<switch><foreignObject/><text>a</text></switch>'),
      svg('<filter id="a"><feImage href="#b"/></filter>'),
    ]) {
      assert.deepEqual(drawn(source), { ...plain, newerStyles: true }, source);
    }
  });

  it('include files that the drawing links, which are never read', () => {
    for (const source of [
      svg('<image href="a.png"/>'),
      svg('<image xlink:href="https://example.com/a.png"/>'),
      svg('<use href="a.svg#b"/>'),
      svg('<rect fill="url(a.svg#b)"/>'),
      svg('<rect style="fill:url(&quot;a.svg#b&quot;)"/>'),
      styled('@import "a.css";'),
      `<?xml-stylesheet href="a.css"?>${svg('<rect/>')}`,
    ]) {
      assert.deepEqual(drawn(source), { ...plain, linkedFiles: true }, source);
    }
    const fonts = '@font-face{font-family:A;src:url("a.woff2")}';
    assert.deepEqual(drawn(styled(fonts)), { ...plain, linkedFiles: true, newerStyles: true });
  });

  it('include filters, blend modes, and fonts, which a PDF of its shapes can’t have', () => {
    assert.deepEqual(seen('<rect style="mix-blend-mode:normal" filter="none"/>'), [false, false]);
    assert.deepEqual(seen('<rect filter="url(#a)"/><text>a</text>'), [true, true]);
    assert.deepEqual(seen('<style>rect{mix-blend-mode:multiply}</style>'), [true, false]);
  });

  it('include animation', () => {
    for (const source of [
      svg('<rect><animate attributeName="x" to="9" dur="1s"/></rect>'),
      svg('<rect><set attributeName="x" to="9"/></rect>'),
      styled('@keyframes a{to{fill:red}}rect{animation:a 1s steps(2)}'),
    ]) {
      assert.deepEqual(drawn(source), { ...plain, animation: true }, source);
    }
  });

  it('are those of a plain drawing for styles that are drawn or that change nothing', () => {
    const neutral =
      'word-spacing:0px;text-transform:none;white-space:normal;isolation:auto;mix-blend-mode:multiply;font-variant:normal';
    for (const source of [
      svg(`<text x="1" style="${neutral};color-interpolation:sRGB">a (b) x="1 2"</text>`),
      svg('<a href="https://example.com"><use href="#b"/></a><image href="data:image/png;base64,AAAA"/>'),
      svg('<rect id="a(b)" data-a="calc(1)" onclick="go(1)" fill="url(#a) red" transform="rotate(1)"/>'),
      svg(
        '<filter id="a"><feDisplacementMap scale="9"/></filter><g style="filter:drop-shadow(1px 1px 0 red)"/>',
      ),
      svg('<rect fill="var(--a)"/>', ' style="--a:oklch(0 0 0);background:light-dark(#fff,#000)"'),
      styled('/* @import "a" :is(b) */@media print{rect{fill:red}}@media screen{rect:hover{fill:red}}'),
      styled('rect:not(.a):nth-child(2n){fill:red}@charset "utf-8";'),
      svg('<style type="text/css">svg rect,.x{padding:9px}</style>', ' opacity=".5"'),
      svg('<rect transform="scale(2)"/>', ' transform="rotate(0)matrix(1, 0, 0, 1, 0, 0)"'),
      readFileSync(sample('balloons.svg'), 'utf8'),
    ]) {
      assert.deepEqual(drawn(source), plain, source);
    }
  });

  it('are found in a compressed file, and unknown for a damaged one', async () => {
    const packed = gzipSync(svg('<image href="a.png"/>'));
    assert.deepEqual(await probed(packed), { ...plain, linkedFiles: true });
    assert.deepEqual(await probed(packed.subarray(0, 30)), {});
  });
});
