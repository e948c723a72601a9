import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseErrorBody } from '../../../src/contract/fault.ts';
import { assertPlain, commandLink, untrustedTexts } from '../../support/untrustedTexts.ts';
import type { ApiCaller } from '../../support/service/apiCaller.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { data, media, sample } from '../../support/service/fixtures.ts';
import { StandaloneService } from '../../support/service/standalone.ts';

const runsASource = 20;

describe('Hostile text sent to the local service', () => {
  const programs = mkdtempSync(path.join(os.tmpdir(), 'hostile-words-'));
  const said = path.join(programs, 'said');
  let service: StandaloneService;

  before(async () => {
    fakeProgram(programs, `/bin/cat '${said}' >&2\nexit 1`);
    service = await StandaloneService.start(['--plan', 'pro'], { PATH: programs });
  });

  after(async () => {
    await service?.stop();
    rmSync(programs, { recursive: true });
  });

  /** Ways to get text into an error, by source. */
  const sources: Readonly<Record<string, (api: ApiCaller, words: string) => Promise<unknown>>> = {
    'the version in a YAML directive': (api, words) =>
      faultOf(api, 'a.yaml', `%YAML ${words}\n---\n`, 'json'),
    'a YAML directive': (api, words) => faultOf(api, 'a.yaml', `%${words}\na: 1\n`, 'json'),
    'a JSON file': (api, words) => faultOf(api, 'a.json', `{"a": ${words}`, 'yaml'),
    'a key of a TOML file': (api, words) => faultOf(api, 'a.toml', `${words} = `, 'json'),
    'an entity of an XML file': (api, words) => faultOf(api, 'a.xml', `<a>&${words};</a>`, 'json'),
    'an element of an XML file': (api, words) => faultOf(api, 'a.xml', `<a></${words}>`, 'json'),
    'the entry of an archive': (api, words) =>
      faultOf(api, 'a.cbz', zipSync({ [`${words}.png`]: Buffer.from('no picture') }), 'pdf'),
    'standard error of a program': async (api, words) => {
      writeFileSync(said, words);
      return ended(api, await api.submit('/convert', media('tone.wav'), { targetFormat: 'wma' }));
    },
    'the name of a sheet': async (api, words) => {
      const fields = { targetFormat: 'csv', options: JSON.stringify({ sheet: words }) };
      return ended(api, await api.submit('/convert', data('ledger.xlsx'), fields));
    },
    'a target format': async (api, words) =>
      refusalOf(await api.submit('/convert', sample('cat.png'), { targetFormat: `x${words}` })),
    'the name of an option': async (api, words) => {
      const options = JSON.stringify({ [`x${words}`]: 1 });
      return refusalOf(await api.submit('/convert', sample('cat.png'), { targetFormat: 'webp', options }));
    },
    'the name of a file': async (api, words) =>
      refusalOf(await api.submit('/compress', { name: `a.${words}`, bytes: Buffer.from('a') })),
    'a path': async (api, words) =>
      refusalOf(await api.call(`/convert/estimate/${encodeURIComponent(words.toWellFormed())}/x`)),
    'a query': async (api, words) =>
      refusalOf(await api.call(`/compress?version=${encodeURIComponent(words.toWellFormed())}`)),
  };

  for (const [source, say] of Object.entries(sources)) {
    it(`comes back as plain characters: ${source}`, async () => {
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(untrustedTexts, async (words) => {
          const detail = detailOf(await say(service.api, words));
          if (detail === undefined) return;
          refused += 1;
          assertPlain(detail);
        }),
        { numRuns: runsASource, examples: [[commandLink]] },
      );
      assert.ok(refused > runsASource / 4, `only ${refused} were refused`);
    });
  }

  it('stays recognizable, and isn’t a link', async () => {
    const error = await faultOf(service.api, 'a.yaml', `%YAML ${commandLink}\n---\na: 1\n`, 'json');
    assert.deepEqual(error, {
      error: 'conversion.invalid_input',
      detail:
        'Invalid YAML, line 1: Unsupported YAML version [Open] (command:workbench.action.toggleDevTools).',
    });
  });

  it('is cut if it is too long', async () => {
    const error = await faultOf(service.api, 'a.yaml', `%YAML ${'1'.repeat(200_000)}\n---\na: 1\n`, 'json');
    const detail = detailOf(error) ?? '';
    assert.match(detail, /^Invalid YAML, line 1: Unsupported YAML version 1+…$/);
    assert.equal(detail.length, 300);
  });
});

/** The error of a job on a file with this content, or `undefined` if it succeeds. */
async function faultOf(
  api: ApiCaller,
  name: string,
  content: string | Uint8Array,
  targetFormat: string,
): Promise<unknown> {
  const file = { name, bytes: Buffer.from(content) };
  return ended(api, await api.submit('/convert', file, { targetFormat }));
}

async function ended(api: ApiCaller, answer: Awaited<ReturnType<ApiCaller['call']>>): Promise<unknown> {
  if (answer.status !== 202) return answer.json;
  return (await api.ended('convert', answer.json?.id)).error;
}

function refusalOf({ status, json }: Awaited<ReturnType<ApiCaller['call']>>): unknown {
  return status >= 400 ? json : undefined;
}

function detailOf(error: unknown): string | undefined {
  return parseErrorBody(error)?.detail;
}
