import { blockQuote, list } from 'micromark-core-commonmark';
import { defList } from 'micromark-extension-definition-list';
import { EditMap } from 'micromark-util-edit-map';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
// micromark doesn't export these parts.
import { resolver, string, text } from '../../../../node_modules/micromark/lib/initialize/text.js';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';

const codes = { exclamation: 33, colon: 58, greaterThan: 62, opening: 91, closing: 93 } as const;

// The original copies all events for each heading and each list, but only those after the first edit change.
EditMap.prototype.consume = function (events) {
  const edits = this.map.toSorted(([one], [other]) => one - other);
  const [first] = edits;
  if (first === undefined) return;
  const [start] = first;
  const tail = events.splice(start);
  let at = 0;
  for (const [index, removed, added] of edits) {
    const kept = tail.slice(at, index - start);
    for (const event of [...kept, ...added]) events.push(event);
    at = index - start + removed;
  }
  for (const event of tail.slice(at)) events.push(event);
  this.map.length = 0;
  this.index.clear();
};

type Events = TokenizeContext['events'];

// The originals move all later events whenever they join two pieces of text, so those are joined before.
for (const part of [resolver, string, text]) {
  const { resolveAll } = part;
  part.resolveAll = (events, context) => resolveAll?.(withJoinedText(events), context) ?? events;
}

function withJoinedText(events: Events): Events {
  let last: Events[number] | undefined;
  let kept = 0;
  for (const event of events) {
    const [kind, token] = event;
    if (kind === 'enter' && token.type === 'data' && last?.[1].type === 'data') last[1].end = token.end;
    else if (token.type !== 'data' || kind === 'enter' || last?.[1] === token) {
      events[kept] = event;
      kept += 1;
      last = event;
    }
  }
  events.length = kept;
  return events;
}

/** The most quotes, lists, and definitions around a line. VS Code's preview shows as many. */
const maxContainers = 100;

/**
 * Quotes, lists, and definitions as usual, but an error if they are nested too deeply, since the parser's time grows
 * with the square of the depth. An extension can only be used once.
 */
export function boundedContainers(markdown: string): Extension {
  let line = 0;
  let depth = 0;
  let tried = { offset: -1, depth: 0 };
  const bounded = (tokenize: Tokenizer, isNew: boolean): Tokenizer =>
    function (effects, ok, nok) {
      const now = this.now();
      if (now.line !== line) depth = 0;
      line = now.line;
      // A new container is tried twice in the same place.
      const before: number = isNew && now.offset === tried.offset ? tried.depth : depth;
      if (isNew) tried = { offset: now.offset, depth: before };
      if (before >= maxContainers) throw new ConversionError(fault('document.depth'));
      const counted: State = (code) => {
        depth = before + 1;
        return ok(code);
      };
      return tokenize.call(this, effects, counted, nok);
    };
  const container = (construct: Construct): Construct => ({
    ...construct,
    tokenize: bounded(construct.tokenize, true),
    ...(construct.continuation === undefined
      ? {}
      : {
          continuation: {
            ...construct.continuation,
            tokenize: bounded(construct.continuation.tokenize, false),
          },
        }),
  });
  const boundedList = container(list);
  const definition = hasFewDefinitions(markdown) ? [defList.document?.[codes.colon]].flat() : [];
  return {
    document: {
      ...Object.fromEntries(Array.from('*+-0123456789', (sign) => [sign.charCodeAt(0), boundedList])),
      [codes.greaterThan]: container(blockQuote),
      [codes.colon]: definition.filter((each) => each !== undefined).map(container),
    },
  };
}

/** The most signs of formatting in a paragraph, since the parser compares each with all before it. */
const maxSigns = 2000;
/** The most characters between brackets in a document, since the parser looks for each such text among the addresses. */
const maxBracketed = 20_000_000;

/** Limits the signs of formatting, and brackets in each other. Signs beyond the limits are text. */
export function boundedSigns(): Extension {
  const counts = new WeakMap<TokenizeContext, number>();
  const brackets = new WeakMap<TokenizeContext, number[]>();
  let left = maxBracketed;
  const isBeyond = (context: TokenizeContext, code: Code): boolean => {
    if (code !== codes.opening && code !== codes.closing) {
      const count = (counts.get(context) ?? 0) + 1;
      counts.set(context, count);
      return count > maxSigns;
    }
    const open = brackets.get(context) ?? [];
    brackets.set(context, open);
    const { offset } = context.now();
    if (code === codes.opening) open.push(offset);
    else left -= offset - (open.pop() ?? offset);
    return left < 0;
  };
  const sign: Construct = {
    name: 'boundedSign',
    tokenize(effects, ok, nok) {
      return (code) => {
        if (!isBeyond(this, code)) return nok(code);
        effects.enter('data');
        effects.consume(code);
        effects.exit('data');
        return ok;
      };
    },
  };
  const image: Construct = {
    name: 'boundedImage',
    tokenize(effects, _, nok) {
      const bracket: State = (code) => {
        if (code === codes.opening) isBeyond(this, code);
        return nok(code);
      };
      return (code) => {
        effects.enter('data');
        effects.consume(code);
        effects.exit('data');
        return bracket;
      };
    },
  };
  const signs = Array.from('*_~[]', (each) => [each.charCodeAt(0), sign]);
  return { text: { ...Object.fromEntries(signs), [codes.exclamation]: image } };
}

/** The most definitions times lines, since the parser moves everything behind a definition. */
const maxMoves = 50_000_000;

/** False if definitions would take too long, so that they are text. */
function hasFewDefinitions(markdown: string): boolean {
  const lines = markdown.split(lineEnd);
  const definitions = lines.filter((line) => line.replace(containers, '').startsWith(':'));
  return definitions.length * lines.length <= maxMoves;
}

const lineEnd = /\r\n?|\n/;
const containers = /^(?:[ \t]|>|[-+*_]|\d{1,9}[.)])*/;
const maxSteps = 20_000_000;

/**
 * Checks the beginnings of all lines. The parser looks for a rule, such as `- - -`, behind the sign of each item, and
 * reads a paragraph again for each of its lines that continues a quote or an item without a sign or an indentation.
 * @throws ConversionError if that would take too long
 */
export function checkContainers(markdown: string): void {
  let left = maxSteps;
  let continued = 0;
  let isContained = false;
  for (const line of markdown.split(lineEnd)) {
    const [start] = containers.exec(line) ?? [''];
    const signs = start.match(/>|[-+*.)](?=[ \t]|$)/g)?.length ?? 0;
    isContained = signs > 0 || (isContained && line.trim() !== '');
    continued = isContained && start === '' ? continued + 1 : 0;
    left -= signs * start.length + continued / 4;
    if (left < 0) throw new ConversionError(fault('document.depth'));
  }
}
