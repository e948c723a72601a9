/* eslint-disable no-underscore-dangle -- pdfmake's names */
import LayoutBuilder, { type Builder, type Leaf, type Node } from 'pdfmake/js/LayoutBuilder.js';
import PdfDocument from 'pdfmake/js/PDFDocument.js';
import Renderer, { type Line } from 'pdfmake/js/Renderer.js';
import { reordered } from './direction.ts';

/** Text around which page breaks are restricted. */
export interface KeptTogether {
  /** The space to keep free for the next block, in points, so that a heading stays on the page of its text. */
  below: number;
}

/** A formula or picture in a line of text, drawn over spaces of the same size. Lengths are in points. */
export interface InlineDrawing {
  /** The drawing as SVG, or the name of a picture in pdfmake. */
  readonly svg?: string;
  readonly image?: string;
  readonly width: number;
  /** The height above and below the baseline. */
  readonly height: number;
  readonly depth: number;
  readonly link?: string;
  readonly linkToDestination?: string;
}

/** The ids of places at a line of text. pdfmake copies the reference for each word, and the first one counts. */
export interface PlacedIds {
  ids: readonly string[];
}

const fewLines = 3;
const minInlines = 500;

const { processNode } = LayoutBuilder.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Begins a block on the next page if this one has too little space for its first lines. */
LayoutBuilder.default.prototype.processNode = function (this: Builder, node: Node, ...rest): void {
  // Each list and table listens while its content is typeset, and Node.js warns about more than ten.
  this.writer.setMaxListeners(0);
  const { needs = 0 } = node;
  if (needs > 0 && !isAtTop(contextOf(this)) && contextOf(this).availableHeight < needs)
    this.writer.moveToNextPage(node.pageOrientation);
  processNode.call(this, node, ...rest);
};

const { processLeaf } = LayoutBuilder.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Breaks pages so that a heading or a single line of a paragraph isn't alone, since pdfmake breaks them anywhere. */
LayoutBuilder.default.prototype.processLeaf = function (this: Builder, node: Leaf): void {
  const { context, heldBack } = roomFor(this, node);
  const { page } = context;
  context.availableHeight -= heldBack;
  processLeaf.call(this, node);
  if (context.page === page) context.availableHeight += heldBack;
};

const { buildNextLine } = LayoutBuilder.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Passes a long text to pdfmake in parts, because pdfmake copies the list of the remaining words for each word. */
LayoutBuilder.default.prototype.buildNextLine = function (this: Builder, node: Leaf): Line | null {
  const waiting = node.waiting ?? { inlines: node._inlines ?? [], next: 0 };
  node.waiting = waiting;
  if (waiting.next === 0) node._inlines = [];
  const { _inlines: current = [] } = node;
  if (current.length < minInlines) {
    current.push(...waiting.inlines.slice(waiting.next, waiting.next + 2 * minInlines));
    waiting.next += 2 * minInlines;
  }
  const line = buildNextLine.call(this, node);
  if (line !== null) reordered(line);
  return line;
};

const { renderLine } = Renderer.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Draws the formulas and pictures within a line, since pdfmake can only place pictures between lines. */
Renderer.default.prototype.renderLine = function (line: Line, x: number, y: number): void {
  renderLine.call(this, line, x, y);
  const baseline = y + line.getAscenderHeight();
  for (const { drawing, anchors, x: left } of line.inlines) {
    for (const id of anchors?.ids ?? []) this.pdfDocument.addNamedDestination(id, 'XYZ', x + left, y, null);
    if (anchors !== undefined) anchors.ids = [];
    if (drawing === undefined) continue;
    const { svg, image = '', width, height, depth, link, linkToDestination } = drawing;
    const [drawnX, drawnY] = [x + left, baseline - height];
    if (svg !== undefined) {
      this.renderSVG({ svg, x: drawnX, y: drawnY, _width: width, _height: height + depth });
    } else {
      this.pdfDocument.provideImage(image);
      this.pdfDocument.image(image, drawnX, drawnY, { width, height });
    }
    if (link !== undefined) this.pdfDocument.link(drawnX, drawnY, width, height, link);
    if (linkToDestination !== undefined)
      this.pdfDocument.goTo(drawnX, drawnY, width, height, linkToDestination);
  }
};

const { font } = PdfDocument.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Opens a font in a collection for a drawing, for which pdfmake passes its file and name in one argument. */
PdfDocument.default.prototype.font = function (...source) {
  return font.call(this, ...source.flat());
};

/**
 * Moves to the next page if the text should start on it. Otherwise, returns the height to leave free at the bottom of
 * this page.
 */
function roomFor(builder: Builder, node: Leaf): { context: ReturnType<typeof contextOf>; heldBack: number } {
  const context = contextOf(builder);
  if (node.keeps === undefined || isAtTop(context) || !mayCross(context, node))
    return { context, heldBack: 0 };
  const heights = heightsOf(builder, node);
  const fitting = countFitting(heights, context.availableHeight);
  const rest = heights.length - fitting;
  const height = heights.reduce((sum, each) => sum + each, 0);
  const { below } = node.keeps;
  const isAlone = rest === 0 ? context.availableHeight - height < below : below > 0 || fitting <= 1;
  if (isAlone || (rest === 1 && heights.length <= fewLines)) {
    builder.writer.moveToNextPage(node.pageOrientation);
    return { context: contextOf(builder), heldBack: 0 };
  }
  return { context, heldBack: rest === 1 ? (heights.at(-1) ?? 0) : 0 };
}

function contextOf(builder: Builder) {
  return builder.writer.context();
}

function isAtTop({ y, pageMargins }: ReturnType<typeof contextOf>): boolean {
  return y <= pageMargins.top + 1;
}

/** Quickly estimates whether text might reach the end of the page, because most text doesn't. */
function mayCross(context: ReturnType<typeof contextOf>, node: Leaf): boolean {
  const lineHeight = Math.max(0, ...(node._inlines ?? []).slice(0, 100).map(({ height }) => height));
  const lines = 2 + 1.3 * Math.ceil((node._maxWidth ?? 0) / context.availableWidth);
  return lines * lineHeight + (node.keeps?.below ?? 0) > context.availableHeight;
}

function heightsOf(builder: Builder, node: Leaf): number[] {
  const copy = { ...node, _inlines: (node._inlines ?? []).map((inline) => ({ ...inline })) };
  const heights: number[] = [];
  for (let line = builder.buildNextLine(copy); line !== null; line = builder.buildNextLine(copy)) {
    heights.push(line.getHeight());
  }
  return heights;
}

function countFitting(heights: readonly number[], room: number): number {
  let used = 0;
  const end = heights.findIndex((height) => (used += height) > room);
  return end < 0 ? heights.length : end;
}
