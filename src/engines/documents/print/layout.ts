/* eslint-disable no-underscore-dangle -- pdfmake's names */
import LayoutBuilder, { type Builder, type Leaf } from 'pdfmake/js/LayoutBuilder.js';
import Renderer, { type Line } from 'pdfmake/js/Renderer.js';
import type { FormulaDrawing } from '../formulaTypesetter.ts';

/** Text around which page breaks are restricted. */
export interface KeptTogether {
  /** The space to keep free for the next block, in points, so that a heading stays on the page of its text. */
  readonly below: number;
}

/** A formula in a line of text, drawn over spaces of the same size. */
export interface InlineFormula {
  readonly drawing: FormulaDrawing;
  readonly size: number;
}

const fewLines = 3;
const minInlines = 500;

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
  return buildNextLine.call(this, node);
};

const { renderLine } = Renderer.default.prototype; // eslint-disable-line typescript/unbound-method -- called with its object
/** Draws the formulas within a line, since pdfmake can only place pictures between lines. */
Renderer.default.prototype.renderLine = function (line: Line, x: number, y: number): void {
  renderLine.call(this, line, x, y);
  const baseline = y + line.getAscenderHeight();
  for (const { formula, x: left } of line.inlines) {
    if (formula === undefined) continue;
    const { svg, width, height, depth } = formula.drawing;
    this.renderSVG({
      svg,
      x: x + left,
      y: baseline - height * formula.size,
      _width: width * formula.size,
      _height: (height + depth) * formula.size,
    });
  }
};

/**
 * Moves to the next page if the text should start on it. Otherwise, returns the height to leave free at the bottom of
 * this page.
 */
function roomFor(builder: Builder, node: Leaf): { context: ReturnType<typeof contextOf>; heldBack: number } {
  const context = contextOf(builder);
  const isAtTop = context.y <= context.pageMargins.top + 1;
  if (node.keeps === undefined || isAtTop || !mayCross(context, node)) return { context, heldBack: 0 };
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
