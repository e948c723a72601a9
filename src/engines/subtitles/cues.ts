import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/** The text styles that the subtitle formats have in common. */
export interface CueStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly struck?: boolean;
  /** The color: red, green, and blue as six lowercase hexadecimal digits. */
  readonly color?: string | undefined;
}

/** Text in a single style. */
export interface CueRun {
  readonly text: string;
  readonly style: CueStyle;
}

/** A text that is shown for some time in a video. */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  /** The text, without blank lines, which would end it in most formats. */
  readonly runs: readonly CueRun[];
  /** The position on the screen, numbered like a numeric keypad: 8 is at the top. Undefined for the bottom center. */
  readonly place?: number | undefined;
  readonly speaker?: string | undefined;
}

/** Collects the styled runs of a text, and removes blank lines. */
export class Runs {
  readonly #runs: { text: string; readonly style: CueStyle }[] = [];
  #endsLine = true;

  add(text: string, style: CueStyle): void {
    const lines = text.split('\n');
    const isKept = (line: string, at: number): boolean =>
      line.trim() !== '' || at === lines.length - 1 || (at === 0 && !this.#endsLine);
    const added = lines.filter(isKept).join('\n');
    if (added === '') return;
    this.#endsLine = added.endsWith('\n');
    this.#runs.push({ text: added, style });
  }

  /** Returns all runs, without white space at the end of the text. */
  end(): readonly CueRun[] {
    for (let last = this.#runs.at(-1); last; last = this.#runs.at(-1)) {
      last.text = last.text.trimEnd();
      if (last.text !== '') break;
      this.#runs.pop();
    }
    return this.#runs;
  }
}

/** A time in a subtitle file. Some programs omit leading zeros, hours, and a fraction of zero. */
const time = /^(?:(\d{1,5}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** Parses a time, in milliseconds. Returns `undefined` for anything else, including negative times. */
function timeOf(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = time.exec(text) ?? [];
  if (seconds === '') return undefined;
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  );
}

/**
 * Parses the start and end time of a cue.
 * @throws ConversionError with the line number, counted from 0, if they are invalid
 */
export function timesOf(
  format: string,
  line: number,
  [start = '', end = '']: readonly string[],
): Pick<Cue, 'startMs' | 'endMs'> {
  const [startMs, endMs] = [timeOf(start.trim()), timeOf(end.trim())];
  if (startMs !== undefined && endMs !== undefined && startMs <= endMs) return { startMs, endMs };
  throw new ConversionError(fault('subtitles.times', format, line + 1));
}

/** Formats a time as `01:02:03`, followed by the separator and the fraction of the second. */
export function timeText(ms: number, separator: string, digits: 2 | 3): string {
  const unit = 10 ** digits;
  const units = Math.round((ms * unit) / 1000);
  const parts = [units / unit / 3600, (units / unit / 60) % 60, (units / unit) % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}${separator}${String(units % unit).padStart(digits, '0')}`;
}

/** A line with the times of a cue, such as `00:00:01,000 --> 00:00:02,000`, and the lines after it. */
interface TimedBlock {
  readonly times: Pick<Cue, 'startMs' | 'endMs'>;
  readonly settings: string;
  readonly lines: readonly string[];
}

/** Splits a file into cues, for formats with a line of times before each text. */
export function timedBlocks(
  format: string,
  lines: readonly string[],
  timed: RegExp,
  textOf: (lines: readonly string[]) => readonly string[],
): TimedBlock[] {
  const starts = lines.flatMap((line, at) => (timed.test(line) ? [at] : []));
  return starts.map((at, index) => {
    const [start = '', rest = ''] = (lines[at] ?? '').split('-->');
    const [end = '', ...settings] = rest.trim().split(/\s+/);
    return {
      times: timesOf(format, at, [start, end]),
      settings: settings.join(' '),
      lines: textOf(lines.slice(at + 1, starts[index + 1])),
    };
  });
}

/** The style elements of SubRip and WebVTT; WebVTT has no `s`. */
const elements = { b: 'bold', i: 'italic', u: 'underline', s: 'struck' } as const;

/** A piece of tagged text: plain text, or a start or end tag. */
interface Part {
  readonly text: string;
  readonly name?: string;
  readonly isEnd?: boolean;
  /** The part of a start tag after the element's name. */
  readonly rest?: string;
}

/** Splits a text into plain text and tags, in order. */
function* partsOf(text: string): Generator<Part> {
  const tag = /<(\/?)([^<>]*)>/g;
  let end = 0;
  for (const found of text.matchAll(tag)) {
    const [whole, slash = '', content = ''] = found;
    const [name = ''] = content.split(/\s/, 1);
    if (found.index > end) yield { text: text.slice(end, found.index) };
    yield { text: whole, name: name.toLowerCase(), isEnd: slash !== '', rest: content.slice(name.length) };
    end = found.index + whole.length;
  }
  if (end < text.length) yield { text: text.slice(end) };
}

/** The parts of tag parsing that depend on the subtitle format. */
export interface TagReader {
  /** Returns the color that a start tag sets, from the element's name and the rest of the tag. */
  readonly colorOf: (name: string, rest: string) => string | undefined;
  /** The name of the element that sets colors. */
  readonly coloring: string;
  /** Adds text outside of tags, and unknown tags. */
  readonly add: (runs: Runs, text: string, style: CueStyle, isTag: boolean) => void;
}

/** Parses text with tags such as `<i>`, which may overlap and may be unclosed. */
export function readTags(text: string, { colorOf, coloring, add }: TagReader): Runs {
  const runs = new Runs();
  const open = new Map(Object.keys(elements).map((tag) => [tag, 0]));
  const colors: (string | undefined)[] = [];
  for (const { text: part, name = '', isEnd, rest = '' } of partsOf(text)) {
    const [element = ''] = name.split('.');
    const count = open.get(element);
    if (isEnd !== undefined && count !== undefined) {
      open.set(element, Math.max(0, count + (isEnd ? -1 : 1)));
    } else if (isEnd !== undefined && element === coloring) {
      if (isEnd) colors.pop();
      else colors.push(colorOf(name, rest) ?? colors.at(-1));
    } else {
      const style = { ...styleOf(open), color: colors.at(-1) };
      add(runs, part, style, isEnd !== undefined);
    }
  }
  return runs;
}

function styleOf(open: ReadonlyMap<string, number>): CueStyle {
  return Object.fromEntries(
    Object.entries(elements).flatMap(([tag, name]) => ((open.get(tag) ?? 0) > 0 ? [[name, true]] : [])),
  );
}

/** Encloses text in the tags for its style. */
export function withTags(text: string, style: CueStyle, tags: readonly (keyof typeof elements)[]): string {
  return tags
    .filter((tag) => style[elements[tag]] === true)
    .reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text);
}
