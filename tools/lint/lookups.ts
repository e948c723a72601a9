import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is';
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { type LintFinding, finding, nodesOf, type Source } from './sources.ts';

/** The file that defines `own()`. */
const allowedFile = 'src/util/ownValue.ts';

const advice =
  'finds inherited properties, such as "constructor", if the name is external. Use own() or a Map.';

/** Finds property accesses with a name that the compiler can't determine: `object[name]` and `name in object`. */
export function findLookups(source: Source): LintFinding[] {
  if (source.file === allowedFile) return [];
  return [...nodesOf(source)].flatMap((node) => {
    const name = nameAsked(node);
    if (name === undefined || !isAnyText(source.checker.getTypeAtLocation(name), source.checker)) return [];
    return finding(source, node, `${node.getText(source.tree)} ${advice}`);
  });
}

function nameAsked(node: Node): Node | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.left;
  return undefined;
}

/** True if a value of the type can be any text, rather than one of a few known texts. */
function isAnyText(type: Type | undefined, checker: Checker): boolean {
  if (type === undefined || type.flags & TypeFlags.AnyOrUnknown) return true;
  if (type.isUnionType()) return type.getTypes().some((each) => isAnyText(each, checker));
  if (type.flags & (TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) return true;
  if (!(type.flags & TypeFlags.Instantiable)) return false;
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint !== type && isAnyText(constraint, checker);
}
