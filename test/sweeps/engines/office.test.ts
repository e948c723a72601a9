import assert from 'node:assert/strict';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../../support/eventually.ts';
import { named, type NamedFile } from '../../support/service/files.ts';
import { document } from '../../support/service/fixtures.ts';
import { wordsByPoppler } from '../../support/service/poppler.ts';
import { hold } from '../../support/service/hold.ts';
import { LocalWork } from '../../support/service/localWork.ts';
import { processesNaming } from '../../support/service/processes.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('LibreOffice', () => {
  const folder = useTemporaryFolder();
  let service: LocalService;

  beforeEach(() => {
    service = new LocalService({
      scriptPath: bundle,
      temporaryRoot: folder.path,
      programs: () => ({ paths: {}, avoid: [] }),
      log: () => undefined,
    });
  });
  afterEach(() => service.dispose());

  const toPdf = (file: NamedFile): LocalWork => new LocalWork(service, folder.path, file, 'pdf');

  /** The processes with a path in this test's folder among their arguments (Linux). */
  function itsProcesses(): number[] {
    return processesNaming(`UserInstallation=file://${folder.path}`);
  }

  it('does two jobs in parallel, and leaves nothing behind', async () => {
    const sources = ['voyage.docx', 'voyage.odt'].map(document);
    const outputs = await Promise.all(sources.map(async (source) => toPdf(named(source)).output()));
    for (const output of outputs) {
      assert.ok((await wordsByPoppler(output)).flat().includes('harbour'));
    }
    assert.deepEqual(itsProcesses(), []);
  });

  it('ends with all its processes when its job is canceled', async () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => `${row},the quick brown fox,${row * 7}`);
    const table = { name: 'a.csv', bytes: Buffer.from(rows.join('\n')) };
    const job = toPdf(table);
    // A stopped process can't finish before its job is canceled.
    hold(await eventually(itsProcesses, (all) => all.length >= 2));
    job.cancel();
    await eventually(itsProcesses, (all) => all.length === 0);
    assert.equal((await job.ended).status, 'Canceled');
  });
});
