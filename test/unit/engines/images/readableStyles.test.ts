import assert from 'node:assert/strict';
import { withReadableStyles } from '../../../../src/engines/images/readableStyles.ts';
import { openImage } from '../../../../src/engines/images/open.ts';

const svg = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10" viewBox="0 0 40 10"${attributes}>${content}</svg>`;
const square = (index: number, about: string): string =>
  `<rect x="${index * 10}" width="10" height="10" ${about}/>`;
const squares = (...about: string[]): string => about.map((each, index) => square(index, each)).join('');

const sheet = (css: string): string => `<style>${css}</style>`;

/** The colors of four adjacent squares. */
async function drawn(source: string): Promise<string[]> {
  const { image } = await openImage(Buffer.from(source));
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [5, 15, 25, 35].map((x) => {
    // The picture is rendered at a higher density than it is displayed.
    const scale = info.width / 40;
    const at = (Math.floor(5 * scale) * info.width + Math.floor(x * scale)) * info.channels;
    return data.toString('hex', at, at + 3);
  });
}

describe('A drawing with modern CSS', () => {
  it('has its root’s custom properties resolved', async () => {
    const styles =
      ':root{--a:#00ff00;fill:#ff00ff} svg{--b:#0000ff} .a{fill:var(--a)} .b{fill:var(--b)} .d{fill:var(--none,#ff0000)}';
    const source = svg(`<style>${styles}</style>${squares('class="a"', 'class="b"', '', 'class="d"')}`);
    assert.deepEqual(await drawn(source), ['00ff00', '0000ff', 'ff00ff', 'ff0000']);
  });

  it('has them resolved in attributes and element styles, even through each other', async () => {
    const about = [
      'fill="var(--a)"',
      'style="fill:var(--b)"',
      'fill="var(--c, var(--a))"',
      'fill="rgb(var(--d))"',
    ];
    const source = svg(
      `<style><![CDATA[/* {--a:red} */ *{--b:var(--a);--d:1,2,3}]]></style>${squares(...about)}`,
      ' style="--a: #00ff00; color: red"',
    );
    assert.deepEqual(await drawn(source), ['00ff00', '00ff00', '00ff00', '010203']);
  });

  it('has the root’s properties by precedence, not by order', async () => {
    const styles = ':root{--a:#00ff00;--b:#0000ff!important}svg{--a:red}html{--a:red}';
    const about = ['fill="var(--a)"', 'fill="var(--b)"', 'fill="var(--c)"'];
    const source = svg(`<style>${styles}</style>${squares(...about)}`, ' style="--b:red;--c:#ff00ff"');
    assert.deepEqual((await drawn(source)).slice(0, 3), ['00ff00', '0000ff', 'ff00ff']);
  });

  it('has values with escaped characters resolved', async () => {
    const about = [
      `style='font-family:&quot;a;b&quot;,&apos;c&apos;;fill:var(--a)'`,
      `fill='var(--a)'`,
      'style="--b:&quot;x&quot;;fill:var(--a)"',
    ];
    const source = svg(`<style>:root{--a:&#35;00ff00}</style>${squares(...about)}`);
    assert.deepEqual((await drawn(source)).slice(0, 3), ['00ff00', '00ff00', '00ff00']);
  });

  it('has the rules of media queries that apply to a screen in light mode', async () => {
    const styles = `rect{fill:red}@media all{.a{fill:#00ff00}}@MEDIA only,screen and (prefers-color-scheme: light){
      :root{--b:#0000ff}.b{fill:var(--b)}}@media print{.c{fill:#fff}}@media (prefers-color-scheme:dark){.d{fill:#fff}}`;
    const about = ['class="a"', 'class="b"', 'class="c"', 'class="d"'];
    for (const content of [styles, `<![CDATA[${styles}/* <a> */]]>`]) {
      const source = svg(`<style>${content}</style>${squares(...about)}`);
      assert.deepEqual(await drawn(source), ['00ff00', '0000ff', 'ff0000', 'ff0000']);
    }
  });

  it('has the colors of light mode', async () => {
    const styles =
      ':root{--a:#00ff00}@media (prefers-color-scheme:dark){:root{--a:#000}} .a{fill:var(--a)} .b{fill:light-dark(#0000ff,#000)}';
    const source = svg(`<style>${styles}</style>${squares('class="a"', 'class="b"')}`);
    assert.deepEqual((await drawn(source)).slice(0, 2), ['00ff00', '0000ff']);
  });

  it('has its root’s properties by its class and id, without rules for other classes', async () => {
    const styles = 'svg.a{--a:#00ff00}#b{--b:#0000ff}.a{--b:red;--c:#ff00ff}.dark{--a:red}.dark .d{--b:red}';
    const source = svg(
      `<style>${styles}</style>${squares('fill="var(--a)"', 'fill="var(--b)"', 'fill="var(--c)"')}`,
      ' class="x a" id="b"',
    );
    assert.deepEqual((await drawn(source)).slice(0, 3), ['00ff00', '0000ff', 'ff00ff']);
  });

  it('has no rules of a style sheet for another medium', async () => {
    const sheets = '<style media="print">.a{fill:red}</style><style media="screen">.b{fill:#0000ff}</style>';
    const source = svg(`${sheets}<style>rect{fill:#00ff00}</style>${squares('class="a"')}`);
    assert.equal((await drawn(source))[0], '00ff00');
    const screen = svg(`<style>rect{fill:#00ff00}</style>${sheets}${squares('class="b"')}`);
    assert.equal((await drawn(screen))[0], '0000ff');
  });

  it('has the background of its root, behind everything and by precedence', async () => {
    const outside = ' preserveAspectRatio="xMaxYMid"';
    for (const [content, attributes] of [
      ['', ' style="background:#00ff00"'],
      ['', ' style="background: light-dark(#0f0, #000) no-repeat"'],
      [sheet(':root{--a:#0f0}svg{background:red}.a{background-color:var(--a)}'), ' class="a"'],
      [sheet('svg{background:#0f0!important}'), ' style="background:red"'],
      [sheet('rect,polygon{fill:red;opacity:.5}'), ' stroke="red" style="background:#0f0"'],
    ] as const) {
      const source = svg(
        `${content}${square(0, 'style="fill:#0000ff;opacity:1"')}`,
        `${attributes}${outside}`,
      );
      const expected = ['0000ff', '00ff00', '00ff00', '00ff00'];
      assert.deepEqual(await drawn(source), expected, attributes);
      const narrow = source.replace('0 0 40 10', '-400 -100 10 10').replace('x="0"', 'x="-400" y="-100"');
      assert.deepEqual(await drawn(narrow), expected.toReversed(), attributes);
    }
    const half = await openImage(Buffer.from(svg('<g/>', ' style="background:rgb(0 0 0 / 50%)"')));
    assert.equal((await half.image.raw().toBuffer())[3], 128);
    for (const none of ['background:none', 'background:url(a.png)', 'stroke:red']) {
      assert.ok(!withReadableStyles(svg('<g/>', ` style="${none}"`)).includes('polygon'));
    }
  });

  it('has the default font size of browsers', async () => {
    const wide = '<rect width="1em" height="10" fill="#00ff00"/>';
    assert.deepEqual(await drawn(svg(wide)), ['00ff00', '00ff00', '000000', '000000']);
    const large = ['00ff00', '00ff00', '00ff00', '000000'];
    assert.deepEqual(await drawn(svg(wide, ' font-size="30"')), large);
    assert.deepEqual(await drawn(svg(`<style>svg{font-size:30px}</style>${wide}`)), large);
  });

  it('has newer color functions converted that browsers support', async () => {
    const about = [
      'oklch(0.628 0.2577 29.23)',
      'oklch(86.644% .294827 142.4953deg)',
      'oklab(0.452 -0.0325 -0.3115)',
      'lab(100% 0 0)',
    ];
    const colors = await drawn(svg(squares(...about.map((each) => `fill="${each}"`))));
    for (const [index, expected] of ['ff0000', '00ff00', '0000ff', 'ffffff'].entries()) {
      const near = Buffer.from(colors[index] ?? '', 'hex').every(
        (value, at) => Math.abs(value - (Buffer.from(expected, 'hex')[at] ?? 0)) <= 2,
      );
      assert.ok(near, `${colors[index]} is not ${expected}`);
    }
    assert.equal(withReadableStyles('<a b="oklch(0 0 0 / 50%)"/>'), '<a b="rgba(0, 0, 0, 0.5)"/>');
  });

  it('is left alone if a property depends on the element, or nothing needs a change', () => {
    for (const source of [
      svg('<style>:root{--a:red} .x{--a:blue} rect{fill:var(--a)}</style><g class="x"><rect/></g>'),
      svg('<g style="--a:blue"><rect fill="var(--a)"/></g>'),
      svg('<rect fill="var(--none)"/>'),
      svg('<rect fill="oklch(from red l c h)"/>'),
      svg('<style>*{--a:red}:root{--a:blue}</style><rect fill="var(--a)"/>'),
      svg('<style>.x{--a:red}svg.x{--a:blue}</style><rect class="x" fill="var(--a)"/>', ' class="x"'),
      svg('<desc>var(--a)</desc><style>:root{--a:red}</style>'),
      svg('<rect fill="var(--a"/>'),
      svg('<style>@media print{rect{fill:red}}</style><rect/>'),
      `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<rect style="fill:light-dark(red,blue);font-family:&a;"/>')}`,
    ]) {
      assert.equal(withReadableStyles(source), source);
    }
  });

  it('keeps everything else as written', () => {
    const before =
      '<?xml version="1.0"?><!-- var(--a) --><svg:svg a=\'1\' xmlns:svg="http://www.w3.org/2000/svg"><svg:style>';
    const after =
      '.a { d : 1 } /* b */</svg:style><svg:desc b="&lt;" fill=\'red\'>&amp; var(--a)</svg:desc></svg:svg>';
    assert.equal(
      withReadableStyles(`${before}:root{--a:red}.x{fill:var(--a)}${after}`),
      `${before}:root{--a:red}.x{fill:red}${after}`,
    );
  });

  it('is left alone if its styles would take long', () => {
    const broken = svg(`<style>${'a{b:c}}'.repeat(10_000)}</style><rect fill="light-dark(red,blue)"/>`);
    assert.equal(withReadableStyles(broken), broken);
    const long = svg('<rect fill="light-dark(red,blue)"/>'.repeat(20_001));
    assert.equal(withReadableStyles(long), long);
  });

  it('doesn’t grow by properties that refer to each other', () => {
    const rules = Array.from({ length: 30 }, (_, n) => `--a${n + 1}:${`var(--a${n}) `.repeat(9)};`).join('');
    const source = svg(
      `<style>:root{--a0:red;${rules}--b:var(--b)}</style><rect fill="var(--a30)" stroke="var(--b)"/>`,
    );
    assert.ok(withReadableStyles(source).length < 40 * source.length);
  });
});
