// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { injectedFaults } from '../../../tools/torture/network/faultInjector.ts';
import { hasPassed, tortureNetwork } from '../../../tools/torture/network/tortureNetwork.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';
import { scaled } from '../../support/run/slowness.ts';

describe('A network with injected faults', function () {
  this.timeout(scaled(600_000));
  const folder = useTemporaryFolder();

  it('loses no file, leaves no incomplete one, and neither charges nor refunds twice', async () => {
    const sentences: string[] = [];
    const report = await tortureNetwork({
      seed: 1,
      jobs: 60,
      folder: folder.path,
      tell: (line) => sentences.push(line),
    });
    assert.ok(hasPassed(report), `${sentences.join('\n')}\n${JSON.stringify(report)}`);
    // Without jobs and injected faults, the zeros in the report would prove nothing.
    assert.ok(
      report.jobs >= 60 && Object.keys(report.faults).length === injectedFaults.length,
      JSON.stringify(report),
    );
  });
});
