// A suite that never ends, while LibreOffice works for its service.
import { repeatedCell } from '../service/hostileSheets.ts';
import { StandaloneService, withPrograms } from '../service/standalone.ts';

describe('A suite without end', function () {
  this.timeout(0);

  it('waits for nothing', async () => {
    const { api } = await StandaloneService.start([], withPrograms);
    const sheet = { name: 'a.fods', bytes: repeatedCell(400_000, 1) };
    await api.submit('/convert', sheet, { targetFormat: 'pdf' });
    await new Promise(() => {});
  });
});
