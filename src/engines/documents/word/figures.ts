import type { Element } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { element } from '../tree/document.ts';
import { rowOf, tableOf } from '../tree/tables.ts';
import { bulletMark } from './numbering.ts';
import { nested } from './structure.ts';
import { childOf, childrenOf, elementsBy, elementsOf, textIn, type XmlElement } from '../xmlTree.ts';
import { type RepeatCounter } from '../tree/limits.ts';

/** Texts or numbers of a chart, by position. */
type Points = ReadonlyMap<number, string>;

/** Reads a chart (ECMA-376, part 1, 21.2) as a figure with its title and a table of its values. */
export function chartFigure(root: XmlElement, count: RepeatCounter): Element | undefined {
  const chart = childOf(root, 'c:chart');
  const plots = childOf(chart, 'c:plotArea');
  const series = (plots === undefined ? [] : elementsOf(plots)).flatMap((plot) =>
    childrenOf(plot, 'c:ser').map((each) => ({
      name: pointsIn(childOf(each, 'c:tx')).get(0) ?? '',
      categories: pointsIn(childOf(each, 'c:cat') ?? childOf(each, 'c:xVal')),
      values: pointsIn(childOf(each, 'c:val') ?? childOf(each, 'c:yVal')),
    })),
  );
  const title = runsIn(childOf(chart, 'c:title', 'c:tx'))
    .join('')
    .trim();
  const positions = new Set(
    series.flatMap(({ values, categories }) => [...categories.keys(), ...values.keys()]),
  );
  count('cell', positions.size * series.length);
  const rows = [...positions]
    .toSorted((a, b) => a - b)
    .map((at) => {
      const category = series.find(({ categories }) => categories.has(at))?.categories.get(at);
      return rowOf('td', [category ?? String(at + 1), ...series.map(({ values }) => values.get(at) ?? '')]);
    });
  if (title === '' && rows.length === 0) return undefined;
  const head = rowOf('th', ['', ...series.map(({ name }) => name)]);
  return element('figure', { className: ['chart'] }, [
    ...(title === '' ? [] : [element('figcaption', {}, [title])]),
    ...(rows.length === 0 ? [] : [tableOf([head], rows)]),
  ]);
}

/** Returns the points that a chart keeps of its source, or a literal text. */
function pointsIn(source: XmlElement | undefined): Points {
  const points = new Map<number, string>();
  if (source === undefined) return points;
  const literal = childOf(source, 'c:v');
  if (literal !== undefined) return points.set(0, textIn(literal));
  const visit = (node: XmlElement): void => {
    if (node.name === 'c:pt') {
      const at = Number.parseInt(ownValue(node.attributes, 'idx') ?? '', 10);
      const value = childOf(node, 'c:v');
      // Of categories with several levels, the first is the most detailed.
      if (at >= 0 && value !== undefined && !points.has(at)) points.set(at, shortened(textIn(value)));
    } else for (const child of elementsOf(node)) visit(child);
  };
  visit(source);
  return points;
}

/** Removes the digits that binary fractions add, as in `0.30000000000000004`. */
function shortened(value: string): string {
  return /^-?\d+\.\d{15,}$/.test(value) ? String(Number(Number(value).toPrecision(15))) : value.trim();
}

/** Returns the text of the runs in a text of DrawingML. */
function runsIn(node: XmlElement | undefined): string[] {
  if (node === undefined) return [];
  if (node.name === 'a:t' || node.name === 'c:v') return [textIn(node)];
  return elementsOf(node).flatMap(runsIn);
}

/** The deepest level of a diagram's list. */
const deepestLevel = 8;

/** Reads a SmartArt diagram (ECMA-376, part 1, 21.4) as a list of its texts. */
export function diagramList(root: XmlElement): Element | undefined {
  const blocks = diagramItems(root).map(({ text, depth }) => ({
    node: element('p', {}, [text]),
    mark: bulletMark(Math.min(depth, deepestLevel)),
  }));
  return nested(blocks)[0];
}

interface DiagramItem {
  readonly text: string;
  readonly depth: number;
}

/** Returns the texts of a diagram, each before those below it. */
function diagramItems(root: XmlElement): DiagramItem[] {
  const points = elementsBy('modelId', childrenOf(childOf(root, 'dgm:ptLst'), 'dgm:pt'));
  const below = new Map<string, { readonly id: string; readonly order: number }[]>();
  for (const { attributes } of childrenOf(childOf(root, 'dgm:cxnLst'), 'dgm:cxn')) {
    if ((ownValue(attributes, 'type') ?? 'parOf') !== 'parOf') continue;
    const parent = ownValue(attributes, 'srcId') ?? '';
    const siblings = below.get(parent) ?? [];
    siblings.push({
      id: ownValue(attributes, 'destId') ?? '',
      order: Number(ownValue(attributes, 'srcOrd')) || 0,
    });
    below.set(parent, siblings);
  }
  const items: DiagramItem[] = [];
  const visited = new Set<string>();
  const add = (start: string): void => {
    const pending = [{ id: start, depth: 0 }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { id, depth } = next;
      const point = points.get(id);
      if (point === undefined || visited.has(id)) continue;
      visited.add(id);
      const texts = isContent(point)
        ? childrenOf(childOf(point, 'dgm:t'), 'a:p').map((each) => runsIn(each).join('').trim())
        : [];
      for (const text of texts) if (text !== '') items.push({ text, depth });
      const siblings = (below.get(id) ?? []).toSorted((a, b) => b.order - a.order);
      for (const sibling of siblings)
        pending.push({ id: sibling.id, depth: isContent(point) ? depth + 1 : depth });
    }
  };
  for (const [id, point] of points) if (typeOf(point) === 'doc') add(id);
  for (const [id, point] of points) if (isContent(point)) add(id);
  return items;
}

function isContent(point: XmlElement): boolean {
  return /^(?:node|asst)$/.test(typeOf(point));
}

function typeOf({ attributes }: XmlElement): string {
  return ownValue(attributes, 'type') ?? 'node';
}
