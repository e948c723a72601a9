import type { Element } from 'hast';
import { wordsIn } from '../../../util/text.ts';
import { findElement, type Formula, formulaOf, hasClass, textIn, textProperty } from '../tree/document.ts';
import { texOfMathMl } from './mathMl.ts';

const typesetCopies = wordsIn(
  'MathJax MathJax_Display MathJax_Preview MathJax_SVG MathJax_CHTML MJX_Assistive_MathML',
);
const mathScript = /^math\/tex\b/i;
/** Wikipedia writes the style of a formula as a part of it. */
const displayStyle = /^\{\\(?:display|text)style\s([^]*)\}$/;

/**
 * Returns the formula that an element is: our own, TeX that MathJax or KaTeX would typeset, what they and Wikipedia
 * made of it, or MathML.
 */
export function formulaIn(node: Element): Formula | undefined {
  const own = formulaOf(node);
  if (own !== undefined) return own;
  const { tagName } = node;
  if (tagName === 'math') {
    const isBlock = textProperty(node, 'display') === 'block' || textProperty(node, 'mode') === 'display';
    return formula(annotationIn(node) ?? texOfMathMl(node), isBlock);
  }
  if (tagName === 'script') {
    const type = textProperty(node, 'type') ?? '';
    return mathScript.test(type) ? formula(textIn(node), type.includes('mode=display')) : undefined;
  }
  if (tagName === 'img') {
    const isBlock = hasClass(node, 'mwe-math-fallback-image-display');
    const isMath = isBlock || hasClass(node, 'mwe-math-fallback-image-inline', 'math');
    return isMath ? formula(textProperty(node, 'alt') ?? '', isBlock) : undefined;
  }
  if (tagName === 'mjx-container') return mathIn(node, textProperty(node, 'display') === 'true');
  if (tagName === 'pre') {
    const [code] = node.children;
    const isMath = node.children.length === 1 && code?.type === 'element' && hasClass(code, 'language-math');
    return isMath ? formula(textIn(code), true) : undefined;
  }
  if (tagName !== 'span' && tagName !== 'div') return undefined;
  if (hasClass(node, 'katex', 'katex-display', 'mwe-math-element'))
    return mathIn(node, hasClass(node, 'katex-display'));
  return hasClass(node, 'math') ? delimitedIn(node) : undefined;
}

/** Returns the formula of the MathML in an element. */
function mathIn(node: Element, isBlock: boolean): Formula | undefined {
  const math = findElement(node, ({ tagName }) => tagName === 'math');
  const formula = math && formulaIn(math);
  return formula && { ...formula, isBlock: formula.isBlock || isBlock };
}

/** Elements that MathJax adds to the script with the TeX of a formula. */
export function isTypesetCopy(node: Element): boolean {
  return hasClass(node, ...typesetCopies);
}

/** Sphinx and Pandoc write TeX in delimiters, for MathJax, and Pandoc without any, for KaTeX. */
function delimitedIn(node: Element): Formula | undefined {
  if (node.children.some(({ type }) => type === 'element')) return undefined;
  const text = textIn(node).trim();
  if (/^\\[([]/.test(text) && /\\[)\]]$/.test(text.slice(-2)))
    return formula(text.slice(2, -2), text[1] === '[');
  const isBlock = hasClass(node, 'display');
  return isBlock || hasClass(node, 'inline') ? formula(text, isBlock) : undefined;
}

function formula(tex: string, isBlock: boolean): Formula | undefined {
  const trimmed = tex.trim();
  const [, plain = trimmed] = displayStyle.exec(trimmed) ?? [];
  return plain === '' ? undefined : { tex: plain.trim(), isBlock };
}

function annotationIn(math: Element): string | undefined {
  const annotation = findElement(math, isTex);
  return annotation && textIn(annotation);
}

function isTex(node: Element): boolean {
  return node.tagName === 'annotation' && /\btex$/i.test(textProperty(node, 'encoding') ?? '');
}
