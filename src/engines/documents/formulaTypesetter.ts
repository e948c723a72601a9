import { MathJaxTexFont } from '@mathjax/mathjax-tex-font/js/svg.js';
import type { LiteElement } from '@mathjax/src/js/adaptors/lite/Element.js';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { type MmlNode, TextNode } from '@mathjax/src/js/core/MmlTree/MmlNode.js';
import { STATE } from '@mathjax/src/js/core/MathItem.js';
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js';
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js';
import '@mathjax/src/js/input/tex/amscd/AmsCdConfiguration.js';
import '@mathjax/src/js/input/tex/base/BaseConfiguration.js';
import '@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import '@mathjax/src/js/input/tex/braket/BraketConfiguration.js';
import '@mathjax/src/js/input/tex/cancel/CancelConfiguration.js';
import '@mathjax/src/js/input/tex/color/ColorConfiguration.js';
import '@mathjax/src/js/input/tex/mathtools/MathtoolsConfiguration.js';
import '@mathjax/src/js/input/tex/mhchem/MhchemConfiguration.js';
import '@mathjax/src/js/input/tex/newcommand/NewcommandConfiguration.js';
import '@mathjax/src/js/input/tex/textmacros/TextMacrosConfiguration.js';
import '@mathjax/src/js/input/tex/upgreek/UpgreekConfiguration.js';
import ParseOptions from '@mathjax/src/js/input/tex/ParseOptions.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { ownValue } from '../../util/ownValue.ts';
import { mathMlOf } from './mathMl.ts';
import { officeMathOf } from './officeMath.ts';

const packages = [
  'base',
  'ams',
  'amscd',
  'boldsymbol',
  'braket',
  'cancel',
  'color',
  'mathtools',
  'mhchem',
  'newcommand',
  'textmacros',
  'upgreek',
];
/** Limits for macros that expand endlessly. No real formula needs more. */
const maxMacros = 1000;
const maxBufferCharacters = 5000;
/**
 * Limits for the nodes and macros of a formula and of a document, since nested macros grow exponentially. MathJax's own
 * limits apply to each argument of a command.
 */
const maxFormulaSteps = 20_000;
const maxDocumentSteps = 1_000_000;
/** Attributes for web pages that TeX can set. A link may run a script. */
const webAttributes = ['href', 'style', 'class', 'id'];
/** The standard forms of chemical arrows and bonds, for which MathJax has private characters in a font of its own. */
const chemicalSigns: Readonly<Record<string, string>> = {
  '\ue408': '⇌',
  '\ue409': '⇌',
  '\ue40a': '⇌',
  '\ue410': '┄',
  '\ue411': '┄',
  '\ue412': '┄',
  '\ue413': '┄',
  '\ue428': '⟵',
  '\ue429': '⟶',
  '\ue42a': '⟷',
  '\ue42b': '⇆',
  '\ue42c': '←',
  '\ue42d': '→',
  '\ue42e': '↔',
};
const chemicalVariant = '-mhchem';
const privateSign = /[\ue400-\ue4ff]/g;
const standardSign = (sign: string): string => ownValue(chemicalSigns, sign) ?? sign;
/** MathJax's unit is a thousandth of an em. */
const unitsPerEm = 1000;
/** A line width so large that formulas are never broken into lines. */
const unlimitedWidth = 1e6;

/** A formula as an SVG drawing, with its size in ems. */
export interface FormulaDrawing {
  readonly svg: string;
  readonly width: number;
  /** The height above the baseline. */
  readonly height: number;
  /** The depth below the baseline. */
  readonly depth: number;
}

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);

/** Typesets the formulas of one document. Macros stay defined from one formula to the next. */
export class FormulaTypesetter {
  readonly #document;
  #documentSteps = maxDocumentSteps;
  #formulaSteps = 0;

  constructor() {
    const tex = new TeX({
      packages,
      maxMacros,
      maxBuffer: maxBufferCharacters,
      formatError: (_: unknown, error: Error) => {
        throw error;
      },
    });
    tex.postFilters.add((filtered) => {
      const data: unknown = Reflect.get(Object(filtered), 'data');
      if (!(data instanceof ParseOptions)) return;
      moveLabels(data.root);
      data.root.walkTree(simplify);
    });
    tex.preFilters.add(() => (this.#formulaSteps = maxFormulaSteps));
    this.#countSteps(tex.parseOptions);
    const svg = new SVG({
      fontCache: 'none',
      fontData: MathJaxTexFont,
      linebreaks: { inline: false },
    });
    this.#document = mathjax.document('', { InputJax: tex, OutputJax: svg });
  }

  /** @throws Error for TeX that can't be typeset */
  mathMl(tex: string, isBlock: boolean): string {
    return mathMlOf(this.#parse(tex, isBlock), tex, isBlock);
  }

  /** @throws Error for TeX that can't be typeset */
  officeMath(tex: string, isBlock: boolean): string {
    return officeMathOf(this.#parse(tex, isBlock), isBlock);
  }

  /** @throws Error for TeX that can't be typeset */
  drawing(tex: string, isBlock: boolean): FormulaDrawing {
    const options = { display: isBlock, containerWidth: unlimitedWidth };
    const container: LiteElement = this.#document.convert(tex, options);
    const [svg] = adaptor.tags(container, 'svg');
    if (svg === undefined) throw new Error('The typeset formula has no SVG');
    const box = String(adaptor.getAttribute(svg, 'viewBox')).split(' ').map(Number);
    const [, top = 0, width = 0, height = 0] = box.map((each) => each / unitsPerEm);
    if (!box.every(Number.isFinite)) throw new Error('The typeset formula has no size');
    // The SVG has no size of its own, since the programs that draw it scale it.
    for (const name of ['width', 'height', 'style']) adaptor.removeAttribute(svg, name);
    return { svg: adaptor.outerHTML(svg), width, height: -top, depth: height + top };
  }

  #parse(tex: string, isBlock: boolean): MmlNode {
    return this.#document.convert(tex, { display: isBlock, end: STATE['CONVERT'] });
  }

  /** Makes MathJax count each new node, and each macro, whose limit it reads before it replaces the macro. */
  #countSteps({ nodeFactory, options }: ParseOptions): void {
    const step = (): void => {
      this.#formulaSteps -= 1;
      this.#documentSteps -= 1;
      if (this.#formulaSteps < 0 || this.#documentSteps < 0) throw new Error('The formula is too complex');
    };
    const create = nodeFactory.create.bind(nodeFactory);
    nodeFactory.create = (...given) => {
      step();
      return create(...given);
    };
    Object.defineProperty(options, 'maxMacros', {
      get: () => {
        step();
        return maxMacros;
      },
    });
  }
}

/** Leaves out what only a web page with MathJax's own fonts can show. */
function simplify(node: MmlNode): void {
  for (const child of node.childNodes) {
    if (child instanceof TextNode) child.setText(child.getText().replaceAll(privateSign, standardSign));
  }
  for (const name of webAttributes) node.attributes.unset(name);
  if (node.attributes.getExplicit('mathvariant') === chemicalVariant) node.attributes.unset('mathvariant');
}

/** Moves an equation's label to the last column of its row, since only MathJax supports rows with labels. */
function moveLabels(root: MmlNode): void {
  root.walkTree((row: MmlNode) => {
    if (!row.isKind('mlabeledtr')) return;
    const [label, ...cells] = row.childNodes;
    if (label === undefined) return;
    const plain = row.factory.create('mtr');
    plain.setChildren([...cells, label]);
    label.childNodes[0]?.childNodes.unshift(row.factory.create('mspace', { width: '3em' }));
    row.parent.replaceChild(plain, row);
  });
}
