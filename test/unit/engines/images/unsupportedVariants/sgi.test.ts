import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fault } from '../../../../../src/contract/faults/fault.ts';
import { refuseUnsupported } from '../../../../../src/engines/images/unsupportedVariants/check.ts';
import { photo } from '../../../../support/service/fixtures.ts';

interface Facts {
  readonly bytes?: number;
  readonly channels?: number;
  readonly map?: number;
}

function sgi({ bytes = 1, channels = 3, map = 0 }: Facts): Buffer {
  const head = Buffer.alloc(512);
  head.writeUInt16BE(474);
  head.writeUInt8(bytes, 3);
  head.writeUInt16BE(3, 4);
  head.writeUInt16BE(channels, 10);
  head.writeUInt32BE(map, 104);
  return head;
}

describe('An SGI image', () => {
  it('is refused with the reason if its reader would misread it', async () => {
    await assert.rejects(refuseUnsupported(sgi({ map: 1 })), { fault: fault('sgi.palette') });
    await assert.rejects(refuseUnsupported(sgi({ channels: 5 })), { fault: fault('sgi.channels', 5) });
    for (const channels of [1, 2]) {
      await assert.rejects(refuseUnsupported(sgi({ bytes: 2, channels })), { fault: fault('sgi.deepGray') });
    }
  });

  it('is left to its reader if that reads it correctly', async () => {
    for (const facts of [{}, { channels: 1 }, { channels: 4 }, { bytes: 2 }])
      await refuseUnsupported(sgi(facts));
    await refuseUnsupported(readFileSync(photo('sgi')));
  });
});
