import { Runs, type CueStyle } from './cues.ts';

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
