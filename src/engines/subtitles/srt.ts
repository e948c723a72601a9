import { overridden, positionIn } from './ass.ts';
import { type Cue, type CueRun, readTags, type TagReader, timedBlocks, timeText, withTags } from './cues.ts';

const timed = /^[-\d:.,\s]+-->[-\d:.,\s]+/;

/** Reads SubRip. Like players, it supports ASS positions and formatting in SubRip. */
export function readSrt(lines: readonly string[]): Cue[] {
  return timedBlocks('SRT', lines, timed, withoutNumber).map(({ times, lines: textLines }) => {
    const text = textLines.join('\n');
    return { ...times, runs: readTags(text, subRip).end(), place: positionIn(text, override) };
  });
}

/**
 * Removes the number of the next cue from the end of a text. Blank lines don't end a text, because some files have
 * blank lines within a text.
 */
function withoutNumber(lines: readonly string[]): readonly string[] {
  return /^\s*\d+\s*$/.test(lines.at(-1) ?? '') ? lines.slice(0, -1) : lines;
}

/** An ASS override. Braces without a backslash are plain text. */
const override = /\{(\\[^{}\n]*)\}/;

const subRip: TagReader = {
  coloring: 'font',
  colorOf: (_, rest) => /\bcolor\s*=\s*["']?#?([\da-f]{6})\b/i.exec(rest)?.[1]?.toLowerCase(),
  add: (runs, text, style) => {
    for (const run of overridden(text, style, override)) runs.add(run.text, run.style);
  },
};

/** Text that a player would read as times or as a tag. Inserting an invisible character prevents that. */
const looksSpecial = /-(?=->)|<(?=\/?(?:[bius]|font)\b)|\{(?=\\)/gi;

export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, runs, place }, index) => {
      const times = `${timeText(startMs, ',', 3)} --> ${timeText(endMs, ',', 3)}`;
      const start = place === undefined ? '' : `{\\an${place}}`;
      return `${index + 1}\n${times}\n${start}${runs.map(subRipText).join('')}\n\n`;
    })
    .join('');
}

function subRipText({ text, style }: CueRun): string {
  const written = withTags(text.replaceAll(looksSpecial, '$&\u2060'), style, ['b', 'i', 'u', 's']);
  return style.color === undefined ? written : `<font color="#${style.color}">${written}</font>`;
}
