/** The maximum size of a text, including the ellipsis that replaces its end. */
interface TextLimit {
  readonly most: number;
  /** The size of a text, which is at least its number of UTF-16 units. */
  readonly sizeOf: (text: string) => number;
}

/** The limit for a message: 300 UTF-16 units. */
export const messageLimit: TextLimit = { most: 300, sizeOf: ({ length }) => length };
/** The limit for a log entry, or a line in a terminal: 4 kB of UTF-8. */
export const lineLimit: TextLimit = { most: 4096, sizeOf: (text) => Buffer.byteLength(text) };
/** The limit for a path, which is useless if cut. No system has longer paths. */
export const pathLimit: TextLimit = { most: 32_767, sizeOf: ({ length }) => length };

const ellipsis = '…';
/** Nobody reads longer texts, so they are cut. */
const maxLinesChars = 64 * 1024;

/**
 * Reduces untrusted text to plain characters on one line, within the limit. Removes VS Code's links
 * (`[label](command:…)`), icons (`$(name)`), and invisible characters. Plain text doesn't change. The run time depends
 * on the limit, not on the text.
 */
export function plainText(text: string, { most, sizeOf }: TextLimit = messageLimit): string {
  // Characters never become shorter, so the rest of the text can't fit.
  const head = withoutMarkup(text.slice(0, most + 1));
  if (isVisible(head) && sizeOf(head) <= most) return head;
  let plain = '';
  let size = 0;
  let lengthBeforeEllipsis = 0;
  for (const character of visibleCharacters(head)) {
    size += sizeOf(character);
    if (size > most) return plain.slice(0, lengthBeforeEllipsis) + ellipsis;
    plain += character;
    // A zero-width joiner before the ellipsis would have nothing to join.
    const canEndHere = size + sizeOf(ellipsis) <= most && !/[\u200C\u200D]$/.test(character);
    if (canEndHere) lengthBeforeEllipsis = plain.length;
  }
  return plain;
}

/** Reduces a text of several lines, or an error with its stack, to plain text, line by line. */
export function plainLines(said: unknown): string {
  const text = said instanceof Error ? (said.stack ?? said.message) : String(said);
  const lines = text.slice(0, maxLinesChars).split('\n');
  return lines.map((line) => plainText(line.trimEnd(), lineLimit)).join('\n');
}

/** Changes a text so that VS Code finds neither links nor icons in it. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/([\]$])\(/g, '$1 (');
}

/**
 * Characters that are invisible or change how their neighbors are displayed: controls, direction marks, lone
 * surrogates, fillers.
 */
const hidden =
  /[\p{Control}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{FFF9}-\u{FFFB}]/u;

const joiner = /[\u200C\u200D]/;
const letterOrMark = /[\p{Letter}\p{Mark}]/u;
/** Scripts in which a joiner affects how letters are shaped. */
const joiningScript =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** Virama signs, after which a joiner can also end a word, as in Malayalam. */
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]/;

const pictograph = /\p{Extended_Pictographic}/u;
const pictographEnd = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
const keycapBase = /[0-9#*]/;
const keycap = '\u20E3';

/**
 * The flags of England, Scotland, and Wales, which contain invisible letters. Elsewhere, those letters could hide a
 * text.
 */
const spelledFlags: ReadonlySet<string> = new Set(
  ['gbeng', 'gbsct', 'gbwls'].map((letters) => `\u{1F3F4}${letters.replaceAll(/./g, tag)}\u{E007F}`),
);

/** Created on first use, because that takes 10 ms. */
let segmenter: Intl.Segmenter | undefined;

function tag(letter: string): string {
  return String.fromCodePoint(0xe0000 + letter.charCodeAt(0));
}

/** True if a text has no hidden code point. */
function isVisible(text: string): boolean {
  return !hidden.test(text);
}

/**
 * The characters of a text as users perceive them (grapheme clusters), all made visible. Hidden code points are
 * replaced by a symbol (`␊`) or their number (`‹U+202E›`). Joiners and variation selectors stay if a script or an emoji
 * needs them.
 */
export function* visibleCharacters(text: string): Generator<string> {
  let before = '';
  let end = 0;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment: cluster } of segmenter.segment(text)) {
    if (spelledFlags.has(cluster)) {
      end += cluster.length;
      before = '';
      yield cluster;
      continue;
    }
    let shown = '';
    for (const character of cluster) {
      end += character.length;
      const stays = !hidden.test(character) || isNeeded(character, before, codePointAt(text, end));
      shown += stays ? character : pictureOf(character);
      before = stays ? character : '';
    }
    yield shown;
  }
}

/** True if a hidden code point has a legitimate effect between the characters around it. */
function isNeeded(character: string, before: string, after: string): boolean {
  if (joiner.test(character)) {
    const inWord = joins(before) && (joins(after) || virama.test(before));
    const inEmoji = character === '\u200D' && pictographEnd.test(before) && pictograph.test(after);
    return inWord || inEmoji;
  }
  // Variation selectors for text and emoji presentation.
  if (/[\uFE0E\uFE0F]/.test(character)) {
    return pictograph.test(before) || (keycapBase.test(before) && after === keycap);
  }
  // Variation selectors for ideographs.
  if (/[\uFE00-\uFE02\u{E0100}-\u{E01EF}]/u.test(character)) return /\p{Ideographic}/u.test(before);
  return /[\u180B-\u180F]/.test(character) && /\p{scx=Mong}/u.test(before);
}

function joins(character: string): boolean {
  return letterOrMark.test(character) && joiningScript.test(character);
}

function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Unicode's Control Pictures are symbols for the control characters of ASCII.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

function codePointAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}
