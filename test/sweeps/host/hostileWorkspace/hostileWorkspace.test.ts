import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, settings, settingsSection } from '../../../../src/manifest.ts';
import type { BatchFileResult } from '../../../../src/vscode/batch/runBatch.ts';
import { programSearch, currentSettings, historySettings } from '../../../../src/vscode/settings.ts';
import { proxySettings } from '../../../../src/vscode/network/connections.ts';
import { compress, convert } from '../../../host/sandbox.ts';

/** The port that the hostile workspace's settings point to. */
const hostilePort = 47_871;

describe('A workspace with hostile settings', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const uri = (name: string): vscode.Uri => vscode.Uri.joinPath(folder, name);
  let visitors = 0;
  let trap: http.Server;

  before(async () => {
    trap = http.createServer((_request, response) => response.writeHead(404).end());
    trap.on('connection', () => (visitors += 1));
    trap.listen(hostilePort, '127.0.0.1');
    await once(trap, 'listening');
  });
  after(() => trap.close());

  it('is open, and its harmless settings apply', () => {
    const suffix = vscode.workspace.getConfiguration(settingsSection, folder).get(settings.compressSuffix);
    assert.equal(suffix, '/../../escaped');
    assert.ok(vscode.workspace.isTrusted);
  });

  it('can’t change output folders, overwriting, or remembered choices', () => {
    assert.equal(currentSettings.baseUrl(), undefined);
    assert.equal(currentSettings.authUrl(), undefined);
    assert.equal(currentSettings.runOn(), 'auto');
    const { onCollision, replaceSource } = currentSettings.placement(uri('cat.png'));
    assert.deepEqual([onCollision, replaceSource], ['rename', false]);
    assert.equal(currentSettings.dialect().optionsField, 'options');
    assert.ok(historySettings.maxEnded > 0 && historySettings.maxAgeMs > 0);
  });

  it('can’t name a program, and none of its programs run', () => {
    assert.deepEqual(programSearch(), { paths: {}, avoid: [folder.fsPath] });
  });

  it('can’t add a proxy or turn off certificate checks', () => {
    const { proxy, strictSsl } = proxySettings();
    assert.deepEqual([proxy, strictSsl], [undefined, true]);
  });

  it('has its files converted on this computer, beside their sources, overwriting nothing', async () => {
    await writeFile(uri('cat.webp').fsPath, 'mine');
    const source = await readFile(uri('cat.png').fsPath);
    const [converted] = await convert([uri('cat.png')], 'webp');
    assert.deepEqual([converted?.status, converted?.service], ['done', 'local']);
    assert.equal(converted?.output, uri('cat (1).webp').fsPath);
    const [compressed] = await compress([uri('cat.png')]);
    assert.equal(compressed?.status, 'done');
    assert.equal(path.dirname(compressed?.output ?? ''), folder.fsPath);
    assert.equal(await readFile(uri('cat.webp').fsPath, 'utf8'), 'mine');
    assert.ok(source.equals(await readFile(uri('cat.png').fsPath)));
    const above = await readdir(path.dirname(folder.fsPath));
    assert.deepEqual(
      above.filter((name) => name.includes('escaped')),
      [],
    );
  });

  it('offers only those of its presets that stay beside the sources', async () => {
    const { usable, broken } = currentSettings.presets();
    assert.deepEqual(
      [usable, broken].map((list) => list.map(({ name }) => name)),
      [['Out'], ['Nothing']],
    );
    const args = { preset: 'Out', outputName: 'stays' };
    const [result]: BatchFileResult[] = await vscode.commands.executeCommand(
      commands.convert,
      uri('cat.png'),
      [uri('cat.png')],
      args,
    );
    assert.equal(result?.output, uri('stays.webp').fsPath);
  });

  it('causes no message or question', () => {
    assert.equal(visitors, 0);
  });
});
