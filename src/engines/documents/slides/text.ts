import type { Element, ElementContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { element, formulaElement } from '../tree/document.ts';
import { inlineContent, isCodeFont, type Look, type Run } from '../tree/runs.ts';
import { texOf } from '../word/officeMathReader.ts';
import type { Relations } from '../word/package.ts';
import { nested } from '../word/structure.ts';
import { attributeOf, childOf, childrenOf, elementsOf, textIn, type XmlElement } from '../xmlTree.ts';
import type { PlaceOf } from './bullets.ts';

const alignments: Readonly<Record<string, string>> = {
  ctr: 'center',
  r: 'right',
  just: 'justify',
  dist: 'justify',
};

/** Reads the text of a slide, in which links lead to the targets of relationships. */
export class SlideText {
  readonly #relations: Relations;

  constructor(relations: Relations) {
    this.#relations = relations;
  }

  /** Returns the paragraphs and lists in a text body. */
  blocks(body: XmlElement | undefined, placeOf: PlaceOf): ElementContent[] {
    return nested(
      childrenOf(body, 'a:p').map((paragraph) => {
        const content = inlineContent(this.#runs(paragraph));
        if (content.length === 0) return { node: undefined };
        const place = placeOf(paragraph);
        const align = place.mark === undefined ? alignmentOf(paragraph) : undefined;
        return { node: element('p', { align }, content), ...place };
      }),
    );
  }

  /** Returns the text of a title, whose paragraphs are lines. */
  title(body: XmlElement | undefined): Element | undefined {
    const paragraphs = childrenOf(body, 'a:p');
    const runs = paragraphs.flatMap((paragraph, at): Run[] => [
      ...(at === 0 ? [] : [{ content: element('br', {}), look: {} }]),
      ...this.#runs(paragraph).map(({ content, look }) => ({ content, look: { ...look, bold: false } })),
    ]);
    const content = inlineContent(runs);
    const [first] = paragraphs;
    return content.length === 0 ? undefined : element('h1', { align: first && alignmentOf(first) }, content);
  }

  #runs(parent: XmlElement): Run[] {
    return elementsOf(parent).flatMap((child): Run[] => {
      switch (child.name) {
        case 'a:r':
        case 'a:fld': {
          const text = childOf(child, 'a:t');
          const look = this.#lookOf(childOf(child, 'a:rPr'));
          return text === undefined ? [] : [{ content: textIn(text).replaceAll('\v', '\n'), look }];
        }
        case 'a:br':
          return [{ content: element('br', {}), look: {} }];
        case 'm:oMath':
          return [{ content: formulaElement({ tex: texOf(child, false), isBlock: false }), look: {} }];
        case 'a14:m':
        case 'm:oMathPara':
          return this.#runs(child);
        default:
          return [];
      }
    });
  }

  #lookOf(properties: XmlElement | undefined): Look {
    const isOn = (name: string): boolean => /^(?:1|true)$/.test(attributeOf(properties, name) ?? '');
    const raised = Number.parseInt(attributeOf(properties, 'baseline') ?? '0', 10);
    const relation = attributeOf(childOf(properties, 'a:hlinkClick'), 'r:id');
    const target = this.#relations.get(relation ?? '');
    const link = target?.isExternal === true ? target.target : undefined;
    return {
      link,
      bold: isOn('b'),
      italic: isOn('i'),
      underline: link === undefined && (attributeOf(properties, 'u') ?? 'none') !== 'none',
      strikethrough: (attributeOf(properties, 'strike') ?? 'noStrike') !== 'noStrike',
      subscript: raised < 0,
      superscript: raised > 0,
      code: isCodeFont(attributeOf(childOf(properties, 'a:latin'), 'typeface')),
    };
  }
}

function alignmentOf(paragraph: XmlElement): string | undefined {
  return ownValue(alignments, attributeOf(childOf(paragraph, 'a:pPr'), 'algn') ?? '');
}
