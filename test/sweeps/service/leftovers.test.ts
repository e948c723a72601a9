import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../../support/eventually.ts';
import type { ApiCaller } from '../../support/service/apiCaller.ts';
import type { NamedFile } from '../../support/service/files.ts';
import { document } from '../../support/service/fixtures.ts';
import { repeatedCell } from '../../support/service/hostileSheets.ts';
import { LocalWork } from '../../support/service/localWork.ts';
import { descendantsOf, socketsOf } from '../../support/service/processes.ts';
import { useServices } from '../../support/service/services.ts';
import { bundle, type StandaloneService, withPrograms } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

type Submission = readonly [file: NamedFile, to: string];

const file = (name: string, content: string | Buffer): NamedFile => ({ name, bytes: Buffer.from(content) });
const film = 'YUV4MPEG2 W16 H16 F1:1 Ip A1:1 C420jpeg\n';
const drawing = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 9 9 rectfill\nshowpage\n%%EOF\n';
/** For each program, a job in which it creates files beside its output. */
const work: Readonly<Record<string, Submission>> = {
  FFmpeg: [file('a.y4m', `${film}FRAME\n${'a'.repeat(384)}`), 'mp4'],
  LibreOffice: [file('a.docx', readFileSync(document('voyage.docx'))), 'pdf'],
  Pandoc: [file('a.rst', 'words\n'), 'docx'],
  Calibre: [file('a.docx', readFileSync(document('harbour.docx'))), 'mobi'],
  Ghostscript: [file('a.eps', drawing), 'png'],
  Tesseract: [file('a.png', readFileSync(document('note.png'))), 'txt'],
};
/** A job that takes LibreOffice a minute. */
const long: Submission = [file('a.fods', repeatedCell(400_000, 1)), 'pdf'];
/** A job for which Pandoc needs more memory than it may use. */
const large: Submission = [file('a.html', `${'<b>'.repeat(200_000)}x`), 'rst'];

const submit = async (api: ApiCaller, [source, to]: Submission): Promise<unknown> =>
  api.submit('/convert', source, { targetFormat: to });

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

const gone = async (pipe: string): Promise<boolean> =>
  eventually(
    () => existsSync(pipe),
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

  /** The private folders of the services' programs. */
  const programFolders = (): string[] =>
    services(ownFolder)
      .flatMap((each) => readdirSync(each))
      .filter((name) => name.startsWith('program-'));

  describe('in the extension’s service', () => {
    const { TMPDIR } = process.env;
    let service: LocalService;

    beforeEach(async () => {
      process.env['TMPDIR'] = systemFolder;
      service = new LocalService({
        scriptPath: bundle,
        temporaryRoot: ownFolder,
        programs: () => ({ paths: {}, avoid: [] }),
        log: () => undefined,
      });
      await service.start();
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
    });
    afterEach(() => {
      assert.deepEqual(readdirSync(systemFolder), []);
      service.dispose();
    });

    const start = ([source, to]: Submission): LocalWork => new LocalWork(service, folder.path, source, to);
    /** Starts a job with a program, and waits until that has its private folder. */
    const startProgram = async (submission: Submission): Promise<LocalWork> => {
      const job = start(submission);
      await eventually(
        () => [job.status, programFolders().length],
        ([status, count]) => count === 1 || (status !== 'Queued' && status !== 'Processing'),
      );
      return job;
    };

    for (const [program, submission] of Object.entries(work)) {
      it(`are deleted after a job with ${program}, except the output`, async () => {
        const job = start(submission);
        assert.ok((await job.output()).length > 0);
        assert.deepEqual(readdirSync(job.folder), ['input', 'output']);
        assert.deepEqual(programFolders(), []);
      });
    }

    it('are deleted after a failed job', async () => {
      const job = start([file('a.docx', 'PK no document'), 'pdf']);
      assert.partialDeepStrictEqual((await job.ended).error, { error: 'conversion.invalid_input' });
      assert.deepEqual(readdirSync(job.folder), ['input']);
      assert.deepEqual(programFolders(), []);
    });

    it('are deleted after a job exceeds its budget', async () => {
      const job = await startProgram(large);
      assert.equal(programFolders().length, 1);
      assert.partialDeepStrictEqual((await job.ended).error, { error: 'conversion.limit_exceeded' });
      assert.deepEqual(readdirSync(job.folder), ['input']);
      assert.deepEqual(programFolders(), []);
    });

    it('are deleted after a canceled job, even outside its folder', async () => {
      const job = await startProgram(long);
      assert.equal(programFolders().length, 1);
      const pipe = await pipeOfLibreOffice(process.pid);
      job.cancel();
      assert.equal((await job.ended).status, 'Canceled');
      assert.deepEqual(readdirSync(job.folder), ['input']);
      assert.deepEqual(programFolders(), []);
      await gone(pipe);
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
