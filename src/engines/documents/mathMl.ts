import { type MmlNode, TextNode } from '@mathjax/src/js/core/MmlTree/MmlNode.js';
import { SerializedMmlVisitor } from '@mathjax/src/js/core/MmlTree/SerializedMmlVisitor.js';
import { ownValue } from '../../util/ownValue.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';

const namespace = 'http://www.w3.org/1998/Math/MathML';

/** Writes a formula as MathML that includes its TeX, for programs that support it. */
export function mathMlOf(root: MmlNode, tex: string, isBlock: boolean): string {
  const content = root.childNodes.map((child) => visitor.visitNode(child, '')).join('');
  const annotation = `<annotation encoding="application/x-tex">${escapeMarkup(tex)}</annotation>`;
  const display = isBlock ? ' display="block"' : '';
  return `<math xmlns="${namespace}"${display}><semantics><mrow>${content}</mrow>${annotation}</semantics></math>`;
}

/**
 * Writes the Unicode letters of other alphabets, because browsers ignore most values of `mathvariant` (MathML Core,
 * 2.1.5).
 */
class Visitor extends SerializedMmlVisitor {
  override visitInferredMrowNode(node: MmlNode): string {
    return this.childNodeMml(node, '', '');
  }

  override visitDefault(node: MmlNode): string {
    const content = node.isToken ? escapeMarkup(textOf(node)) : this.childNodeMml(node, '', '');
    const kind = this.getKind(node);
    return `<${kind}${this.getAttributes(node)}>${content}</${kind}>`;
  }

  override getAttributes(node: MmlNode): string {
    return Object.entries(this.getAttributeList(node))
      .filter(([name]) => !/^(?:data-|id$|class$|style$)/.test(name))
      .filter(([name]) => name !== 'mathvariant' || variantOf(node) === 'normal')
      .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
      .join('');
  }
}

const visitor = new Visitor();

/** The variants of letters, such as bold and italic, in the order of Unicode's mathematical alphabets. */
const latin = alphabets(
  0x1d400,
  52,
  'bold italic bold-italic script bold-script fraktur double-struck bold-fraktur sans-serif bold-sans-serif sans-serif-italic sans-serif-bold-italic monospace',
);
const greek = alphabets(0x1d6a8, 58, 'bold italic bold-italic bold-sans-serif sans-serif-bold-italic');
const digits = alphabets(0x1d7ce, 10, 'bold double-struck sans-serif bold-sans-serif monospace');

// cspell:ignore BEFHILMR ℂℍℕℙℚℝℤ ℛℯℊℴ ℬℰℱℋℐℒℳ ℭℌℑℜℨ
/** Letters that Unicode had before it added the mathematical alphabets, which have gaps in their place. */
const olderLetters: Readonly<Record<string, string>> = {
  'italic h': 'ℎ',
  ...older('script', 'BEFHILMRego', 'ℬℰℱℋℐℒℳℛℯℊℴ'),
  ...older('fraktur', 'CHIRZ', 'ℭℌℑℜℨ'),
  ...older('double-struck', 'CHNPQRZ', 'ℂℍℕℙℚℝℤ'),
};

/** MathJax's own names of variants, with the standard names. */
const variants: Readonly<Record<string, string>> = {
  '-tex-calligraphic': 'script',
  '-tex-bold-calligraphic': 'bold-script',
  '-tex-mathit': 'italic',
  '-tex-oldstyle': 'normal',
  '-tex-bold-oldstyle': 'bold',
};

/** Returns the explicit variant of a token in a formula, or `undefined` for the default. */
export function variantOf(token: MmlNode): string | undefined {
  const variant = token.attributes.getExplicit('mathvariant');
  return typeof variant === 'string' ? (ownValue(variants, variant) ?? variant) : undefined;
}

/** Returns the text of a token, in letters of its variant. */
export function textOf(token: MmlNode): string {
  const text = token.childNodes.map((child) => (child instanceof TextNode ? child.getText() : '')).join('');
  const variant = variantOf(token);
  return variant === undefined ? text : Array.from(text, (letter) => letterIn(variant, letter)).join('');
}

/** Returns the letter from a mathematical alphabet, or the plain letter if the alphabet lacks it. */
function letterIn(variant: string, letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const at = (first: number | undefined, index: number): string =>
    first === undefined ? letter : String.fromCodePoint(first + index);
  if (/^[A-Z]$/.test(letter))
    return ownValue(olderLetters, `${variant} ${letter}`) ?? at(latin.get(variant), code - 65);
  if (/^[a-z]$/.test(letter))
    return ownValue(olderLetters, `${variant} ${letter}`) ?? at(latin.get(variant), code - 71);
  if (/^[Α-Ω]$/.test(letter)) return at(greek.get(variant), code - 0x391);
  if (/^[α-ω]$/.test(letter)) return at(greek.get(variant), code - 0x397);
  return /^\d$/.test(letter) ? at(digits.get(variant), Number(letter)) : letter;
}

function alphabets(first: number, size: number, names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map((name, index) => [name, first + index * size]));
}

function older(variant: string, letters: string, forms: string): Record<string, string> {
  return Object.fromEntries(Array.from(forms, (form, index) => [`${variant} ${letters[index]}`, form]));
}
