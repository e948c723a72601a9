import * as z from 'zod/mini';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { defaultPaper, paperOptions } from '../lib/paper.ts';
import { textEncoding } from '../lib/textEncoding.ts';
import type { DocumentSource, DocumentTarget } from './formats.ts';

const password = option(z.string().check(z.minLength(1), z.maxLength(255)), {
  description: 'Password of a protected document',
  unset: 'None',
});
export const pictures = option(z.boolean(), { description: 'Include pictures', default: true });
const wrap = option(z.int().check(z.minimum(20), z.maximum(1000)), {
  description: 'Maximum length of a line of text',
  unset: 'One line per paragraph',
});

const pageStyle = option(z.enum(['standard', 'compact']), {
  description: 'Text size and spacing; compact pages fit 50% more',
  default: 'standard',
});
const contents = option(z.boolean(), { description: 'Add a table of contents', default: false });
const pageNumbers = option(z.boolean(), { description: 'Number the pages', default: false });

/** The union of the options of all document conversions. */
export const documentOptions = z.object({
  password,
  encoding: textEncoding,
  pictures,
  wrap,
  pageStyle,
  contents,
  pageNumbers,
  ...paperOptions,
});

export type DocumentOptions = z.infer<typeof documentOptions>;

const encryptable: ReadonlySet<string> = new Set(['docx', 'pptx', 'odt', 'odp']);
const paged: ReadonlySet<string> = new Set(['docx', 'odt', 'pdf']);

/** Returns the paper options of a target that has pages. */
export function paperOptionsOf(to: DocumentTarget | 'pdf'): OptionShape {
  return paged.has(to) ? paperOptions : {};
}

/** Returns the options of a conversion by an external program or by the extension. */
export function optionsOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionsSchema {
  return strictOptions(commonOptions(from, to));
}

/** Returns the options of a conversion that needs no external program. */
export function ownOptionsOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionsSchema {
  return strictOptions(ownOptionShapeOf(from, to));
}

/** Returns the option fields of a conversion without an external program, for engines that add options to them. */
export function ownOptionShapeOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionShape {
  const isLaidOut = to === 'pdf' || to === 'docx';
  return {
    ...commonOptions(from, to),
    ...(from !== 'txt' && (isLaidOut || to === 'html') ? { contents } : {}),
    ...(isLaidOut ? { pageNumbers } : {}),
    ...(to === 'pdf' ? { pageStyle } : {}),
  };
}

function commonOptions(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionShape {
  return {
    ...(from === 'txt' ? { encoding: textEncoding } : {}),
    ...(encryptable.has(from) ? { password } : {}),
    ...(from === 'txt' || to === 'txt' ? {} : { pictures }),
    ...(to === 'txt' ? { wrap } : {}),
    ...paperOptionsOf(to),
  };
}

/** Returns the page size and margins of Word and OpenDocument files, in officeparser's format. */
export function pageOf({
  pageSize = defaultPaper.pageSize,
  orientation = defaultPaper.orientation,
  margin = defaultPaper.margin,
}: DocumentOptions) {
  const side = `${margin}mm`;
  return {
    format: pageSize,
    landscape: orientation === 'landscape',
    margin: { top: side, right: side, bottom: side, left: side },
  };
}
