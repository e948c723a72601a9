import { all, createLowlight } from 'lowlight';

/** A piece of code with highlight.js's name for its kind, such as `keyword`. */
export interface Token {
  readonly text: string;
  readonly kind: string | undefined;
}

type Highlighted = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number];

const lowlight = createLowlight(all);

/** Splits code into tokens, or returns `undefined` for an unknown language. */
export function tokensOf(code: string, language: string): Token[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  return lowlight.highlight(language, code).children.flatMap((node) => tokensIn(node, undefined));
}

function tokensIn(node: Highlighted, kind: string | undefined): Token[] {
  if (node.type === 'text') return [{ text: node.value, kind }];
  if (node.type !== 'element') return [];
  const names = node.properties['className'];
  const name = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : undefined;
  return node.children.flatMap((child) => tokensIn(child, name ?? kind));
}
