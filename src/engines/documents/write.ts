import { type GeneratorConfig, OfficeGenerator } from 'officeparser';
import { withChangedFiles } from './changedFiles.ts';
import { validEpub, withoutLinkedPictures } from './epub.ts';
import { documentFault } from './faults.ts';
import type { DocumentTarget } from './formats.ts';
import { withNumberKinds, withShownLists } from './lists.ts';
import type { DocumentOptions } from './options.ts';
import { wrapLines } from './plainText.ts';
import type { DocumentTree } from './read.ts';

const style = `body { font: 1rem/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { border: 1px solid #bbb; padding: 0.25rem 0.5rem }
img { max-width: 100% } pre { overflow: auto }`;

/** Where documents of Word and of OpenDocument name what they link to. */
const linkingFiles = /^(?:word\/_rels\/[^/]+\.rels|content\.xml)$/;
const isLinking = (name: string): boolean => linkingFiles.test(name);
const address = /\s(?:Target|xlink:href)="[^"]*"/g;
const escapedTwice = /%25([0-9a-f]{2})/gi;

const millimetre = (length: number): string => `${length}mm`;

/** Writes a document in a format. @throws ConversionError */
export async function writeDocument(
  read: DocumentTree,
  to: DocumentTarget,
  options: DocumentOptions,
): Promise<string | Uint8Array> {
  const tree = withShownLists(read, to);
  const { pictures = true, wrap } = options;
  const common = {
    includeImages: pictures && to !== 'txt',
    maxInlineImageBytes: Infinity,
    includeCharts: true,
  };
  try {
    switch (to) {
      case 'md':
        return (await OfficeGenerator.generate(tree, 'md', { ...common, ...markdown })).value;
      case 'html':
        return withNumberKinds(
          (await OfficeGenerator.generate(tree, 'html', { ...common, htmlConfig: html })).value,
        );
      case 'txt': {
        const { value } = await OfficeGenerator.generate(tree, 'text', common);
        return `${(wrap === undefined ? value : wrapLines(value, wrap)).trimEnd()}\n`;
      }
      case 'docx':
        return withPlainAddresses(
          (await OfficeGenerator.generate(tree, 'docx', { ...common, docxConfig: pageOf(options) })).value,
        );
      case 'odt':
        return withPlainAddresses(
          (await OfficeGenerator.generate(tree, 'odt', { ...common, odtConfig: pageOf(options) })).value,
        );
      case 'rtf':
        return withStyles((await OfficeGenerator.generate(tree, 'rtf', common)).value);
      case 'epub':
        return validEpub((await OfficeGenerator.generate(withoutLinkedPictures(tree), 'epub', common)).value);
    }
  } catch (error) {
    throw documentFault(error);
  }
}

const markdown: GeneratorConfig<'md'> = {
  generateIds: false,
  // GitHub shows the names of headings as text, and gives them names of its own.
  onNode: ({ type, metadata }) => {
    if (type === 'heading' && metadata && 'anchorIds' in metadata) metadata.anchorIds = [];
  },
  mdConfig: { dialect: 'github', fallbackToHtml: { alignment: false, anchors: false } },
};

const html = {
  standalone: { scripts: false, styles: 'none' },
  injections: { headEnd: `<style>\n${style}\n</style>` },
} as const;

function pageOf({ pageSize = 'A4', orientation, margin }: DocumentOptions) {
  const side = margin === undefined ? undefined : millimetre(margin);
  return {
    format: pageSize,
    landscape: orientation === 'landscape',
    ...(side === undefined ? {} : { margin: { top: side, right: side, bottom: side, left: side } }),
  };
}

/** The library gives headings the styles 1 to 6, but does not say what these are. */
function withStyles(rtf: string): string {
  const styles = [1, 2, 3, 4, 5, 6].map(
    (level) => `{\\s${level}\\outlinelevel${level - 1} heading ${level};}`,
  );
  return rtf.replace(
    /\{\\colortbl\b|(?=\n\\f0)/,
    (found) => `{\\stylesheet{\\s0 Normal;}${styles.join('')}}\n${found}`,
  );
}

/** A document whose addresses lead where they should: the library escapes the percent signs of what is escaped already. */
function withPlainAddresses(document: Uint8Array): Uint8Array {
  return withChangedFiles(document, isLinking, (xml) =>
    xml.replaceAll(address, (attribute) => attribute.replaceAll(escapedTwice, '%$1')),
  );
}
