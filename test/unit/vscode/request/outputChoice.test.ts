import assert from 'node:assert/strict';
import type { OutputRequest } from '../../../../src/planning/work.ts';
import { chooseOutput, type OutputChoice } from '../../../../src/vscode/request/outputChoice.ts';

const photo = 'file:///home/ana/site/a/photo.png';
const site = 'file:///home/ana/site';
const numbering = { number: 3, count: 120, preset: 'Web' };
const choose = (...requests: OutputRequest[]): OutputChoice => chooseOutput(photo, site, requests, numbering);

describe('chooseOutput', () => {
  it('is the default location if nothing is set', () => {
    assert.deepEqual(choose({}, { folder: '', name: '' }), {
      templates: undefined,
      fault: undefined,
      ignored: [],
    });
  });

  it('takes the folder and the name from the first that sets each', () => {
    const { templates } = choose({ name: 'x' }, { folder: 'mine', name: 'y' }, { folder: 'yours' });
    assert.deepEqual(templates, {
      folder: 'mine',
      name: 'x',
      workspace: site,
      staysInWorkspace: false,
      preset: 'Web',
      number: '003',
    });
  });

  it('treats an empty folder as the default location', () => {
    assert.equal(choose({ folder: '' }, { folder: 'mine' }).templates, undefined);
  });

  it('keeps a workspace in its folder, and ignores a folder outside it', () => {
    const kept = choose({ folder: '../out', ofWorkspace: true }, { folder: '/mine' });
    assert.deepEqual([kept.templates?.folder, kept.templates?.staysInWorkspace], ['../out', true]);
    for (const folder of ['/srv/out', '../../out', '${nme}']) {
      const { templates, fault, ignored } = choose({ folder, ofWorkspace: true }, { folder: '/mine' });
      assert.deepEqual([templates?.folder, templates?.staysInWorkspace, fault], ['/mine', false, undefined]);
      assert.equal(ignored.length, 1);
    }
    assert.equal(choose({ name: 'a/b', ofWorkspace: true }).ignored[0]?.code, 'output.name_with_folder');
  });

  it('stops if the user asks for something impossible', () => {
    assert.equal(choose({ folder: '${nme}' }).fault?.code, 'output.unknown_placeholder');
    assert.equal(choose({ name: 'a/b' }).fault?.code, 'output.name_with_folder');
  });
});
