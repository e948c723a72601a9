import type { Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
} from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import { type LintFinding, finding, nodesOf, type Source } from './sources.ts';

/** A regular expression literal. */
export interface Pattern {
  readonly literal: string;
  readonly source: string;
  readonly flags: string;
  /** The finding to report if the expression has a problem. */
  readonly found: (message: string) => LintFinding;
}

/** The regular expressions that are written in a file. */
export function patternsOf(source: Source): Pattern[] {
  return [...nodesOf(source)].flatMap((node) => {
    if (!isRegularExpressionLiteral(node)) return [];
    const { text: literal } = node;
    const end = literal.lastIndexOf('/');
    return {
      literal,
      source: literal.slice(1, end),
      flags: literal.slice(end + 1),
      found: (message) => finding(source, node, message),
    };
  });
}

/** Finds regular expressions made from texts, which can't be checked before they run. */
export function findMadePatterns(source: Source): LintFinding[] {
  return [...nodesOf(source)]
    .filter((node) => makesPattern(node, source))
    .map((node) => finding(source, node, `${node.getText(source.tree)} can’t be checked. Write a literal.`));
}

/** String methods that convert an argument to a regular expression. */
const matching: ReadonlySet<string> = new Set(['match', 'matchAll', 'search']);

function makesPattern(node: Node, { checker }: Source): boolean {
  if (!isNewExpression(node) && !isCallExpression(node)) return false;
  const { expression, arguments: [first] = [] } = node;
  if (isIdentifier(expression)) return expression.text === 'RegExp';
  if (first === undefined || !isPropertyAccessExpression(expression)) return false;
  const isText = (each: Node): boolean =>
    ((checker.getTypeAtLocation(each)?.flags ?? 0) & TypeFlags.StringLike) !== 0;
  return matching.has(expression.name.text) && isText(expression.expression) && isText(first);
}
