const romans = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;
/** The highest values to write as letters and as Roman numerals, to limit their length. */
const maxLetters = 26 * 30;
const maxRoman = 32_767;
const digits = '〇一二三四五六七八九';

/** Formats a list number in one of Word's formats (ECMA-376, part 1, 17.18.59). Uses decimal numbers for rare formats. */
export function formattedNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value, 'abcdefghijklmnopqrstuvwxyz');
    case 'upperLetter':
      return letters(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    case 'russianLower':
      return letters(value, 'абвгдежзиклмнопрстуфхцчшщыэюя');
    case 'russianUpper':
      return letters(value, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ');
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'ordinal':
      return `${value}${ordinalEnding(value)}`;
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case 'decimalFullWidth':
    case 'decimalFullWidth2':
      return String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    case 'ideographDigital':
    case 'japaneseDigitalTenThousand':
    case 'taiwaneseDigital':
      return String(value).replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
      return counted(value);
    case 'aiueoFullWidth':
    case 'aiueo':
      return cyclic(
        value,
        'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
      );
    case 'irohaFullWidth':
    case 'iroha':
      return cyclic(
        value,
        'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
      );
    case 'none':
      return '';
    default:
      return String(value);
  }
}

/** After the last letter of the alphabet, letters are doubled: y, z, aa, bb. */
function letters(value: number, alphabet: string): string {
  if (value < 1 || value > maxLetters) return String(value);
  const letter = alphabet[(value - 1) % alphabet.length] ?? '';
  return letter.repeat(Math.ceil(value / alphabet.length));
}

function cyclic(value: number, signs: string): string {
  return value < 1 ? String(value) : (signs[(value - 1) % signs.length] ?? '');
}

function roman(value: number): string {
  if (value < 1 || value > maxRoman) return String(value);
  let left = value;
  let written = '';
  for (const [sign, worth] of romans) {
    written += sign.repeat(Math.floor(left / worth));
    left %= worth;
  }
  return written;
}

function ordinalEnding(value: number): string {
  const isTeen = Math.floor((value % 100) / 10) === 1;
  return (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th';
}

/** Writes a number below 100 in Chinese or Japanese, which is enough for lists: 十二, 三十. */
function counted(value: number): string {
  if (value < 1 || value > 99) return String(value);
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  return `${tens > 1 ? digits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digits[ones] : ''}`;
}
