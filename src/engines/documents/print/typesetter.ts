import path from 'node:path';
import type { TFontDictionary } from 'pdfmake/interfaces.js';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import {
  codeFamily,
  embeddableFonts,
  emojiFamily,
  fallbackFamily,
  familyOf,
  type FontFile,
  type FontStyle,
  headingFamily,
  textFamily,
  Typeface,
} from './typeface.ts';
import { installedFonts } from '../../lib/installedFonts.ts';

/** A piece of text in one font. */
interface FontRun {
  readonly text: string;
  readonly font: string;
  readonly bold: boolean;
  readonly italics: boolean;
}

interface Look {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly code?: boolean | undefined;
  readonly heading?: boolean | undefined;
}

/** Control characters, and characters that set the direction or line breaks of text. They aren't drawn. */
const invisible =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Characters that a font may lack: they break lines, join characters, or choose between two forms. */
const dispensable = /^(?:[\n\t\u200c]|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])$/u;
const emojiFirst = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;
const accented = /\P{M}\p{M}+/gu;
/** Unicode's mathematical letters and digits, which differ from plain ones only in their style. */
const mathLetter = /[\u{1d400}-\u{1d7ff}]/gu;
const maxShown = 5;

/** Chooses a font for each piece of text: a bundled one if it has the characters, or else an installed one. */
export class Typesetter {
  readonly #text = new Typeface('text', textFamily);
  readonly #heading = new Typeface('heading', headingFamily);
  readonly #code = new Typeface('code', codeFamily);
  readonly #fallback = new Typeface('fallback', fallbackFamily);
  readonly #emoji = new Typeface('emoji', emojiFamily);
  readonly #clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  readonly #ofSystem: Typeface[] = [];
  #more: Iterator<FontFile> | undefined;

  /** @throws ConversionError `conversion.unsupported_script` */
  runs(
    text: string,
    { bold = false, italic: italics = false, code = false, heading = false }: Look = {},
  ): FontRun[] {
    const visible = text
      .toWellFormed()
      .replaceAll(invisible, '')
      .replaceAll(/\r\n?/g, '\n')
      // PDF readers extract a letter and its accent as separate characters unless they are combined.
      .replaceAll(accented, (cluster) => cluster.normalize());
    const style = styleOf(bold, italics);
    const first = code ? this.#code : heading ? this.#heading : this.#text;
    if (!emojiFirst.test(visible) && settable(visible, first, style) === visible) {
      return visible === '' ? [] : [{ text: visible, font: first.name, bold, italics }];
    }
    return this.#mixed(visible, first, { bold, italics });
  }

  /** Returns the width of a text, in ems. @throws ConversionError `conversion.unsupported_script` */
  widthOf(text: string, look: Look): number {
    let width = 0;
    for (const { text: part, font, bold, italics } of this.runs(text, look)) {
      width += this.#face(font)?.widthOf(part, styleOf(bold, italics)) ?? 0;
    }
    return width;
  }

  /** The font of body text, which determines the line height. */
  get text(): Typeface {
    return this.#text;
  }

  get code(): Typeface {
    return this.#code;
  }

  #face(font: string): Typeface | undefined {
    return this.#faces.find(({ name }) => name === font);
  }

  get #faces(): readonly Typeface[] {
    return [this.#text, this.#heading, this.#code, this.#fallback, this.#emoji, ...this.#ofSystem];
  }

  /** Returns all fonts in pdfmake's format. */
  fonts(): TFontDictionary {
    return Object.fromEntries(
      this.#faces.map(({ name, files }) => [
        name,
        Object.fromEntries(
          Object.entries(files).map(([style, { path, postscriptName }]) => [
            style,
            postscriptName === undefined ? path : [path, postscriptName],
          ]),
        ),
      ]),
    );
  }

  #mixed(text: string, first: Typeface, look: { bold: boolean; italics: boolean }): FontRun[] {
    const runs: FontRun[] = [];
    const missing = new Set<string>();
    for (const { segment } of this.#clusters.segment(text)) {
      const last = runs.at(-1);
      const lastFace = last && last.font !== this.#emoji.name ? this.#face(last.font) : undefined;
      // A space doesn't end a run, because pdfmake takes a long time for many of them. Emoji fonts have wide spaces.
      if (segment === ' ' && last !== undefined && lastFace?.draws('normal', 0x20) === true) {
        runs[runs.length - 1] = { ...last, text: `${last.text} ` };
        continue;
      }
      const run = this.#runOf(segment, first, look) ?? this.#runOf(equivalentOf(segment), first, look);
      if (run === undefined) missing.add(segment);
      else if (last && last.font === run.font && last.bold === run.bold && last.italics === run.italics) {
        runs[runs.length - 1] = { ...last, text: last.text + run.text };
      } else runs.push(run);
    }
    if (missing.size > 0) {
      const shown = [...missing].slice(0, maxShown).join(' ');
      const more = missing.size > maxShown ? ' …' : '';
      throw new ConversionError(fault('script.noFont', `${shown}${more}`));
    }
    return runs;
  }

  #runOf(cluster: string, first: Typeface, look: { bold: boolean; italics: boolean }): FontRun | undefined {
    const { bold, italics } = look;
    const plain = (face: Typeface): FontRun | undefined => {
      const text = settable(cluster, face, 'normal');
      return text === undefined ? undefined : { text, font: face.name, bold: false, italics: false };
    };
    const styled = (face: Typeface): FontRun | undefined => {
      const text = settable(cluster, face, styleOf(bold, italics));
      return text === undefined ? undefined : { text, font: face.name, bold, italics };
    };
    const asEmoji = emojiFirst.test(cluster) ? plain(this.#emoji) : undefined;
    return (
      asEmoji ??
      styled(first) ??
      styled(this.#text) ??
      styled(this.#fallback) ??
      plain(this.#fallback) ??
      plain(this.#emoji) ??
      this.#firstOfSystem(plain)
    );
  }

  #firstOfSystem(set: (face: Typeface) => FontRun | undefined): FontRun | undefined {
    for (const face of this.#systemFaces()) {
      const run = set(face);
      if (run !== undefined) return run;
    }
    return undefined;
  }

  /** Opens the installed fonts one by one, only as needed. */
  *#systemFaces(): Generator<Typeface> {
    yield* this.#ofSystem;
    this.#more ??= systemFonts();
    for (let next = this.#more.next(); !next.done; next = this.#more.next()) {
      const face = new Typeface(`system${this.#ofSystem.length}`, familyOf(next.value));
      this.#ofSystem.push(face);
      yield face;
    }
  }
}

function* systemFonts(): Generator<FontFile> {
  for (const filePath of systemFontPaths()) yield* embeddableFonts(filePath);
}

/**
 * Returns the text without optional characters that the font lacks, or `undefined` if the font lacks any other
 * character.
 */
function settable(text: string, face: Typeface, style: FontStyle): string | undefined {
  let set = '';
  for (const each of text) {
    if (face.draws(style, each.codePointAt(0) ?? 0) || each === '\n' || each === '\t') set += each;
    else if (!dispensable.test(each)) return undefined;
  }
  return set;
}

/** Returns the characters that Unicode defines as equivalent, and plain letters for mathematical ones. */
function equivalentOf(text: string): string {
  return text.normalize().replaceAll(mathLetter, (letter) => letter.normalize('NFKC'));
}

function styleOf(bold: boolean, italics: boolean): FontStyle {
  if (bold) return italics ? 'bolditalics' : 'bold';
  return italics ? 'italics' : 'normal';
}

/** File names of fonts with many characters, the best fonts first. */
const systemFontNames: readonly RegExp[] = [
  /^(?:NotoSansCJK-Regular\.ttc|NotoSansCJK(?:sc|jp|tc|kr)-Regular\.otf|SourceHanSans(?:SC|CN)?-Regular\.(?:ttc|otf))$/,
  /^(?:Hiragino Sans GB|PingFang|AppleSDGothicNeo)\.ttc$/,
  /^(?:msyh|YuGothR|YuGothM|msjh|simsun|msgothic)\.ttc$|^malgun\.ttf$/,
  /^wqy-(?:microhei|zenhei)\.ttc$/,
  /^(?:ipag|ipagp|NanumGothic|unfonts-core|UnDotum)\.(?:ttf|otf)$/,
  /^DroidSansFallback(?:Full)?\.ttf$/,
  /^Noto(?:Sans|Serif)[A-Z]\w*-Regular\.(?:ttf|otf)$/,
  /^Lohit-\w+\.ttf$/,
  /^(?:Nirmala|LeelawUI|ebrima|gadugi|seguisym|seguihis|segoeui)\.tt[cf]$/,
  /^(?:Kohinoor\w*|DevanagariMT|Thonburi|Ayuthaya|Apple Symbols|Arial Unicode)\.tt[cf]$/,
  /^(?:Symbola|FreeSans|FreeSerif|DejaVuSans|unifont)\.(?:ttf|otf)$/,
];

/** Returns the paths of installed fonts that may have characters that the bundled fonts lack, in the order to try them. */
function systemFontPaths(): string[] {
  const found = installedFonts();
  return systemFontNames.flatMap((name) => found.filter((file) => name.test(path.basename(file))).toSorted());
}
