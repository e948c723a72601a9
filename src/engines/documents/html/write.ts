import type { Element } from 'hast';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import type { DocumentOptions } from '../documents.ts';
import { safeAddress } from '../tree/addresses.ts';
import { highlightedCode, themeCss } from '../tree/code.ts';
import { addHeadingIds, contentsOf, contentsTitle, titleCount } from '../tree/contents.ts';
import { type Document, element } from '../tree/document.ts';
import { checkRepeatedPictures } from '../tree/limits.ts';
import { validLanguage } from './pageAttributes.ts';
import { PageContent } from './page.ts';
import { laidOut, markupOf } from './pageMarkup.ts';
import { contentCss, contentsList, mathMlOf, titleOf } from './pageParts.ts';

const style = `:root { color-scheme: light }
body { font: 1rem/1.6 system-ui, sans-serif; color: #1f2328; background: #fff; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 0.6em }
a { color: #0b57d0 }
.contents ol { list-style: none; padding: 0 }
.contents ol ol { margin-left: 1.5rem }
${contentCss}`;

/** Writes a self-contained HTML page with typeset formulas and highlighted code. @throws ConversionError */
export async function writeHtml(document: Document, options: DocumentOptions): Promise<string> {
  const { root, author } = document;
  const { pictures = true, contents = false } = options;
  if (pictures) checkRepeatedPictures(document);
  addHeadingIds(root);
  const code = await highlightedCode(root);
  const page = new PageContent(document, {
    formulas: await mathMlOf(root),
    code,
    pictureAddress: pictures ? pictureAddresses(document) : undefined,
    linkAddress: safeAddress,
    isBook: false,
  });
  const at = titleCount(root);
  const content = [
    ...page.of(root.children.slice(0, at)),
    ...(contents ? [contentsOfPage(document)] : []),
    ...page.of(root.children.slice(at)),
  ];
  const notes = page.notes();
  const main = element('main', {}, laidOut(notes === undefined ? content : [...content, notes]));
  const language = validLanguage(document.language);
  return `<!DOCTYPE html>
<html${language === undefined ? '' : ` lang="${language}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(titleOf(document))}</title>
${author === undefined ? '' : `<meta name="author" content="${escapeMarkup(author)}">\n`}<style>
${code.size === 0 ? style : `${style}\n${themeCss}`}
</style>
</head>
<body>
${markupOf([main], 'html')}
</body>
</html>
`;
}

function contentsOfPage(document: Document): Element {
  const list = contentsList(contentsOf(document), ({ id }) => `#${id}`);
  const title = element('p', {}, [element('strong', {}, [contentsTitle(document)])]);
  return element('nav', { class: 'contents' }, [title, list]);
}

/** Writes the pictures of a document as `data:` addresses, each of which is made once. */
function pictureAddresses({ pictures }: Document): (source: string) => string | undefined {
  const addresses = new Map<string, string>();
  return (source) => {
    const picture = pictures.get(source);
    if (picture === undefined) return source === '' ? undefined : safeAddress(source);
    const type = /^image\/[\w.+-]+$/.test(picture.mediaType) ? picture.mediaType : 'image/png';
    const address = addresses.get(source) ?? `data:${type};base64,${picture.data.toString('base64')}`;
    addresses.set(source, address);
    return address;
  };
}
