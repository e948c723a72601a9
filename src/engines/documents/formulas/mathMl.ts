import type { MmlNode } from '@mathjax/src/js/core/MmlTree/MmlNode.js';
import { SerializedMmlVisitor } from '@mathjax/src/js/core/MmlTree/SerializedMmlVisitor.js';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { textOf, variantOf } from './letters.ts';

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
