import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension in VS Code', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('file-utility-network.file-utility-network');
    assert.ok(extension);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
