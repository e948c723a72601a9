import assert from 'node:assert/strict';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { eventually } from '../../support/eventually.ts';
import { ApiCaller } from '../../support/service/apiCaller.ts';
import { document } from '../../support/service/fixtures.ts';
import { wordsByPoppler } from '../../support/service/poppler.ts';
import { hold } from '../../support/service/hold.ts';
import { processesNaming } from '../../support/service/processes.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('LibreOffice', () => {
  const folder = useTemporaryFolder();
  let service: LocalService;
  let api: ApiCaller;

  beforeEach(async () => {
    service = new LocalService({
      scriptPath: bundle,
      temporaryRoot: folder.path,
      programs: () => ({ paths: {}, avoid: [] }),
      log: () => undefined,
    });
    const { socketPath, key } = await service.start();
    api = new ApiCaller('http://localhost', key, socketPath);
  });
  afterEach(async () => {
    await api.close();
    service.dispose();
  });

  /** The processes with a path in this test's folder among their arguments (Linux). */
  function itsProcesses(): number[] {
    return processesNaming(`UserInstallation=file://${folder.path}`);
  }

  it('does two jobs in parallel, and leaves nothing behind', async () => {
    const sources = ['voyage.docx', 'voyage.odt'].map(document);
    const outputs = await Promise.all(
      sources.map(async (source) => (await api.convert(source, 'pdf')).output),
    );
    for (const output of outputs) {
      assert.ok((await wordsByPoppler(output)).flat().includes('harbour'));
    }
    assert.deepEqual(itsProcesses(), []);
  });

  it('ends with all its processes when its job is canceled', async () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => `${row},the quick brown fox,${row * 7}`);
    const table = { name: 'a.csv', bytes: Buffer.from(rows.join('\n')) };
    const { json } = await api.submit('/convert', table, { targetFormat: 'pdf' });
    const id = json?.id ?? '';
    // A stopped process can't finish before its job is canceled.
    hold(await eventually(itsProcesses, (all) => all.length >= 2));
    await service.cancel('convert', id);
    await eventually(itsProcesses, (all) => all.length === 0);
    assert.equal((await api.ended('convert', id)).status, 'Canceled');
  });
});
