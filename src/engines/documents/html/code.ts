import type { Element, ElementContent, Properties } from 'hast';
import { childElements, classesOf, element, hasClass, textProperty } from '../tree/document.ts';

const languageClass = /^(?:lang|language)-(.+)$/;
/** Classes of the elements around code that name its language, as Sphinx, Jekyll, and GitHub write them. */
const highlighted = /^highlight-(?:source-|text-)?([\w+#-]+)$/;
const unnamed: ReadonlySet<string> = new Set(['default', 'none', 'notranslate']);
/** Elements within code that are lines of their own. */
const lines: ReadonlySet<string> = new Set(['div', 'li', 'p', 'tr']);
const left: ReadonlySet<string> = new Set(['script', 'style', 'template']);

/** Returns the language of the code in an element, which Sphinx and GitHub name in its class. */
export function languageAround(node: Element): string | undefined {
  const name = classesOf(node)
    .map((each) => highlighted.exec(each)?.[1] ?? languageClass.exec(each)?.[1])
    .find((each) => each !== undefined && !unnamed.has(each));
  return name;
}

/** Makes a block of code. */
export function codeBlock(pre: Element, properties: Properties, around: string | undefined): Element {
  const holders = [...childElements(pre).filter(({ tagName }) => tagName === 'code'), pre];
  const language = holders.map(languageOf).find((each) => each !== undefined) ?? around;
  const className = language === undefined ? undefined : [`language-${language}`];
  return element('pre', properties, [element('code', { className }, [textOf(pre)])]);
}

function languageOf(node: Element): string | undefined {
  const classes = classesOf(node);
  const named = classes.map((each) => languageClass.exec(each)?.[1]).find((each) => each !== undefined);
  if (named !== undefined) return named;
  if (hasClass(node, 'mermaid')) return 'mermaid';
  const attribute = textProperty(node, 'dataLang') ?? textProperty(node, 'dataLanguage');
  // Pandoc has the language next to this class.
  return attribute ?? (classes[0] === 'sourceCode' ? classes[1] : undefined);
}

function textOf({ children }: { readonly children: readonly ElementContent[] }): string {
  const pieces = children.map((child) => {
    if (child.type === 'text') return child.value;
    if (child.type !== 'element' || left.has(child.tagName)) return '';
    if (child.tagName === 'br') return '\n';
    const text = textOf(child);
    return lines.has(child.tagName) && !text.endsWith('\n') ? `${text}\n` : text;
  });
  return pieces.join('');
}
