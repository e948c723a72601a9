import assert from 'node:assert/strict';
import { isDynamic } from '../../../../src/engines/svg/isDynamic.ts';

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
    ['texts by language', `<switch><g systemLanguage="de">${rect}</g><g/></switch>`],
  ] as const) {
    it(`is animated with ${name}`, () => {
      assert.ok(isDynamic(svg(content)));
    });
  }

  for (const [name, content] of [
    ['nothing else', rect],
    ['rules', `<style>.a{fill:#000;stop-color:red}/* hover */ .a:first-child{fill:red}</style>${rect}`],
    ['fonts', `<style>@font-face{font-family:a;src:url(data:,)}</style>${rect}`],
    ['sets', `<settings/><g id="set">${rect}</g><text>on a set animate</text>`],
    ['an address', `<text>a@example.org</text>${rect}`],
  ] as const) {
    it(`is static with ${name}`, () => {
      assert.ok(!isDynamic(svg(content)));
    });
  }
});
