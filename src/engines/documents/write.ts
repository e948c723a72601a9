import { type GeneratorConfig, OfficeGenerator } from 'officeparser';
import { withCorrectedAddresses } from './addresses.ts';
import { validEpub, withoutLinkedPictures } from './epub.ts';
import { documentFault } from './faults.ts';
import type { DocumentTarget } from './formats.ts';
import { writeHtml } from './html.ts';
import { withShownLists } from './lists.ts';
import { markdownTree } from './markdownTree.ts';
import { type DocumentOptions, pageOf } from './options.ts';
import { wrapLines } from './plainText.ts';
import type { DocumentTree } from './read.ts';
import { checkRepeatedPictures } from './expansionLimits.ts';
import { writeWord } from './word/write.ts';

/** Writes a document in the target format. @throws ConversionError */
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
  if (common.includeImages && (to === 'html' || to === 'md')) checkRepeatedPictures(tree);
  try {
    switch (to) {
      case 'md':
        return (await OfficeGenerator.generate(markdownTree(tree), 'md', { ...common, ...markdown })).value;
      case 'html':
        return await writeHtml(tree, options, common);
      case 'txt': {
        const { value } = await OfficeGenerator.generate(tree, 'text', common);
        return `${(wrap === undefined ? value : wrapLines(value, wrap)).trimEnd()}\n`;
      }
      case 'docx':
        return await writeWord(tree, options, common);
      case 'odt':
        return withCorrectedAddresses(
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
  mdConfig: { dialect: 'github', fallbackToHtml: { alignment: false } },
};

/** Adds a style sheet to RTF, since officeparser only writes the style numbers. */
function withStyles(rtf: string): string {
  const styles = [1, 2, 3, 4, 5, 6].map(
    (level) => `{\\s${level}\\outlinelevel${level - 1} heading ${level};}`,
  );
  return rtf.replace(
    /\{\\colortbl\b|(?=\n\\f0)/,
    (found) => `{\\stylesheet{\\s0 Normal;}${styles.join('')}}\n${found}`,
  );
}
