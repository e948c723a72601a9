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
export function isVisible(text: string): boolean {
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
