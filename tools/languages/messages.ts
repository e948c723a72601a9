import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import type { Type } from 'typescript/unstable/sync';
import { finding, nodesOf, type Source } from '../lint/sources.ts';

/** The messages in the code, each once. */
export interface Messages {
  /** The messages passed to `say()` and `phrase()`. */
  readonly said: readonly string[];
  /** The messages passed to `sayCount()`. */
  readonly counted: readonly { readonly one: string; readonly other: string }[];
}

/**
 * Every message in the code, found by the types of the arguments of `say()`, `sayCount()`, and `phrase()`: a literal,
 * or one of the literals in a table.
 * @throws Error if the compiler can't determine the messages
 */
export function messagesOf(sources: readonly Source[]): Messages {
  const said = new Set<string>();
  const counted = new Map<string, { one: string; other: string }>();
  for (const source of sources) {
    for (const node of nodesOf(source)) {
      if (!isCallExpression(node) || !isIdentifier(node.expression)) continue;
      const [first, second] = node.arguments;
      if (['say', 'phrase'].includes(node.expression.text) && first !== undefined) {
        for (const message of literalsOf(source, first)) said.add(message);
      }
      if (node.expression.text === 'sayCount' && second !== undefined) {
        const [one, other] = [formOf(source, second, 'one'), formOf(source, second, 'other')];
        counted.set(JSON.stringify([one, other]), { one, other });
      }
    }
  }
  return { said: [...said].toSorted(), counted: [...counted.values()] };
}

/** Sentences that occur in several places, with these places. Buttons and labels may repeat, so they are left out. */
export function repeatedSentences(sources: readonly Source[]): string[] {
  const places = new Map<string, string[]>();
  for (const source of sources) {
    for (const node of nodesOf(source)) {
      if (!isStringLiteral(node) || !isCallExpression(node.parent)) continue;
      const { expression } = node.parent;
      if (!isIdentifier(expression) || expression.text !== 'say') continue;
      const { file, line } = finding(source, node, '');
      places.set(node.text, [...(places.get(node.text) ?? []), `${file}:${line}`]);
    }
  }
  return [...places].flatMap(([text, found]) =>
    found.length > 1 && text.split(' ').length > maxLabelWords ? [`${text} (${found.join(', ')})`] : [],
  );
}

/** The maximum length of buttons and commands, in words. */
const maxLabelWords = 3;

function formOf(source: Source, forms: Node, name: 'one' | 'other'): string {
  const properties = isObjectLiteralExpression(forms) ? forms.properties : [];
  const form = properties.find(
    (each) => isPropertyAssignment(each) && isIdentifier(each.name) && each.name.text === name,
  );
  const [text, ...others] =
    form !== undefined && isPropertyAssignment(form) ? literalsOf(source, form.initializer) : [];
  if (text === undefined || others.length > 0) throw unclear(source, forms);
  return text;
}

/** The possible texts of an expression. */
function literalsOf(source: Source, node: Node): string[] {
  const texts = textsOf(source.checker.getTypeAtLocation(node));
  if (texts === undefined) throw unclear(source, node);
  return texts;
}

function textsOf(type: Type | undefined): string[] | undefined {
  if (type?.isStringLiteralType()) return [type.value];
  if (!type?.isUnionType()) return undefined;
  const texts = type.getTypes().map(textsOf);
  return texts.every((each) => each !== undefined) ? texts.flat() : undefined;
}

function unclear(source: Source, node: Node): Error {
  const { file, line } = finding(source, node, '');
  return new Error(`${file}:${line}: The message isn’t clear here. Write a literal.`);
}
