/** Readers of formats that consist of HTML. They are in one bundle, because they share its parser, which is large. */
export { readBook } from './books/epub.ts';
export { readFictionBook } from './books/fictionBook.ts';
export { readMobi } from './books/mobi.ts';
export { parseMarkup } from './html/parse.ts';
export { readHtml } from './html/read.ts';
export { toHtml } from 'hast-util-to-html';
