import type { Element } from 'hast';
import { xmlText } from '../xmlTree.ts';

/** A piece of a list, or a block in it that OpenDocument only allows outside of lists. */
export interface ListPiece {
  readonly xml: string;
  readonly isLifted: boolean;
}

/** True for a block that lists can't contain. */
export function holdsTable(block: Element): boolean {
  return (
    block.tagName === 'table' || block.children.some((each) => each.type === 'element' && holdsTable(each))
  );
}

/** Wraps what is between lifted blocks. `isNext` is true for all but the first wrapped piece. */
export function wrapped(
  pieces: readonly ListPiece[],
  wrap: (xml: string, isNext: boolean) => string,
): ListPiece[] {
  const result: ListPiece[] = [];
  let open = '';
  let isNext = false;
  const end = (): void => {
    if (open !== '') {
      result.push({ xml: wrap(open, isNext), isLifted: false });
      isNext = true;
    }
    open = '';
  };
  for (const piece of pieces) {
    if (!piece.isLifted) open += piece.xml;
    else {
      end();
      result.push(piece);
    }
  }
  end();
  return result;
}

/** Writes pieces, with what is between lifted blocks wrapped. */
export function joined(pieces: readonly ListPiece[], wrap: (xml: string, isNext: boolean) => string): string {
  return wrapped(pieces, wrap)
    .map(({ xml }) => xml)
    .join('');
}

/** Writes text. In code, white space is kept. */
export function textXml(text: string, isCode: boolean): string {
  const written = xmlText(text);
  if (!isCode) return written;
  return written
    .replaceAll(/^ | {2,}/gm, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll(/\r\n?|\n/g, '<text:line-break/>');
}
