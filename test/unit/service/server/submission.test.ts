import assert from 'node:assert/strict';
import { fault } from '../../../../src/contract/fault.ts';
import type { JsonObject } from '../../../../src/contract/read.ts';
import { ConversionError } from '../../../../src/engines/api/conversionError.ts';
import { creditPerPage } from '../../../../src/engines/api/engineDescription.ts';
import type { EngineTask } from '../../../../src/engines/api/task.ts';
import { pdfPages } from '../../../../src/engines/pdf/pdf.ts';
import { compressions, conversions } from '../../../../src/engines/registry.ts';
import { outputFileName } from '../../../../src/service/server/jobs/jobOutput.ts';
import { assignEngine, checkOptions } from '../../../../src/service/assignment.ts';
import { readOptions } from '../../../../src/service/server/formFields.ts';
import { type Measure, priceOf } from '../../../../src/service/server/price.ts';
import { untilAborted } from '../../../../src/util/abort.ts';

const base = {
  fileName: 'a.jpg',
  sniffed: 'jpg',
  named: undefined,
  targetFormat: undefined,
  options: {},
} as const;
const noPrograms = new Map();
const convert = (over: object) => () => {
  const { from, to } = assignEngine({ ...base, tool: 'convert', ...over }, noPrograms);
  return `${from} ${to}`;
};
const compress = (over: object) => () =>
  assignEngine({ ...base, tool: 'compress', ...over }, noPrograms).from;

const letter = {
  ...base,
  tool: 'convert',
  fileName: 'letter.docx',
  sniffed: 'docx',
  targetFormat: 'pdf',
} as const;
const libreOffice = new Map([['libreoffice', '/usr/bin/soffice']] as const);
const engineWith = (options: JsonObject): string =>
  assignEngine({ ...letter, options }, libreOffice).conversion.engine;

describe('assignEngine', () => {
  it('accepts the target in any spelling', () => {
    assert.equal(convert({ targetFormat: '.TIF' })(), 'jpg tiff');
  });

  it('prefers the content over the name', () => {
    assert.equal(convert({ sniffed: 'png', targetFormat: 'webp' })(), 'png webp');
    assert.equal(convert({ sniffed: 'png', targetFormat: 'png' })(), 'png png');
    assert.equal(convert({ sniffed: undefined, targetFormat: 'webp' })(), 'jpg webp');
    assert.equal(compress({ sniffed: 'png' })(), 'png');
  });

  it('names a format that is no longer offered, as a target and as a source', () => {
    for (const format of ['pict', 'ras', 'aai']) {
      assert.throws(convert({ targetFormat: format }), {
        code: 'request.invalid_target_format',
        message: `${format} isn’t a format that files can be converted to.`,
      });
      const source = { fileName: `a.${format}`, sniffed: undefined, targetFormat: 'png' };
      assert.throws(convert(source), {
        code: 'conversions.unsupported_pair',
        message: `${format} can’t be converted to png.`,
      });
    }
  });

  it('distinguishes a wrong target from a pair that isn’t offered', () => {
    const wrongTarget = { code: 'request.invalid_target_format', status: 400 };
    assert.throws(convert({}), wrongTarget);
    assert.throws(convert({ targetFormat: 'exe' }), wrongTarget);
    const wrongPair = { code: 'conversions.unsupported_pair', status: 422 };
    assert.throws(convert({ targetFormat: 'csv' }), wrongPair);
    assert.throws(convert({ fileName: 'notes.txt', sniffed: undefined, targetFormat: 'jpg' }), wrongPair);
    assert.throws(convert({ fileName: 'noname', sniffed: undefined, targetFormat: 'jpg' }), wrongPair);
  });

  it('uses the best engine, or the one that has the options', () => {
    assert.equal(engineWith({}), 'libreoffice');
    assert.equal(engineWith({ pageSize: 'A5' }), 'documentPrint');
    // An unknown option goes to the engine with options, whose error lists the supported ones.
    assert.equal(engineWith({ unheard: 1 }), 'documentPrint');
  });

  it('names a helper for what the engine can’t do if the helper has the options, too', () => {
    const ffmpeg = new Map([['ffmpeg', '/usr/bin/ffmpeg']] as const);
    const film = {
      ...base,
      tool: 'convert',
      fileName: 'a.mov',
      sniffed: 'mov',
      targetFormat: 'mp4',
    } as const;
    const engines = (options: JsonObject): (string | undefined)[] => {
      const { conversion, helper } = assignEngine({ ...film, options }, ffmpeg);
      return [conversion.engine, helper?.conversion.engine];
    };
    assert.deepEqual(engines({}), ['remux', 'ffmpeg']);
    assert.deepEqual(engines({ codec: 'hevc' }), ['ffmpeg', undefined]);
    assert.equal(assignEngine(film, noPrograms).helper, undefined);
  });

  it('compresses only what is offered, whoever names the format', () => {
    const unsupported = { code: 'compressions.unsupported_format', status: 422 };
    assert.throws(compress({ named: 'zip' }), unsupported);
    assert.throws(compress({ fileName: 'a.txt', sniffed: undefined }), unsupported);
    assert.equal(compress({ named: 'JPEG', sniffed: undefined, fileName: 'noname' })(), 'jpg');
  });
});

describe('checkOptions', () => {
  const assignment = assignEngine({ ...base, tool: 'convert', targetFormat: 'webp' }, noPrograms);
  const invalid = { code: 'request.invalid_option', status: 400 };

  it('accepts what the pair’s schema allows', () => {
    assert.deepEqual(checkOptions(assignment, { quality: 5 }), { quality: 5 });
  });

  for (const options of [{ quality: 0 }, { quality: 'high' }, { colour: 1 }, { background: '#fff' }]) {
    it(`refuses ${JSON.stringify(options)}`, () => {
      assert.throws(() => checkOptions(assignment, options), invalid);
    });
  }
});

const read = (fields: Record<string, string>) => readOptions(new Map(Object.entries(fields)));

describe('readOptions', () => {
  it('reads one JSON field, or a field per option', () => {
    assert.deepEqual(read({ options: '{"quality":5}' }), { quality: 5 });
    assert.deepEqual(read({ 'options[quality]': '5', 'options[lossless]': 'true', 'options[a]': 'x' }), {
      quality: 5,
      lossless: true,
      a: 'x',
    });
    assert.deepEqual(read({ other: 'x' }), {});
  });

  it('keeps every name, so that the schema can refuse it', () => {
    const json = read({ options: '{"__proto__":{"quality":5}}' });
    assert.deepEqual([Object.keys(json), json['quality']], [['__proto__'], undefined]);
    assert.deepEqual(Object.keys(read({ 'options[__proto__]': '5' })), ['__proto__']);
    assert.deepEqual(Object.keys(read({ 'options[constructor]': '5' })), ['constructor']);
  });

  const unheld = ['\\u0000', '\\ud800', 'a\\udc00b'];
  for (const text of unheld) {
    it(`refuses ${text}, which databases can’t store, anywhere`, () => {
      const refused = { code: 'request.invalid_option', status: 400 };
      for (const options of [`{"a":"${text}"}`, `{"a":[{"b":"${text}"}]}`, `{"${text}":1}`])
        assert.throws(() => read({ options }), refused);
      assert.throws(() => read({ 'options[a]': JSON.parse(`"${text}"`) }), refused);
    });
  }

  for (const options of ['{', '5', '[1]', '"x"']) {
    it(`refuses ${options} as options`, () => {
      assert.throws(() => read({ options }), { code: 'request.invalid_option' });
    });
  }
});

describe('The options of every conversion', () => {
  it('are refused if the conversion doesn’t have one of them', () => {
    const unknown = ['{"unheard":1}', '{"__proto__":{"quality":5}}', '{"constructor":1}', '{"toString":"x"}'];
    for (const { options } of [...conversions, ...compressions]) {
      for (const text of unknown) assert.ok(!options().safeParse(JSON.parse(text)).success, text);
    }
  });
});

describe('outputFileName', () => {
  it('replaces the extension with the target’s, and keeps a compressed file’s name', () => {
    assert.equal(outputFileName('convert', 'my.photo.jpeg', 'webp'), 'my.photo.webp');
    assert.equal(outputFileName('convert', 'noname', 'webp'), 'noname.webp');
    assert.equal(outputFileName('convert', 'a.b.TAR.gz', 'zip'), 'a.b.zip');
    assert.equal(outputFileName('convert', '.tar.gz', 'zip'), '.tar.zip');
    assert.equal(outputFileName('compress', 'photo.JPG', 'jpg'), 'photo.JPG');
  });
});

const paths = { inputPath: '', inputBytes: 0, fileName: '', outputPath: '' };
const work: EngineTask = { tool: 'convert', engine: 'pdf', from: 'pdf', to: 'png', options: {}, ...paths };
const cost = creditPerPage(pdfPages);
const never = new AbortController().signal;
const endless: Measure = (_work, _account, signal) => untilAborted(new Promise<never>(() => {}), signal);
const counted: Measure = async (_, account) => ({ pages: account === 'team' ? 1900 : 1 });
const failing =
  (error: Error): Measure =>
  async () => {
    throw error;
  };

describe('priceOf', () => {
  it('has the pages counted for the account', async () => {
    assert.equal(await priceOf(work, cost, counted, 'team', never), 1900);
  });

  it('refuses a file whose pages can’t be counted instead of guessing', async () => {
    for (const id of ['conversion.time', 'conversion.memory', 'conversion.crashed', 'pdf.complex'] as const) {
      const measure = failing(new ConversionError(fault(id)));
      await assert.rejects(priceOf(work, cost, measure, 'team', never), {
        code: 'request.pages_uncountable',
        status: 422,
        fault: { id: 'pages.uncounted', parameters: [] },
      });
    }
  });

  it('leaves a damaged file to its job, which fails at no cost', async () => {
    const measure = failing(new ConversionError(fault('damaged.PDF')));
    assert.equal(await priceOf(work, cost, measure, 'team', never), 1);
  });

  it('asks the caller to retry if the counter fails for other reasons or takes too long', async () => {
    const saturated = { code: 'queue.pool_saturated', status: 503 };
    const unstarted = failing(new ConversionError(fault('conversion.unstarted')));
    await assert.rejects(priceOf(work, cost, unstarted, 'team', never), saturated);
    await assert.rejects(priceOf(work, cost, endless, 'team', never, 1), saturated);
  });

  it('ends if nobody waits for it', async () => {
    const gone = new AbortController();
    const price = priceOf(work, cost, endless, 'team', gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(price, { message: 'gone' });
  });

  it('hides no other error', async () => {
    await assert.rejects(priceOf(work, cost, failing(new Error('disk')), 'team', never), { message: 'disk' });
  });
});
