import { pdfOf } from '../../../test/support/service/pdfBuilder.ts';
import { built, helvetica, type PdfObjects, stream, word } from './built.ts';

const fonts = `/Resources << /Font << /F ${helvetica} >> >>`;
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const page = (contents: number, more = '/Type /Page /Parent 2 0 R'): string =>
  `<< ${more} /MediaBox [0 0 200 200] ${fonts} /Contents ${contents} 0 R >>`;
const contents = ['alpha', 'beta', 'gamma'].map((text) => stream(word(text)));
/** Three contents, numbered from 3 to 5, and their pages, numbered from 6 to 8. */
const pages = [...contents, page(3), page(4), page(5)];
const node = (entries: string): string => `<< /Type /Pages ${entries} >>`;

const trees: Readonly<Record<string, PdfObjects>> = {
  'pages inside the list': [
    catalog,
    node(`/Count 3 /Kids [${page(3)} 6 0 R ${page(5)}] `),
    ...contents,
    page(4),
  ],
  'a list and a count in other objects': [
    catalog,
    node('/Count 9 0 R /Kids 10 0 R'),
    ...pages,
    '3',
    '[6 0 R 7 0 R 8 0 R]',
  ],
  'null among the pages': [catalog, node('/Count 3 /Kids [null 6 0 R null 7 0 R 8 0 R]'), ...pages],
  'a missing page': [catalog, node('/Count 4 /Kids [6 0 R 99 0 R 7 0 R 8 0 R]'), ...pages],
  'too large a count': [catalog, node('/Count 9 /Kids [6 0 R 7 0 R 8 0 R]'), ...pages],
  'no count': [catalog, node('/Kids [6 0 R 7 0 R 8 0 R]'), ...pages],
  'a negative count': [catalog, node('/Count -1 /Kids [6 0 R 7 0 R 8 0 R]'), ...pages],
  'no types': [
    '<< /Pages 2 0 R >>',
    '<< /Count 3 /Kids [6 0 R 7 0 R 8 0 R] >>',
    ...contents,
    page(3, ''),
    page(4, ''),
    page(5, ''),
  ],
  'exchanged types': [
    catalog,
    '<< /Type /Page /Count 3 /Kids [6 0 R 7 0 R 8 0 R] >>',
    ...contents,
    page(3, '/Type /Pages'),
    page(4),
    page(5),
  ],
  'itself among its pages': [catalog, node('/Count 4 /Kids [6 0 R 7 0 R 2 0 R 8 0 R]'), ...pages],
  'a node that refers to itself': [
    catalog,
    node('/Count 4 /Kids [6 0 R 9 0 R 7 0 R 8 0 R]'),
    ...pages,
    node('/Count 1 /Kids [9 0 R]'),
  ],
  'nested nodes, one of them empty': [
    catalog,
    node('/Count 3 /Kids [9 0 R 10 0 R 8 0 R]'),
    ...pages,
    node('/Parent 2 0 R /Count 2 /Kids [6 0 R 7 0 R]'),
    node('/Parent 2 0 R /Count 0 /Kids []'),
  ],
  'a node inside the catalog': [
    `<< /Type /Catalog /Pages ${node('/Count 3 /Kids [6 0 R 7 0 R 8 0 R]')} >>`,
    'null',
    ...pages,
  ],
};

/** Page trees that break or bend the rules. Each reader fails on some of them. */
export const pageTreeVariants = [
  ...Object.entries(trees).map(([name, objects]) =>
    built(`pages: ${name}`, () => pdfOf(objects), 'alpha beta gamma'),
  ),
  built(
    'pages: a page as the whole tree',
    () => pdfOf(['<< /Type /Catalog /Pages 3 0 R >>', stream(word('alpha')), page(2)]),
    'alpha',
  ),
];
