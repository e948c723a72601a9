import { writeFile } from 'node:fs/promises';
import type { Variant } from './variant.ts';
import { fileIn } from './written.ts';

interface Drawing {
  /** Attributes of the root element: a width and a height by default. */
  readonly root?: string;
  readonly content: string;
}

const plain = 'width="96" height="64"';
const shapes =
  '<rect x="8" y="8" width="50" height="40" fill="#c83"/><circle cx="60" cy="32" r="24" fill="#36c8"/>';

function variant(name: string, { root = plain, content }: Drawing): Variant {
  const what = { format: 'svg', name, decoders: ['the format’s own program'] };
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      const spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
      await writeFile(file, `<svg ${spaces} ${root}>${content}</svg>`);
      return file;
    },
  };
}

const gradient = (kind: string, attributes: string): string =>
  `<${kind} id="a" ${attributes}><stop offset="0" stop-color="#f00"/><stop offset=".5" stop-color="#0f08"/>` +
  `<stop offset="1" stop-color="#00f"/></${kind}><rect width="96" height="64" fill="url(#a)"/>`;
const dots =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGM4wcDAcIKBgYHhxIkTDAAYRgPp4/uqsgAAAABJRU5ErkJggg==';

/** Combinations of a drawing's size and visible area. */
const sizes: Readonly<Record<string, Drawing>> = {
  'a size in pixels': { content: shapes },
  'a size in millimeters': { root: 'width="25.4mm" height="12.7mm" viewBox="0 0 96 48"', content: shapes },
  'a size in points': { root: 'width="96pt" height="64pt"', content: shapes },
  'a size in inches': { root: 'width="1in" height="0.5in" viewBox="0 0 96 48"', content: shapes },
  'a view box alone': { root: 'viewBox="0 0 96 64"', content: shapes },
  'a view box with an offset': { root: `${plain} viewBox="-20 -10 120 80"`, content: shapes },
  'a view box of another shape': { root: `${plain} viewBox="0 0 40 64"`, content: shapes },
  'a view box that fills': {
    root: `${plain} viewBox="0 0 40 64" preserveAspectRatio="xMinYMax slice"`,
    content: shapes,
  },
  'a view box that is stretched': {
    root: `${plain} viewBox="0 0 40 64" preserveAspectRatio="none"`,
    content: shapes,
  },
};

const paints: Readonly<Record<string, Drawing>> = {
  'a linear gradient': { content: gradient('linearGradient', 'x1="0" x2="1" y2=".3"') },
  'a reflected gradient': {
    content: gradient('linearGradient', 'x2=".3" spreadMethod="reflect"'),
  },
  'a radial gradient': { content: gradient('radialGradient', 'fx=".3" r=".6"') },
  'a pattern': {
    content: `<pattern id="a" width="16" height="16" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" fill="#c00"/></pattern><rect width="96" height="64" fill="url(#a)"/>`,
  },
  'lines of every style': {
    content: `<g fill="none" stroke="#063" stroke-width="7"><path d="M8 8h60l-40 40" stroke-linejoin="round"/>
      <path d="M20 56c20-30 40 10 70-40" stroke-dasharray="12 6" stroke-linecap="round"/></g>`,
  },
  'fill rules': {
    content: '<path fill-rule="evenodd" d="M8 8h80v48h-80z M24 16h48v32h-48z" fill="#408"/>',
  },
  'styles by class': {
    content: `<style>.a{fill:#c0c} g > .b{fill:#0aa;opacity:.5}</style><g><rect class="a" width="60" height="64"/>
      <rect class="b" x="40" width="56" height="64"/></g>`,
  },
  'the current color': { content: '<g color="#84a" fill="currentColor"><rect width="60" height="50"/></g>' },
};

const groups: Readonly<Record<string, Drawing>> = {
  transforms: {
    content: `<g transform="translate(48 32) rotate(30) scale(.7) skewX(20)"><rect x="-30" y="-20" width="60"
      height="40" fill="#a40"/></g>`,
  },
  'reused parts': {
    content: `<defs><symbol id="a" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#08c"/></symbol></defs>
      <use xlink:href="#a" width="40" height="40"/><use href="#a" x="40" y="20" width="40" height="40"/>`,
  },
  'a clip': {
    content: `<clipPath id="a"><circle cx="48" cy="32" r="28"/></clipPath><g clip-path="url(#a)">${shapes}</g>`,
  },
  'a mask': {
    content: `<mask id="a"><rect width="96" height="32" fill="#fff"/><rect y="32" width="96" height="32" fill="#555"/>
      </mask><g mask="url(#a)">${shapes}</g>`,
  },
  'a half-transparent group': { content: `<g opacity=".5">${shapes}</g>` },
  'a shadow': {
    content: `<filter id="a"><feGaussianBlur stdDeviation="3"/></filter><g filter="url(#a)">${shapes}</g>`,
  },
  'blended colors': {
    content: `<rect width="96" height="64" fill="#fc8"/><g style="mix-blend-mode:multiply">${shapes}</g>`,
  },
  'an embedded picture': {
    content: `<image width="64" height="64" xlink:href="data:image/png;base64,${dots}"/>`,
  },
  'a choice by language': {
    content: `<switch><rect systemLanguage="xx" width="96" height="64" fill="#f00"/>
      <rect width="96" height="64" fill="#0a0"/></switch>`,
  },
  'a marker': {
    content: `<marker id="a" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2"/></marker>
      <path d="M12 12L80 12L80 52" fill="none" stroke="#00a" stroke-width="6" marker-mid="url(#a)" marker-end="url(#a)"/>`,
  },
};

/** Drawings with different sizes, paints, and structures. */
export const svgVariants: readonly Variant[] = Object.entries({ ...sizes, ...paints, ...groups }).map(
  ([name, drawing]) => variant(name, drawing),
);
