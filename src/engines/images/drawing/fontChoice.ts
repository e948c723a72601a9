import type { CustomFontsOptions } from '@resvg/resvg-wasm';
import { readFile } from 'node:fs/promises';
import { genericFamilies, withInstalledFamilies } from './fontFamilies.ts';
import { type FontFile, systemFonts } from './systemFonts.ts';

const maxBytes = 128 * 1024 * 1024;

/** The fonts of the system that a drawing needs: those that it names, the generic ones, and any for what is left. */
export async function chooseFonts(source: string): Promise<{ svg: string; font: CustomFontsOptions }> {
  const fonts = await systemFonts();
  const installed = new Set(fonts.flatMap(({ families }) => families));
  const generic = genericFamilies(installed);
  const svg = withInstalledFamilies(source, installed, generic);
  const wanted = new Set([
    ...Object.values(generic),
    ...[...installed].filter((family) => family !== '' && svg.includes(family)),
  ]);
  const named = fonts.filter(({ families }) => families.some((family) => wanted.has(family)));
  const chosen = [...named, ...(await fontsOfOthers(svg, named, fonts))];
  const fontBuffers: Buffer[] = [];
  let bytes = 0;
  for (const file of chosen) {
    bytes += file.bytes;
    if (bytes > maxBytes) break;
    fontBuffers.push(await readFile(file.path));
  }
  return { svg, font: { fontBuffers, ...(generic.serif && { defaultFontFamily: generic.serif }) } };
}

/** Fonts for the characters that the named ones lack, each time the one that draws most of them. */
async function fontsOfOthers(
  svg: string,
  named: readonly FontFile[],
  fonts: readonly FontFile[],
): Promise<FontFile[]> {
  let missing = charactersIn(svg);
  for (const font of named) missing = without(missing, await font.drawn(missing));
  const plainFirst = fonts.toSorted((a, b) => Number(isStyled(a)) - Number(isStyled(b)));
  const chosen: FontFile[] = [];
  while (missing.length > 0) {
    let best: { font?: FontFile; drawn: readonly number[] } = { drawn: [] };
    for (const font of plainFirst) {
      const drawn = await font.drawn(missing);
      if (drawn.length > best.drawn.length) best = { font, drawn };
    }
    if (best.font === undefined) break;
    chosen.push(best.font);
    missing = without(missing, best.drawn);
  }
  return chosen;
}

/** Bold, slanted and the like, by the names that files have. */
function isStyled({ path }: FontFile): boolean {
  return /bold|italic|oblique|light|thin|black|condensed|narrow/i.test(path);
}

/** The characters of the text beyond ASCII, which a file may also write as numbers. */
function charactersIn(svg: string): number[] {
  const references = [...svg.matchAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi)].map(([, hex, decimal]) =>
    hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
  );
  const plain = [...new Set(svg)].map((character) => character.codePointAt(0) ?? 0);
  return [...new Set([...plain, ...references])].filter((each) => each > 0x7f);
}

function without(all: readonly number[], some: readonly number[]): number[] {
  return all.filter((each) => !some.includes(each));
}
