import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  asksForOutput,
  fillTemplate,
  folderFault,
  nameFault,
  outputFolder,
  outputFolderFault,
  templateValues,
  type TemplateValues,
  workspaceFolderFault,
} from '../../../../src/jobs/placement/template.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';

const values: TemplateValues = {
  '${name}': 'photo',
  '${dir}': 'assets',
  '${ext}': 'webp',
  '${width}': '800',
  '${height}': '600',
  '${preset}': 'For web',
  '${n}': '07',
};
const without = (...missing: (keyof TemplateValues)[]): TemplateValues => ({
  ...values,
  ...Object.fromEntries(missing.map((placeholder) => [placeholder, ''])),
});

describe('A naming template', () => {
  it('replaces its placeholders by values', () => {
    assert.equal(
      fillTemplate('${dir}_${n} ${name}@${width}x${height} ${preset}', values),
      'assets_07 photo@800x600 For web',
    );
    assert.equal(fillTemplate('$name costs 5$', values), '$name costs 5$');
  });

  it('allows no folder, placeholder, or pattern in a value', () => {
    const hostile = { ...values, '${name}': '../a\\b/${dir}$&$1', '${preset}': '..' };
    assert.equal(fillTemplate('${name}-${preset}', hostile), '.._a_b_${dir}$&$1-..');
  });

  it('drops the separator before a missing value', () => {
    const sizeless = without('${width}', '${height}');
    assert.equal(fillTemplate('${name}-${width}', sizeless), 'photo');
    assert.equal(fillTemplate('${name}-${width}x${height}', sizeless), 'photo');
    assert.equal(fillTemplate('${width}x${height}_${name}', sizeless), 'photo');
    assert.equal(fillTemplate('${name}-${width} max', sizeless), 'photo max');
    assert.equal(fillTemplate('${name}-max${width}', sizeless), 'photo-max');
    assert.equal(fillTemplate('_${name}', sizeless), '_photo');
    assert.equal(fillTemplate('${name}.${preset}.${n}', without('${preset}')), 'photo.07');
  });

  it('is refused for its first unknown placeholder', () => {
    assert.deepEqual(nameFault('${name}-${size}-${x}'), unknown('${size}'));
    assert.deepEqual(folderFault('out/${Name}'), unknown('${Name}'));
    assert.deepEqual(folderFault('out/${workspaceFolder}'), unknown('${workspaceFolder}'));
    assert.deepEqual(nameFault('${workspaceFolder}'), unknown('${workspaceFolder}'));
    assert.deepEqual(nameFault('${name'), unknown('${name'));
    assert.equal(folderFault('${workspaceFolder}/${dir}/${ext}'), undefined);
  });

  it('is refused for a folder in a name', () => {
    for (const template of ['a/b', 'a\\b', '../${name}']) {
      assert.equal(nameFault(template)?.code, 'output.name_with_folder');
    }
  });

  it('needs the output if it contains the output’s size', () => {
    assert.deepEqual(['${width}', 'a-${height}', '${name}', undefined].map(asksForOutput), [
      true,
      true,
      false,
      false,
    ]);
  });
});

function unknown(detail: string): object {
  return { code: 'output.unknown_placeholder', detail };
}

const workspace = 'file:///home/ana/site';
const photo = 'file:///home/ana/site/assets/icons/photo.png';

const folder = (template: string, source = photo): string => {
  const templates = outputTemplates({ folder: template, workspace, preset: 'Web', number: '2' });
  return outputFolder(
    source,
    templates,
    templateValues(source, templates, { extension: '.webp', size: undefined }),
  );
};
const faultOfWorkspace = (template: string, source = photo): string | undefined => {
  const templates = outputTemplates({ folder: template, workspace, staysInWorkspace: true });
  const values = templateValues(source, templates, { extension: '.webp', size: undefined });
  return workspaceFolderFault(source, templates, values)?.code;
};

describe('The output folder', () => {
  it('is relative to the source’s folder', () => {
    assert.equal(folder('out'), 'file:///home/ana/site/assets/icons/out');
    assert.equal(folder('./out/'), folder('out'));
    assert.equal(folder('../out//small'), 'file:///home/ana/site/assets/out/small');
    assert.equal(folder('.'), 'file:///home/ana/site/assets/icons');
    assert.equal(
      folder('out', 'vscode-vfs://host/repo/a.png?ref=main'),
      'vscode-vfs://host/repo/out?ref=main',
    );
  });

  it('can be relative to the workspace and mirror its folders', () => {
    assert.equal(folder('${workspaceFolder}'), workspace);
    assert.equal(folder('${workspaceFolder}/out/${dir}'), 'file:///home/ana/site/out/assets/icons');
    assert.equal(
      folder('${workspaceFolder}/out/${dir}', 'file:///home/ana/site/a.png'),
      'file:///home/ana/site/out',
    );
  });

  it('is relative to the source outside any workspace', () => {
    const source = 'file:///else/where/a.png';
    const templates = outputTemplates({ folder: '${workspaceFolder}/out/${dir}' });
    const values = templateValues(source, templates, { extension: '.webp', size: undefined });
    assert.equal(outputFolder(source, templates, values), 'file:///else/where/out/where');
  });

  it('can be an absolute path, or one in the home folder', () => {
    assert.equal(folder('/srv/out/${ext}'), 'file:///srv/out/webp');
    assert.equal(folder('/srv/out', 'vscode-vfs://host/repo/a.png'), 'file:///srv/out');
    assert.equal(folder('~/out'), pathToFileURL(join(homedir(), 'out')).href);
    assert.equal(folder('/../../srv'), 'file:///srv');
  });

  it('can contain placeholders, each replaced by a single plain name', () => {
    assert.equal(folder('${name}/${preset}-${n}'), 'file:///home/ana/site/assets/icons/photo/Web-2');
    const source = 'file:///home/ana/site/...png';
    assert.equal(folder('out/${name}', source), 'file:///home/ana/site/out');
    const encoded = 'file:///home/ana/site/a%2F..%2F..%2Fb%5C.png';
    assert.equal(folder('out/${name}', encoded), 'file:///home/ana/site/out/a_.._.._b_');
  });

  it('is only hidden if the template hides it', () => {
    const [parent, hidden] = ['file:///home/ana/site/assets', 'file:///home/ana/site/assets/.vscode.png'];
    assert.equal(folder('${name}', hidden), `${parent}/vscode`);
    assert.equal(folder('out/${name}-favicon', hidden), `${parent}/out/vscode-favicon`);
    assert.equal(folder('${name}', 'file:///home/ana/site/assets/%E2%80%8B.git.png'), `${parent}/git`);
    assert.equal(folder('.${name}', photo), `${parent}/icons/.photo`);
    assert.equal(folder('.cache/${name}', hidden), `${parent}/.cache/vscode`);
    const inHidden = 'file:///home/ana/site/.github/a.png';
    assert.equal(folder('${workspaceFolder}/out/${dir}', inHidden), 'file:///home/ana/site/out/.github');
  });

  it('uses no name that another system reserves', () => {
    assert.equal(
      folder('nul/con.txt/a:b/tail. .'),
      'file:///home/ana/site/assets/icons/_nul/_con.txt/a_b/tail',
    );
    assert.equal(
      folder('.hidden/bild\u00e4r\u200b'),
      'file:///home/ana/site/assets/icons/.hidden/bild%C3%A4r',
    );
    assert.equal(decodeURIComponent(folder('x'.repeat(400)).split('/').at(-1) ?? '').length, 255);
    assert.equal(folder('. ./.\u200b./out'), 'file:///home/ana/site/assets/icons/out');
  });

  it('is refused if its path is another system’s', () => {
    for (const template of ['C:\\out', 'c:out', '\\\\server\\share', '~someone/out']) {
      assert.equal(outputFolderFault(template)?.code, 'output.folder_elsewhere', template);
    }
    for (const template of ['/srv/out', '~/out', '../../..', '${workspaceFolder}/../out']) {
      assert.equal(outputFolderFault(template), undefined);
    }
  });

  it('is refused if a workspace sets it to a path outside the workspace', () => {
    const leaving = [
      '/srv/out',
      '~/out',
      'C:\\out',
      'c:out',
      '\\\\server\\share',
      '\\out',
      '../../../out',
      '..\\..\\..\\out',
      '${workspaceFolder}/..',
      '${workspaceFolder}/../site-of-someone',
      '${workspaceFolder}/a/../../out',
    ];
    for (const template of leaving)
      assert.equal(faultOfWorkspace(template), 'output.outside_workspace', template);
    assert.equal(faultOfWorkspace('out', 'file:///else/a.png'), 'output.outside_workspace');
    assert.equal(faultOfWorkspace('${nme}'), 'output.unknown_placeholder');
    for (const template of [
      'out',
      '../../out',
      '${workspaceFolder}',
      '${workspaceFolder}/a/../b',
      '.../out',
    ]) {
      assert.equal(faultOfWorkspace(template), undefined, template);
    }
  });
});
