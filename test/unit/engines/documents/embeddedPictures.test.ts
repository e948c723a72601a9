import assert from 'node:assert/strict';
import { withoutMetafiles } from '../../../../src/engines/documents/embeddedPictures.ts';
import { documentOf } from '../../../../src/engines/documents/read.ts';

const picture = (attachmentName: string, altText: string) =>
  ({ type: 'image', metadata: { attachmentName, altText } }) as const;
const attachment = (name: string) =>
  ({ type: 'image', mimeType: 'image/png', data: '', name, extension: 'png' }) as const;

describe('A Windows metafile', () => {
  it('is replaced by its description, and other pictures stay', async () => {
    const shown = picture('photo.png', 'A photo');
    const document = {
      ...(await documentOf([
        { type: 'paragraph', children: [picture('chart.EMF', 'A chart'), shown, picture('old.wmf', '')] },
      ])),
      attachments: [attachment('chart.EMF'), attachment('photo.png'), attachment('old.wmf')],
    };
    const { content, attachments } = withoutMetafiles(document);
    assert.deepEqual(content[0]?.children, [
      { type: 'text', text: '[A chart]' },
      shown,
      { type: 'text', text: '[Picture]' },
    ]);
    assert.deepEqual(
      attachments.map(({ name }) => name),
      ['photo.png'],
    );
  });
});
