// Weight 2: keeps both workers busy for a minute.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sample } from '../../../support/service/fixtures.ts';
import { pageOf } from '../../../support/service/pdfBuilder.ts';
import { descendantsOf } from '../../../support/service/processes.ts';
import { useService } from '../../../support/service/services.ts';

const tooLong = { error: 'conversion.timed_out', detail: 'The conversion took too long and was stopped.' };
const gigabyte = 1024 ** 3;
const box = '/BBox [0 0 200 200]';

/** Each filter step reads the previous one, with a picture of 16 megapixels. */
function filtersInFilters(): Buffer {
  const steps = Array.from({ length: 12 }, (_, step) => {
    const spread = `<feMorphology in="t${step}" radius="60" result="m${step}"/>`;
    const moved = `<feDisplacementMap in="m${step}" in2="t${step}" scale="50" result="d${step}"/>`;
    return `<feTurbulence numOctaves="9" baseFrequency="0.5" result="t${step}"/>${spread}${moved}`;
  });
  const shape = '<rect width="4000" height="4000" filter="url(#f)"/>';
  const filter = `<filter id="f" x="0" y="0" width="1" height="1">${steps.join('')}</filter>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${filter}${shape}</svg>`,
  );
}

function billionTiles(): Buffer {
  const tile = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.005 /YStep 0.005';
  return pageOf('/Pattern cs /p scn 0 0 200 200 re f', {
    page: '/Resources << /Pattern << /p 5 0 R >> >>',
    extra: [
      {
        dictionary: `/Type /Pattern ${tile} /Resources << >>`,
        stream: Buffer.from('1 0 0 rg 0 0 1 1 re f'),
      },
    ],
  });
}

/** Nine forms, each of which draws the next one ten times. */
function formsInForms(): Buffer {
  const form = (next: number): { dictionary: string; stream: Buffer } => ({
    dictionary: `/Type /XObject /Subtype /Form ${box} /Resources << /XObject << /a ${next} 0 R >> >>`,
    stream: Buffer.from('/a Do '.repeat(10)),
  });
  const last = { dictionary: `/Type /XObject /Subtype /Form ${box}`, stream: Buffer.from('0 0 1 1 re f') };
  return pageOf('/a Do', {
    page: '/Resources << /XObject << /a 5 0 R >> >>',
    extra: [...Array.from({ length: 8 }, (_, index) => form(6 + index)), last],
  });
}

/** The maximum memory of a process so far; none if it has ended. */
function peakBytes(pid: number): number[] {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kibibytes === undefined ? [] : [Number(kibibytes) * 1024];
  } catch {
    return [];
  }
}

describe('A small drawing that takes forever', () => {
  const service = useService(['--pool', '2']);

  async function submitted(name: string, bytes: Buffer): Promise<string | undefined> {
    return (await service.api.submit('/convert', { name, bytes }, { targetFormat: 'png' })).json?.id;
  }

  it('is stopped after a minute, and frees its slot for the next', async () => {
    const drawings = [await submitted('a.svg', filtersInFilters()), await submitted('a.pdf', billionTiles())];
    for (const id of drawings) {
      const { status, error } = await service.api.ended('convert', id);
      assert.deepEqual({ status, error }, { status: 'Failed', error: tooLong });
    }
    await service.api.convert(sample('cat.png'), 'gif');
  });

  it('is refused before it takes two gigabytes if its forms draw forms that draw forms', async () => {
    const peaks: number[] = [];
    // A worker may end with its job, so its memory is read during the job, too.
    const read = () => peaks.push(...descendantsOf(service.pid).flatMap(peakBytes));
    const watch = setInterval(read, 100);
    const id = await submitted('a.pdf', formsInForms());
    const { error } = await service.api.ended('convert', id).finally(() => clearInterval(watch));
    read();
    assert.deepEqual(error, { error: 'conversion.failed', detail: 'The PDF is too complex to be read.' });
    assert.ok(peaks.length > 0 && Math.max(...peaks) < 1.75 * gigabyte, peaks.join());
  });
});
