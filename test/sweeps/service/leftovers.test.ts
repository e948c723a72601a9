import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../../support/eventually.ts';
import { ApiCaller, type Body } from '../../support/service/apiCaller.ts';
import { document } from '../../support/service/fixtures.ts';
import { repeatedCell } from '../../support/service/hostileSheets.ts';
import { descendantsOf, socketsOf } from '../../support/service/processes.ts';
import { useServices } from '../../support/service/services.ts';
import { bundle, type StandaloneService, withPrograms } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

type Submission = readonly [name: string, bytes: Buffer, to: string];

const film = 'YUV4MPEG2 W16 H16 F1:1 Ip A1:1 C420jpeg\n';
const drawing = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 9 9 rectfill\nshowpage\n%%EOF\n';
/** For each program, a job in which it creates files beside its output. */
const work: Readonly<Record<string, Submission>> = {
  FFmpeg: ['a.y4m', Buffer.from(`${film}FRAME\n${'a'.repeat(384)}`), 'mp4'],
  LibreOffice: ['a.docx', readFileSync(document('voyage.docx')), 'pdf'],
  Pandoc: ['a.rst', Buffer.from('words\n'), 'docx'],
  Calibre: ['a.docx', readFileSync(document('harbour.docx')), 'mobi'],
  Ghostscript: ['a.eps', Buffer.from(drawing), 'png'],
  Tesseract: ['a.png', readFileSync(document('note.png')), 'txt'],
};
/** A job that takes LibreOffice a minute. */
const long: Submission = ['a.fods', repeatedCell(400_000, 1), 'pdf'];
/** A job for which Pandoc needs more memory than it may use. */
const large: Submission = ['a.html', Buffer.from(`${'<b>'.repeat(200_000)}x`), 'rst'];

const submit = async (api: ApiCaller, [name, bytes, to]: Submission): Promise<string> =>
  (await api.submit('/convert', { name, bytes }, { targetFormat: to })).json?.id ?? '';

/** Waits for the pipe of a LibreOffice that this process started, and resolves to its path. */
async function pipeOfLibreOffice(pid: number): Promise<string> {
  const [pipe = ''] = await eventually(
    () =>
      descendantsOf(pid)
        .flatMap(socketsOf)
        .filter((name) => path.basename(name).startsWith('OSL_PIPE')),
    (pipes) => pipes.length > 0,
  );
  return pipe;
}

/** The folders of services in their common parent folder. Each contains the folders of that service's jobs. */
const services = (parent: string): string[] => readdirSync(parent).map((name) => path.join(parent, name));

const gone = async (file: string): Promise<boolean> =>
  eventually(
    () => existsSync(file),
    (there) => !there,
  );

describe('Files left by a job’s programs', () => {
  const folder = useTemporaryFolder();
  let systemFolder: string;
  let ownFolder: string;

  beforeEach(() => {
    systemFolder = path.join(folder.path, 'system');
    ownFolder = path.join(folder.path, 'own, ünsorted files');
    for (const each of [systemFolder, ownFolder]) mkdirSync(each);
  });

  const leftBy = (id: string): string[] =>
    services(ownFolder)
      .map((each) => path.join(each, id))
      .filter((each) => existsSync(each))
      .flatMap((each) => readdirSync(each));

  describe('in the extension’s service', () => {
    const { TMPDIR } = process.env;
    let service: LocalService;
    let api: ApiCaller;

    beforeEach(async () => {
      process.env['TMPDIR'] = systemFolder;
      service = new LocalService({
        scriptPath: bundle,
        temporaryRoot: ownFolder,
        programs: () => ({ paths: {}, avoid: [] }),
        log: () => undefined,
      });
      const { socketPath, key } = await service.start();
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      api = new ApiCaller('http://localhost', key, socketPath);
    });
    afterEach(async () => {
      // Only the folder of the service's socket is left.
      assert.equal(readdirSync(systemFolder).length, 1);
      await api.close();
      service.dispose();
    });

    const ended = async (id: string): Promise<Body> => api.ended('convert', id);

    for (const [program, submission] of Object.entries(work)) {
      it(`are deleted after a job with ${program}, except the output`, async () => {
        const id = await submit(api, submission);
        assert.equal((await ended(id)).status, 'Succeeded');
        assert.deepEqual(leftBy(id), ['output']);
      });
    }

    it('are deleted after a failed job', async () => {
      const id = await submit(api, ['a.docx', Buffer.from('PK no document'), 'pdf']);
      assert.partialDeepStrictEqual((await ended(id)).error, { error: 'conversion.invalid_input' });
      await eventually(
        () => leftBy(id),
        ({ length }) => length === 0,
      );
    });

    it('are deleted after a job exceeds its budget', async () => {
      const id = await submit(api, large);
      assert.partialDeepStrictEqual((await ended(id)).error, { error: 'conversion.limit_exceeded' });
      await eventually(
        () => leftBy(id),
        ({ length }) => length === 0,
      );
    });

    it('are deleted after a canceled job, even outside its folder', async () => {
      const id = await submit(api, long);
      const pipe = await pipeOfLibreOffice(process.pid);
      await service.cancel('convert', id);
      await gone(pipe);
      await eventually(
        () => leftBy(id),
        ({ length }) => length === 0,
      );
    });
  });

  describe('in a service that ends', () => {
    const startService = useServices();
    const start = async (): Promise<StandaloneService> => startService([], ownFolder, withPrograms);

    it('are deleted when the service stops', async () => {
      const service = await start();
      await submit(service.api, long);
      const pipe = await pipeOfLibreOffice(service.pid);
      await service.stop();
      await gone(pipe);
      assert.deepEqual(services(ownFolder), []);
    });

    it('are deleted by the next service after a kill', async () => {
      const killed = await start();
      await submit(killed.api, long);
      const pipe = await pipeOfLibreOffice(killed.pid);
      await killed.stop('SIGKILL');
      await start();
      await gone(pipe);
      assert.equal(services(ownFolder).length, 1);
    });
  });
});
