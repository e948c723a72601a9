import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Cue, type CueRun, Runs, type CueStyle, timesOf, timeText } from './cues.ts';

/** The fields of a line, keyed by the names in its section's `Format:` line. */
type Fields = Readonly<Record<string, string>>;

interface NamedStyle {
  readonly style: CueStyle;
  readonly place: number | undefined;
}

const bottomCenter = 2;
/** The maximum number of fields. A format line with many fields would make parsing every other line slow. */
const maxFields = 50;

/** Reads Advanced SubStation Alpha, and its predecessor SSA. @throws ConversionError if it is neither */
export function readAss(lines: readonly string[]): Cue[] {
  const styles = new Map<string, NamedStyle>();
  const cues: Cue[] = [];
  let [section, names] = ['', [] as readonly string[]];
  for (const [at, line] of lines.entries()) {
    const [, header] = /^\s*\[([^\]]+)\]/.exec(line) ?? [];
    if (header !== undefined) [section, names] = [header.toLowerCase(), []];
    const [, kind = '', values = ''] = /^\s*(Format|Style|Dialogue):(.*)$/i.exec(line) ?? [];
    if (kind.toLowerCase() === 'format') names = namesIn(values);
    if (/^v4\+? styles/.test(section) && kind.toLowerCase() === 'style') {
      const fields = fieldsOf(names, values);
      styles.set(ownValue(fields, 'name') ?? '', namedStyle(fields, section.includes('+')));
    }
    if (section === 'events' && kind.toLowerCase() === 'dialogue') {
      cues.push(cueOf(fieldsOf(names, values), at, styles));
    }
  }
  if (section === '' && lines.some((line) => line.trim() !== '')) {
    throw new ConversionError(fault('subtitles.sections'));
  }
  return cues;
}

function namesIn(values: string): readonly string[] {
  return values.split(',', maxFields).map((name) => name.trim().toLowerCase());
}

/** Splits a line into fields. The last field may contain commas. */
function fieldsOf(names: readonly string[], values: string): Fields {
  const parts = values.split(',');
  return Object.fromEntries(
    names.map((name, index) => {
      const isLast = index === names.length - 1;
      return [name, isLast ? parts.slice(index).join(',') : (parts[index] ?? '').trim()];
    }),
  );
}

function namedStyle(fields: Fields, isNewer: boolean): NamedStyle {
  const isOn = (name: string): boolean => Number(ownValue(fields, name) ?? 0) !== 0;
  const alignment = Number(ownValue(fields, 'alignment') ?? bottomCenter);
  return {
    style: {
      ...(isOn('bold') ? { bold: true } : {}),
      ...(isOn('italic') ? { italic: true } : {}),
      ...(isOn('underline') ? { underline: true } : {}),
      ...(isOn('strikeout') ? { struck: true } : {}),
    },
    place: placeOf(isNewer ? alignment : newerPlace(alignment)),
  };
}

/**
 * Converts SSA's alignment numbers to ASS's. SSA numbers the bottom positions from 1, the top ones from 5, and the
 * middle ones from 9.
 */
function newerPlace(alignment: number): number {
  const rows = [0, 6, 3];
  return (alignment % 4) + (rows[Math.floor(alignment / 4)] ?? 0);
}

function placeOf(number: number): number | undefined {
  return number >= 1 && number <= 9 && number !== bottomCenter ? number : undefined;
}

function cueOf(fields: Fields, line: number, styles: ReadonlyMap<string, NamedStyle>): Cue {
  const { style = {}, place } = styles.get((ownValue(fields, 'style') ?? '').replace(/^\*/, '')) ?? {};
  const text = (ownValue(fields, 'text') ?? '').replaceAll('\\N', '\n').replaceAll('\\n', ' ');
  const runs = new Runs();
  for (const run of overridden(text, style)) {
    runs.add(run.text.replaceAll('\\h', '\u00a0').replaceAll(/\\([}\u2060])/g, unescaped), run.style);
  }
  return {
    ...timesOf('ASS', line, [ownValue(fields, 'start') ?? '', ownValue(fields, 'end') ?? '']),
    runs: runs.end(),
    place: positionIn(text) ?? place,
    speaker: ownValue(fields, 'name') || undefined,
  };
}

const unescaped = (_: string, character: string): string => (character === '\u2060' ? '\\' : character);

/** An escaped brace, or text in braces: overrides or a comment. */
const block = /\\\{|\{([^{}]*)\}/;

/** Returns the position that an override such as `{\an8}` sets for the whole text. */
export function positionIn(text: string, blocks = block): number | undefined {
  const places = text
    .split(blocks)
    .map((part, index) => (index % 2 === 0 ? null : /^(?:.*\\)?an([1-9])/.exec(part ?? '')));
  return placeOf(Number(places.find((found) => found !== null)?.[1]));
}

/**
 * Parses text with overrides such as `{\i1}` into styled runs, without drawings.
 * @param blocks the pattern of overrides; its group matches the text inside the braces
 */
export function* overridden(text: string, initial: CueStyle, blocks = block): Generator<CueRun> {
  let [style, isDrawing] = [initial, false];
  // The split result alternates between text and overrides.
  for (const [index, part = '{'] of text.split(blocks).entries()) {
    if (index % 2 === 0 || part === '{') {
      if (part !== '' && !isDrawing) yield { text: part, style };
      continue;
    }
    for (const tag of part.split('\\').slice(1)) {
      const found = /^(?:([biusp])(\d*)|1?(c)(&.*)?|(r).*)$/.exec(tag.trim());
      const [name = '', value = ''] = found?.slice(1).filter((each) => each !== undefined) ?? [];
      if (name === 'p') isDrawing = Number(value) > 0;
      style = name === 'r' ? initial : { ...style, ...changeBy(name, value, initial) };
    }
  }
}

const switches: Readonly<Record<string, 'bold' | 'italic' | 'underline' | 'struck'>> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  s: 'struck',
};

function changeBy(name: string, value: string, initial: CueStyle): CueStyle {
  const property = ownValue(switches, name);
  if (property !== undefined) {
    return { [property]: value === '' ? (initial[property] ?? false) : Number(value) !== 0 };
  }
  if (name !== 'c') return {};
  const [, digits] = /^&H([\da-f]{1,8})&?$/i.exec(value) ?? [];
  return { color: digits === undefined ? initial.color : reversed(digits.padStart(6, '0').slice(-6)) };
}

/** Converts a color from blue-green-red to red-green-blue. */
function reversed(color: string): string {
  return [color.slice(4), color.slice(2, 4), color.slice(0, 2)].join('').toLowerCase();
}

const styleFields = {
  Name: 'Default',
  Fontname: 'Arial',
  Fontsize: '16',
  PrimaryColour: '&Hffffff',
  SecondaryColour: '&Hffffff',
  OutlineColour: '&H0',
  BackColour: '&H0',
  Bold: '0',
  Italic: '0',
  Underline: '0',
  StrikeOut: '0',
  ScaleX: '100',
  ScaleY: '100',
  Spacing: '0',
  Angle: '0',
  BorderStyle: '1',
  Outline: '1',
  Shadow: '0',
  Alignment: '2',
  MarginL: '10',
  MarginR: '10',
  MarginV: '10',
  Encoding: '1',
};

export function writeAss(cues: readonly Cue[]): string {
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    'PlayResX: 384',
    'PlayResY: 288',
    'ScaledBorderAndShadow: yes',
    '',
    '[V4+ Styles]',
    `Format: ${Object.keys(styleFields).join(', ')}`,
    `Style: ${Object.values(styleFields).join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...cues.map(dialogue),
    '',
  ].join('\n');
}

function dialogue({ startMs, endMs, runs, place, speaker = '' }: Cue): string {
  const times = [startMs, endMs].map((ms) => timeText(ms, '.', 2).replace(/^0(?=\d:)/, ''));
  const name = speaker.replaceAll(/[,\n]/g, ' ');
  const start = place === undefined ? '' : `{\\an${place}}`;
  return `Dialogue: 0,${times.join(',')},Default,${name},0,0,0,,${start}${runs.map(assText).join('')}`;
}

function assText({ text, style }: CueRun): string {
  const written = text
    .replaceAll(/[{}]/g, String.raw`\$&`)
    .replaceAll(/\\(?=[Nnh])/g, '\\\u2060')
    .replaceAll('\n', String.raw`\N`)
    .replaceAll('\u00a0', String.raw`\h`);
  const on = Object.entries(switches).filter(([, property]) => style[property] === true);
  const color = style.color === undefined ? '' : `\\c&H${reversed(style.color)}&`;
  if (on.length === 0 && color === '') return written;
  const [starts, ends] = ['1', '0'].map((value) => on.map(([tag]) => `\\${tag}${value}`).join(''));
  return `{${starts}${color}}${written}{${ends}${color === '' ? '' : String.raw`\c`}}`;
}
