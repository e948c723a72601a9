import { decodeHTML } from 'entities';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Cue, type CueRun, readTags, type TagReader, timedBlocks, timeText, withTags } from './cues.ts';

/** The colors for which every player has a class (WebVTT, 5.1). */
const colorClasses: Readonly<Record<string, string>> = {
  white: 'ffffff',
  lime: '00ff00',
  cyan: '00ffff',
  red: 'ff0000',
  yellow: 'ffff00',
  magenta: 'ff00ff',
  blue: '0000ff',
  black: '000000',
};
const classesByColor = new Map(Object.entries(colorClasses).map(([name, color]) => [color, name]));
/** The reading of a word, which players show above it. No other format has readings. */
const reading = /<rt(?:[.\s][^<>]*)?>([^<]+)(?:<\/rt>)?/g;
/** The number of text lines that fit into the height of a video. */
const shownLines = 15;

/** Reads WebVTT. @throws ConversionError if the text isn't WebVTT */
export function readVtt(lines: readonly string[]): Cue[] {
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') && lines.some((line) => line.trim() !== '')) {
    throw new ConversionError(fault('subtitles.header'));
  }
  return timedBlocks('VTT', lines, /-->/, untilBlank).map(({ times, settings, lines: textLines }) => {
    const text = textLines.join('\n').replaceAll(reading, '($1)');
    const [, voice = ''] = /^\s*<v([^<>\n]*)>/.exec(text) ?? [];
    const speaker = decodeHTML(voice.replace(/^\S*/, '')).trim();
    return {
      ...times,
      runs: readTags(text, webVtt).end(),
      place: placeOf(settings),
      speaker: speaker === '' ? undefined : speaker,
    };
  });
}

function untilBlank(lines: readonly string[]): readonly string[] {
  const end = lines.indexOf('');
  return end === -1 ? lines : lines.slice(0, end);
}

const webVtt: TagReader = {
  coloring: 'c',
  colorOf: (name) =>
    name
      .split('.')
      .map((each) => ownValue(colorClasses, each))
      .findLast((color) => color !== undefined),
  add: (runs, text, style, isTag) => {
    if (!isTag) runs.add(decodeHTML(text), style);
  },
};

function placeOf(settings: string): number | undefined {
  const [, line = '', percent = ''] = /(?:^| )line:(-?\d+(?:\.\d+)?)(%?)/.exec(settings) ?? [];
  const height = percent === '' ? Number(line) / shownLines : Number(line) / 100;
  // A negative line number counts from the bottom.
  const row = line === '' || height < 0 || height > 2 / 3 ? 0 : height < 1 / 3 ? 2 : 1;
  const [, align = ''] = /(?:^| )align:(start|left|end|right)/.exec(settings) ?? [];
  const column = align === 'start' || align === 'left' ? 1 : align === '' ? 2 : 3;
  const place = row * 3 + column;
  return place === 2 ? undefined : place;
}

export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, runs, place, speaker }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speaker)}>`;
    const times = `${timeText(startMs, '.', 3)} --> ${timeText(endMs, '.', 3)}`;
    return `${times}${settingsOf(place)}\n${voice}${runs.map(webVttText).join('')}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function settingsOf(place = 2): string {
  const lines = ['', ' line:50%', ' line:0'];
  const columns = [' align:start', '', ' align:end'];
  return `${lines[Math.floor((place - 1) / 3)] ?? ''}${columns[(place - 1) % 3] ?? ''}`;
}

/** Escapes text for WebVTT. Quotation marks aren't escaped, because some players don't decode them. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function webVttText({ text, style }: CueRun): string {
  const written = withTags(escaped(text), style, ['b', 'i', 'u']);
  const color = classesByColor.get(style.color ?? '');
  return color === undefined ? written : `<c.${color}>${written}</c>`;
}
