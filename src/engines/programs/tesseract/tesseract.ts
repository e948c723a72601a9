import * as z from 'zod/mini';
import { optionPatterns } from '../../../contract/options.ts';
import { type Conversion, type EngineDescription, programConversions } from '../../api/engineDescription.ts';
import { extendedOptions, option, strictOptions } from '../../api/options.ts';
import { paperOptionsOf } from '../../documents/documents.ts';
import { commonOptions } from '../../pdf/options.ts';
import { imagePdf, pdf, pdfReflow, scanFormats } from '../../pdf/pdf.ts';
import { programs } from '../programs.ts';

const languages = option(z.string().check(z.maxLength(200), z.regex(optionPatterns.languages)), {
  description: 'Languages of the text to recognize, by their names in Tesseract, such as deu+eng',
  unset: 'Up to three installed languages, otherwise English',
});
const preference = -6;
const conversion = programConversions(preference);
const textTargets = ['txt', 'md', 'html', 'docx'] as const;

/** Adds text recognition to one of the extension's own PDF conversions, for pages without readable text. */
function recognizing(ownConversion: Conversion): Conversion {
  const { helper: _, ...own } = ownConversion;
  return { ...own, preference, options: () => extendedOptions(own.options(), { languages }) };
}

/** The conversions that Tesseract offers: from scans to text, and to PDFs whose text can be selected and searched. */
const tesseractConversions = (): readonly Conversion[] => {
  const ofPdfs = [...pdf.conversions().filter(({ to }) => to === 'txt'), ...pdfReflow.conversions()];
  const searchable = ofPdfs.slice(0, 1).map(({ cost }) => ({
    ...conversion('pdf', 'pdf', ['signature'], () =>
      strictOptions({ password: commonOptions.password, languages }),
    ),
    lossy: false,
    cost,
  }));
  return [
    ...searchable,
    ...ofPdfs.map(recognizing),
    ...imagePdf
      .conversions()
      .filter(({ from }) => scanFormats.has(from))
      .map(recognizing),
    ...[...scanFormats].flatMap((from) =>
      textTargets.map((to) =>
        conversion(from, to, ['layout', 'formatting', 'pictures'], () =>
          strictOptions({ ...(to === 'txt' ? {} : paperOptionsOf(to)), languages }),
        ),
      ),
    ),
  ];
};

/** Recognizes text in scans and pictures with Tesseract. */
export const tesseract = {
  id: 'tesseract',
  load: async () => (await import('./convert.ts')).recognizeText,
  time: 'scans',
  memory: 'programs',
  conversions: tesseractConversions,
  program: { ...programs.tesseract, vulnerabilities: [] },
} as const satisfies EngineDescription;
