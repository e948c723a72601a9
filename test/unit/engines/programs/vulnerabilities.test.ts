import assert from 'node:assert/strict';
import { engines } from '../../../../src/engines/index.ts';
import { isUpstreamBuild, openVulnerabilities } from '../../../../src/engines/programs/vulnerabilities.ts';
import { programIds } from '../../../../src/engines/programs/programs.ts';
import { offeredConversions } from '../../../../src/engines/registry.ts';

const knownVulnerabilities = engines.flatMap(({ id, program }) =>
  (program?.vulnerabilities ?? []).map((vulnerability) => ({ ...vulnerability, program: id })),
);
const all = offeredConversions(new Map(programIds.map((id) => [id, ''])));

describe('Known vulnerabilities', () => {
  it('are in formats that the program is given', () => {
    for (const { program, formats, advisories } of knownVulnerabilities) {
      const sources = new Set(all.filter(({ engine }) => engine === program).map(({ from }) => from));
      assert.ok(formats.length > 0, advisories.join());
      // The format of templates is only known from their content.
      const others = formats.filter((format) => !sources.has(format));
      assert.deepEqual(
        others.filter((format) => !/^(?:dot|ott|ots|otp|xlt|pot)/.test(format)),
        [],
        advisories.join(),
      );
    }
  });

  it('cite unique records of the CVE program', () => {
    const names = knownVulnerabilities.flatMap(({ advisories }) => advisories);
    assert.ok(names.every((name) => /^CVE-20\d\d-\d{4,}$/.test(name)));
    assert.equal(new Set(names).size, names.length);
  });

  it('are open up to the version that fixes them', () => {
    assert.equal(openVulnerabilities('calibre', '9.9.0', 'epub')?.fixedIn, '9.10.0');
    assert.equal(openVulnerabilities('calibre', '9.10.0', 'epub'), undefined);
    assert.equal(openVulnerabilities('ghostscript', '10.05.1', 'ps')?.fixedIn, '10.06.0');
    assert.equal(openVulnerabilities('ghostscript', '10.06.0', 'ps'), undefined);
  });

  it('are open in each branch up to its own fix', () => {
    const fixes = ['5.1.9', '7.1.4', '7.1.5', '8.0.2', '8.0.3', '8.1', '8.1.2', '9.0'].map(
      (version) => openVulnerabilities('ffmpeg', version, 'avi')?.fixedIn,
    );
    assert.deepEqual(fixes, ['7.1.5', '7.1.5', undefined, '8.0.3', undefined, '8.1.2', undefined, undefined]);
    assert.equal(openVulnerabilities('libreoffice', '25.2.1.2', 'docx'), undefined);
    assert.equal(openVulnerabilities('libreoffice', '25.8.1.2', 'docx')?.fixedIn, '25.8.7');
  });

  it('apply to the formats that can exploit them, and are reported together', () => {
    assert.equal(openVulnerabilities('calibre', '9.4.0', 'mobi'), undefined);
    assert.deepEqual(openVulnerabilities('calibre', '9.4.0', 'rb')?.advisories, ['CVE-2026-30853']);
    const { formats, fixedIn } = openVulnerabilities('calibre', '9.0.0') ?? {};
    assert.deepEqual([formats, fixedIn], [['epub', 'pdb', 'rb', 'tcr'], '9.10.0']);
    assert.equal(openVulnerabilities('pandoc', '2.17', 'md'), undefined);
  });

  it('are determined by the version if the build comes from upstream', () => {
    assert.deepEqual((['win32', 'darwin', 'linux'] as const).map(isUpstreamBuild), [true, true, false]);
  });
});
