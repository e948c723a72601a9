import assert from 'node:assert/strict';
import { offeredFormats } from '../../../src/planning/offer.ts';
import { offerWith } from '../../support/formats/offerWith.ts';

const local = {
  conversions: [
    { from: 'svg', to: 'png' },
    { from: 'png', to: 'webp' },
    { from: 'png', to: 'jpg' },
  ],
  compressions: ['png'],
};
const network = { conversions: [{ from: 'docx', to: 'pdf' }], compressions: ['pdf', 'png'] };
const catalogs = new Map([
  ['local', local],
  ['network', network],
] as const);

describe('offeredFormats', () => {
  it('lists what each format can become, in order', () => {
    assert.deepEqual(offeredFormats(offerWith({ catalogs, networkReady: true })), {
      conversions: [
        { from: 'docx', to: ['pdf'] },
        { from: 'png', to: ['jpg', 'webp'] },
        { from: 'svg', to: ['png'] },
      ],
      compressions: ['pdf', 'png'],
    });
  });

  it('leaves out what only an excluded service could do', () => {
    const { conversions, compressions } = offeredFormats(offerWith({ catalogs }));
    assert.deepEqual(
      conversions.map(({ from }) => from),
      ['png', 'svg'],
    );
    assert.deepEqual(compressions, ['png']);
  });
});
