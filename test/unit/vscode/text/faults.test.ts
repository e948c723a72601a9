import assert from 'node:assert/strict';
import { fault, unsupportedSentence } from '../../../../src/contract/fault.ts';
import { problemText } from '../../../../src/vscode/text/problems.ts';
import { english, speak } from '../../../../src/vscode/text/safeText.ts';
import { languageOf } from '../../../support/languageOf.ts';

const german = languageOf('de', {
  '{0}: {1}': '{0}: {1}',
  'The file is too complex to convert safely.': 'Die Datei ist zu komplex.',
  'The maximum for {0} images is {1} pixels per side.': 'Ein Bild in {0} hat höchstens {1} Pixel je Seite.',
  'JPEG images with {0} bits per channel': 'Ein JPEG mit {0} Bit je Farbe',
  [unsupportedSentence]: '{0} kann hier nicht gelesen werden.',
});

describe('problemText of a fault', () => {
  before(() => speak(german));
  after(() => speak(english));

  it('is in the user’s language, with local number formats', () => {
    assert.equal(
      problemText({
        code: 'conversion.limit_exceeded',
        detail: 'The maximum for webp images is 16383 pixels per side.',
        fault: fault('image.side', 'webp', 16_383),
      }),
      'Ein Bild in webp hat höchstens 16.383 Pixel je Seite.',
    );
  });

  it('names the unsupported kind of file, and the file if there are several', () => {
    assert.equal(
      problemText({
        code: 'conversion.unsupported_kind',
        detail: '',
        fault: { ...fault('jpeg.bits', 12), file: 'a.jpg' },
      }),
      'a.jpg: Ein JPEG mit 12 Bit je Farbe kann hier nicht gelesen werden.',
    );
  });

  it('uses the service’s words if there is no fault', () => {
    assert.equal(
      problemText({ code: 'conversion.limit_exceeded', detail: 'Too [big](command:x).' }),
      'Die Datei ist zu komplex. Too [big] (command:x).',
    );
  });

  it('keeps text from outside plain', () => {
    const text = problemText({
      code: 'conversion.limit_exceeded',
      detail: '',
      fault: fault('image.side', '[webp](command:x)', 1),
    });
    assert.ok(!text.includes(']('), text);
  });
});
